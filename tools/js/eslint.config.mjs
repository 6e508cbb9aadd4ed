import js from '@eslint/js';
import globals from 'globals';

export default [
  js.configs.recommended,
  {
    languageOptions: { globals: globals.browser },
    rules: {
      'no-unused-vars': ['error', { ignoreRestSiblings: true }],
      eqeqeq: 'error',
      'no-var': 'error',
      'prefer-const': 'error',
      'max-len': ['error', { code: 120, ignoreUrls: true }],
    },
  },
];
