// The fixed parts of the floor's screen: top bar, table strip, actions, form, alerts and confirm button.
import { element } from '../core/dom.js';
import { openSettings } from '../core/settings-dialog.js';
import { onHold, icon, keycap } from './staff-parts.js';
import { StripView } from './floor-strip.js';

export const PANES = { happened: 'Reports', right: 'Corrections', cards: 'Cards', table: 'Table' };

/** @typedef {keyof typeof PANES} Pane */

/** @param {import('./floor-console.js').FloorRoom} room */
export function frameOf(room) {
  const facts = {
    tables: element('b'),
    clause: element('span'),
    notes: element('b'),
    line: element('span', { class: 'item live' }, 'Saved'),
    time: element('b'),
  };
  const top = element(
    'header',
    { class: 'top' },
    element('b', {}, 'Pit'),
    element('span', { class: 'sep' }),
    element('span', { class: 'item' }, facts.tables),
    facts.clause,
    element('span', { class: 'spring' }),
    element('span', { class: 'item' }, 'Shift notes: ', facts.notes),
    element('span', { class: 'sep' }),
    facts.line,
    element('span', { class: 'sep' }),
    element('span', { class: 'item' }, facts.time),
    element('button', { type: 'button', class: 'btn', onclick: () => openSettings() }, 'Settings'),
    element(
      'button',
      { type: 'button', class: 'btn lock', onclick: () => room.lock.ask() },
      icon('lock'),
      ` ${room.me.name}`,
    ),
  );
  const strip = new StripView((table) => room.choose(table));
  const tabs = element(
    'div',
    { class: 'tabs', role: 'group', 'aria-label': 'Kind of action' },
    ...Object.entries(PANES).map(([pane, words]) =>
      element(
        'button',
        { type: 'button', 'data-pane': pane, onclick: () => room.turnTo(/** @type {Pane} */ (pane)) },
        words,
      ),
    ),
  );
  const leftTitle = element('h1', { class: 'left-title' });
  const leftBody = element('div', { class: 'left-body' });
  const leftColumn = element(
    'section',
    { class: 'panel scroll doing', 'aria-label': 'Actions', tabindex: '0' },
    leftTitle,
    tabs,
    leftBody,
  );
  const middle = element('section', { class: 'panel scroll work-sheet', 'aria-label': 'Form', tabindex: '0' });
  const aside = element('aside', { class: 'col', 'aria-label': 'Alerts' });
  const work = element('div', { class: 'floor-work' }, leftColumn, middle, aside);
  const leaveButton = element(
    'button',
    { type: 'button', class: 'btn ghost', onclick: () => room.leave() },
    keycap('Esc'),
    'Cancel',
  );
  const whyButton = element(
    'button',
    { type: 'button', class: 'btn ghost', onclick: () => room.explain() },
    keycap('/'),
    'Why',
  );
  const notButton = element(
    'button',
    { type: 'button', class: 'btn ghost', hidden: true, onclick: () => room.turnTo('right') },
    keycap('X'),
    'Not a win',
  );
  const primaryButton = element('button', { type: 'button', class: 'btn primary' });
  onHold(primaryButton, () => room.confirmation.perform(true));
  const foot = element('footer', { class: 'foot' }, leaveButton, whyButton, notButton, primaryButton);
  const main = element('main', { class: 'room floor-room' }, top, strip.node, work, foot);
  return {
    facts,
    strip,
    tabs,
    leftTitle,
    leftBody,
    middle,
    aside,
    leaveButton,
    whyButton,
    notButton,
    primaryButton,
    main,
  };
}
