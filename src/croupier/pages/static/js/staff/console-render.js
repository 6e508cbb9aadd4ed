// Draws the dealer's console from its state. Each region is drawn again only when a value that it reads has changed, so
// that a button under a finger, a form in use and the focus are kept.
import { element, mark, say } from '../core/dom.js';
import { openSettings } from '../core/settings-dialog.js';
import { actPanel, formOf } from './act-panels.js';
import { cardGrid } from './card-grid.js';
import { memo } from './change-detection.js';
import { consoleFooter } from './console-footer.js';
import { isStopped, movesOf } from './console-selectors.js';
import { checklist, deckPanel, logPanel, thenPanel, trayPanel } from './console-sidebar.js';
import { clockWords } from './message-cards.js';
import { seatStrip } from './dealer-seats.js';
import { icon } from './staff-parts.js';
import { chipActs } from './chip-acts.js';
import { traySlips } from './tray-slips.js';

/** @typedef {import('./console-state.js').ConsoleState} ConsoleState */
/** @typedef {import('./dealer-console.js').Console} Console */
/** @typedef {import('../core/types.js').Offer} Offer */

const MINUTE = 60_000;

/**
 * @param {Console} desk
 * @param {ConsoleState} first
 */
export function consoleScreen(desk, first) {
  const top = topBar(desk, first);
  const seats = seatStrip((seat) => desk.openSeat(seat));
  const act = actRegion(desk);
  const side = sideRegion(desk);
  const foot = consoleFooter(desk);
  const main = element(
    'main',
    { class: 'dealer' },
    top.node,
    seats.node,
    element('div', { class: 'work' }, act.node, side.node),
    foot.node,
  );
  const [drawSeats, drawBets] = [memo(), memo()];

  /** @param {ConsoleState} state */
  function draw(state) {
    const { view, ready, panels } = state;
    const now = performance.now();
    const isBlocked = isStopped(state);
    drawBody(state);
    top.draw(state);
    main.classList.toggle('locked', state.lock.locked);
    drawSeats([view.sight, view.due, view.answers, ready, panels.seat, isBlocked], () =>
      seats.draw(view, ready, panels.seat, isBlocked),
    );
    drawBets([view, ready, panels.seat], () => desk.betting.draw(view, ready, panels.seat));
    act.draw(state, now);
    desk.betting.focus();
    side.draw(state, Date.now());
    foot.draw(state, now);
  }
  return { main, draw, why: foot.why, act };
}

/** The title and the data attributes of the page. @param {ConsoleState} state */
function drawBody({ table, view, busy, link, confirmations: isTaken }) {
  document.title = `${table} · dealer`;
  mark(document.body, 'data-act', view.due.act);
  mark(document.body, 'data-busy', String(busy));
  mark(document.body, 'data-line', link.line);
  if (isTaken) mark(document.body, 'data-taken', isTaken);
}

/**
 * @param {Console} desk
 * @param {ConsoleState} first
 */
