// The top bar of every page, with navigation and settings.
import { element, shape } from './dom.js';
import { openSettings } from './settings-dialog.js';
import './settings.js';

/** The Croupier logo. */
export function houseMark() {
  return shape(
    'svg',
    { viewBox: '-20 -20 40 40', 'aria-hidden': 'true' },
    shape('path', { d: 'M0 -18L13.5 0L0 18L-13.5 0Z', fill: 'none', stroke: 'currentColor', 'stroke-width': '2' }),
    shape('path', {
      d: 'M5.4 -4.6A7.2 7.2 0 1 0 5.4 4.6',
      fill: 'none',
      stroke: 'currentColor',
      'stroke-width': '2.6',
    }),
  );
}

/**
 * The top bar of a page: brand, title, a line of facts, links and tools.
 * @param {{title: string, facts?: string, links?: {words: string, href: string, id?: string}[], tools?:
 * HTMLElement[]}} shown
 */
export function topBar({ title, facts = '', links = [], tools = [] }) {
  const heading = element('h1', {}, title);
  const line = element('p', {}, facts);
  const settingsButton = element(
    'button',
    { type: 'button', class: 'tool-settings', onclick: () => openSettings() },
    'Settings',
  );
  const nav = element(
    'nav',
    { class: 'tools', 'aria-label': 'Pages', id: 'tools' },
    ...links.map((link) => element('a', { href: link.href, id: link.id }, link.words)),
    ...tools,
    settingsButton,
  );
  const menu = element(
    'button',
    { type: 'button', class: 'menu', 'aria-expanded': 'false', 'aria-controls': 'tools' },
    'Menu',
  );
  /** @param {boolean} open */
  const setMenu = (open) => {
    menu.setAttribute('aria-expanded', String(open));
    nav.classList.toggle('open', open);
  };
  const isOpen = () => menu.getAttribute('aria-expanded') === 'true';
  menu.addEventListener('click', () => setMenu(!isOpen()));
  nav.addEventListener('click', () => setMenu(false));
  document.addEventListener('pointerdown', (event) => {
    const target = /** @type {Node} */ (event.target);
    if (!nav.contains(target) && !menu.contains(target)) setMenu(false);
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !isOpen()) return;
    setMenu(false);
    menu.focus();
  });
  const bar = element(
    'header',
    { class: 'top' },
    element(
      'a',
      { class: 'brand', href: '/', 'aria-label': 'Croupier, all tables' },
      houseMark(),
      element('span', {}, 'Croupier'),
    ),
    element('div', { class: 'title' }, heading, line),
    menu,
    nav,
  );
  return { bar, heading, facts: line, nav };
}
