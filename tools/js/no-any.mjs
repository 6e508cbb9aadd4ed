// Fails if an expression of the pages' JavaScript has the type `any`, declared or inferred. `make check-js` runs this
// script. tsc forbids only parameters and variables without a type. If an `any` comes from the DOM, from JSON or from
// JSDoc, tsc accepts it and checks nothing.
//
//     node no-any.mjs jsconfig.json
import { dirname, relative, resolve } from 'node:path';
import ts from 'typescript';

const config = resolve(process.argv[2]);
const { options, fileNames } = ts.parseJsonConfigFileContent(
  ts.readConfigFile(config, ts.sys.readFile).config,
  ts.sys,
  dirname(config),
);
const program = ts.createProgram(fileNames, options);
const checker = program.getTypeChecker();

/** Return whether a node is a value that the script reads. The unused argument `_` is not. */
function isRead(node) {
  const { parent } = node;
  if (!ts.isExpression(node) || node.text === '_') return false;
  if (ts.isPropertyAccessExpression(parent) && parent.name === node) return false;
  if (ts.isBindingElement(parent) && parent.propertyName === node) return false;
  if (ts.isImportDeclaration(parent) || ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent)) return false;
  return !(
    ts.isBinaryExpression(parent) &&
    parent.left === node &&
    parent.operatorToken.kind === ts.SyntaxKind.EqualsToken
  );
}

const hasAny = (node) => Boolean(checker.getTypeAtLocation(node).flags & ts.TypeFlags.Any);

/** Return whether the code uses a value as `any`. A cast to another type, which needs parentheses, is allowed. */
const isAny = (node) =>
  isRead(node) && hasAny(node) && !(ts.isParenthesizedExpression(node.parent) && !hasAny(node.parent));

let count = 0;
for (const source of program.getSourceFiles()) {
  if (!fileNames.includes(source.fileName)) continue;
  const lines = new Set();
  const found = (node) => lines.add(source.getLineAndCharacterOfPosition(node.getStart(source)).line);
  const visit = (node) => {
    if (isAny(node)) found(node);
    for (const comment of node.jsDoc ?? []) visitTypes(comment);
    ts.forEachChild(node, visit);
  };
  const visitTypes = (node) => {
    if (node.kind === ts.SyntaxKind.AnyKeyword) found(node);
    ts.forEachChild(node, visitTypes);
  };
  visit(source);
  for (const line of [...lines].sort((a, b) => a - b)) {
    const text = source.text.split('\n')[line].trim();
    console.error(`${relative('.', source.fileName)}:${line + 1}: has the type any: ${text}`);
  }
  count += lines.size;
}
process.exit(count ? 1 : 0);