function topBar(desk, { table, person, view: { posted } }) {
  const round = element('b');
  const single = element('button', { type: 'button', class: 'btn', onclick: () => desk.toggleSingle() });
  const live = element('span', { class: 'item live' }, 'Saved');
  const time = element('b');
  const node = element(
    'header',
    { class: 'top' },
    element('a', { class: 'btn', href: '/pit' }, 'Pit'),
    element('b', { class: 'name' }, posted.training ? 'Training' : table),
    element('span', { class: 'item title' }, posted.title),
    element('span', { class: 'sep' }),
    element('span', { class: 'item' }, 'Round ', round),
    single,
    element('span', { class: 'spring' }),
    live,
    element('span', { class: 'sep' }),
    element('span', { class: 'item' }, time),
    element('button', { type: 'button', class: 'btn', onclick: () => openSettings() }, 'Settings'),
    element(
      'button',
      { type: 'button', class: 'btn lock', onclick: () => desk.lock.ask() },
      icon('lock'),
      ` ${person}`,
    ),
  );

  /** @param {ConsoleState} state */
  function draw({ view, link, busy, single: alone }) {
    say(round, String(view.sight?.round ?? ''));
    say(single, alone ? 'One act per key' : 'Acts joined');
    mark(single, 'aria-pressed', String(alone));
    say(live, link.line === 'open' ? (busy ? 'Saving' : 'Saved') : 'Offline');
    live.classList.toggle('lost', link.line !== 'open');
    say(time, new Date().toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' }));
  }
  return { node, draw };
}

/** @param {Console} desk */
function actRegion(desk) {
  const node = element('section', { class: 'act', 'aria-label': 'Current step', tabindex: '0' });
  const clock = element('p', { class: 'soft' });
  const grid = cardGrid((card) => desk.tapCard(card));
  const [panel, form, lockForm] = [memo(), memo(), memo()];
  /** The form of the due act. @type {HTMLFormElement|null} */
  let current = null;

  /**
   * @param {ConsoleState} state
   * @param {number} now
   */
  function draw(state, now) {
    const { view, entry, panels, link, lock } = state;
    say(clock, state.clock ? clockWords(state.clock.until - now) : '');
    const offline = link.line !== 'open';
    /** @type {unknown[]} */
    const reads = [
      view.sight,
      view.due,
      view.offers,
      view.cardNames,
      view.corrections,
      view.before,
      panels,
      lock,
      link.line,
    ];
    reads.push(
      entry.key,
      entry.naming,
      entry.number,
      entry.answer,
      entry.dryRun,
      state.typedAhead,
      state.fault,
      state.correcting,
      state.notice,
    );
    reads.push(state.calls, view.trayChips);
    if (offline) reads.push(link, view.log, Math.round(Date.now() / 1000));
    panel(reads, () => {
      current = null;
      const parts = {
        grid,
        more: desk.more.node,
        betting: desk.betting.node,
        clock,
        form: (/** @type {Offer} */ offer, /** @type {Offer[]} */ ways) =>
          (current = form([entry.key], () => formOf(offer, ways, (command) => desk.fillIn(command)))),
        lockForm: () => lockForm([lock.since], () => desk.lock.form()),
      };
      const { look, children } = actPanel(state, desk, parts);
      node.className = `act ${look}`;
      const focused = node.contains(document.activeElement) ? document.activeElement : null;
      putInto(node, children);
      if (focused instanceof HTMLElement && focused.isConnected && focused !== document.activeElement)
        focused.focus({ preventScroll: true });
    });
  }

  return {
    node,
    draw,
    /** The form of the due act, if it is on the page. @returns {HTMLFormElement|null} */
    get form() {
      return current?.isConnected ? current : null;
    },
  };
}

/** The side column: one part for each subject. @param {Console} desk */
function sideRegion(desk) {
  const node = element('aside', { class: 'side', 'aria-label': 'Next steps and latest events', tabindex: '0' });
  const [tray, nextActs, steps, deck, log] = [memo(), memo(), memo(), memo(), memo()];
  const slips = traySlips(desk);
  const chips = chipActs(desk);

  /**
   * @param {ConsoleState} state
   * @param {number} date
   */
  function parts(state, date) {
    const { view, trayCents, lock } = state;
    if (lock.locked) return [];
    const moves = movesOf(state);
    const next = () => nextActs([view.then], () => thenPanel(view.then));
    const latest = () => log([view.log], () => logPanel(view.log));
    if (moves.length && view.due.seat) {
      const reads = [view.settlements, moves, view.due.seat, trayCents, view.trayChips];
      return [tray(reads, () => trayPanel(view, moves, trayCents)), next(), latest()];
    }
    const minute = Math.floor((date - view.takenAt) / MINUTE);
    const cards = deck([view.timers, view.sight, view.due, minute], () => deckPanel(view, date));
    if (view.opening)
      return [
        slips.node,
        steps([view.log, view.due, view.offers, view.then], () => checklist(view)),
        chips.of(view),
        cards,
      ];
    return [slips.node, next(), chips.of(view), cards, latest()];
  }

  /**
   * @param {ConsoleState} state
   * @param {number} date
   */
  function draw(state, date) {
    putInto(
      node,
      parts(state, date).filter((part) => part !== null),
    );
  }
  return { node, draw };
}

/**
 * Replace children without moving those that stay, so that typing is not interrupted.
 * @param {HTMLElement} node
 * @param {HTMLElement[]} children
 */
function putInto(node, children) {
  for (const old of [...node.children]) if (!children.includes(/** @type {HTMLElement} */ (old))) old.remove();
  let next = node.firstElementChild;
  for (const child of children) {
    if (child === next) next = next.nextElementSibling;
    else node.insertBefore(child, next);
  }
}
