// The dealer's console panel for acts of a person: bets, questions, card entry, settlements and others.
import { cardName } from '../core/cards.js';
import { element } from '../core/dom.js';
import { floorPanel, lockedPanel, offlinePanel, validationPanel } from './blocked-panels.js';
import { plain } from './commands.js';
import { answersFor, isBetting, isSeatOpen, movesOf, repeatedBets } from './console-selectors.js';
import { refusalBar, voidBar } from './message-cards.js';
import { rightedBar } from './correction-moves.js';
import { actHead, dealList, gists, namedRow, numberLine, numberPad, typedLine } from './due-act.js';
import { field, unreadable } from './other-acts.js';
import { correctionPanel } from './own-entry-panel.js';
import { answerButtons } from './player-question.js';
import { numberBlank } from './primary-action.js';
import { handsOf, headline, layout, settleTable } from './settlement-sheet.js';
import { capital, clauseText, keycap } from './staff-parts.js';

/** @typedef {import('./console-state.js').ConsoleState} ConsoleState */
/** @typedef {import('./dealer-console.js').Console} Console */
/** @typedef {{look: string, children: HTMLElement[]}} Panel */
/**
 * Nodes that stay on the page while the panel is drawn again, so that typing and the focus are kept.
 * @typedef {{grid: ReturnType<typeof import('./card-grid.js').cardGrid>, more: HTMLElement, betting: HTMLElement,
 *   clock: HTMLElement, lockForm: () => HTMLElement,
 *   form: (offer: import('../core/types.js').Offer, ways: import('../core/types.js').Offer[]) => HTMLElement}} Parts
 */

/**
 * @param {ConsoleState} state
 * @param {Console} desk
 * @param {Parts} parts
 * @returns {Panel}
 */
export function actPanel(state, desk, parts) {
  const { view, entry } = state;
  if (state.lock.locked) return { look: 'quiet', children: [lockedPanel(state, parts.lockForm())] };
  if (state.link.line !== 'open') return { look: 'quiet', children: [offlinePanel(state, Date.now())] };
  if (state.panels.more) return { look: '', children: [parts.more] };
  const bars = barsOf(state, desk);
  if (state.correcting)
    return { look: 'asking', children: [...bars, ...correctionPanel(state.correcting, view, desk, parts.grid)] };
  if (isBetting(view) || isSeatOpen(state))
    return { look: view.mine ? '' : 'waiting', children: [...bars, betsHead(state, desk), parts.betting] };
  if (view.due.act === 'ask') return { look: 'asking', children: [...bars, ...questionPanel(state, desk, parts)] };
  if (!view.mine)
    return { look: view.due.role === 'dealer' ? 'waiting' : 'stop', children: [...bars, floorPanel(state, desk)] };
  if (view.due.act === 'validate') return { look: 'stop', children: [...bars, validationPanel(state)] };
  return { look: '', children: [...bars, ...staffActPanel(state, desk, parts, entry.naming)] };
}

/**
 * An act of the person at this screen.
 * @param {ConsoleState} state
 * @param {Console} desk
 * @param {Parts} parts
 * @param {import('./card-naming.js').Naming|null} naming
 */
function staffActPanel(state, desk, parts, naming) {
  if (naming) return cardEntry(state, desk, parts, naming);
  if (numberBlank(state.view)) return countPanel(state, desk);
  if (!state.view.due.command) return formPanel(state, parts);
  return movesOf(state).length ? settlementPanel(state) : routine(state);
}

/**
 * Messages above the act: a notice from the server, a refusal, a void round, and chips to move for a correction.
 * @param {ConsoleState} state
 * @param {Console} desk
 */
function barsOf({ notice, fault, entry, view, typedAhead }, desk) {
  const bars = [];
  const refusal = fault ?? entry.dryRun?.refusal;
  if (notice)
    bars.push(
      refusalBar(
        { code: 'notice', message: notice, remedy: 'Stop dealing. Leave cards and chips where they are.' },
        [],
      ),
    );
  if (refusal) bars.push(refusalBar(refusal, []));
  if (view.sight?.void && view.sight.voided) bars.push(voidBar(view.sight.voided));
  if (typedAhead.keys) bars.push(aheadBar(typedAhead));
  for (const correction of view.corrections.slice(0, 1))
    bars.push(rightedBar(correction, view, () => desk.dismissCorrection()));
  return bars;
}

/** The keys that wait for their act. @param {ConsoleState['typedAhead']} ahead */
function aheadBar({ keys, words }) {
  return element(
    'p',
    { class: 'ahead', role: 'status' },
    element('span', {}, `Typed ahead for “${words}”: `),
    element('b', {}, keys),
    element('span', {}, ' ', keycap('⌫', 'small'), ' remove'),
  );
}

/**
 * @param {ConsoleState} state
 * @param {Console} desk
 */
function betsHead({ view, panels }, desk) {
  if (panels.seat !== null)
    return element(
      'p',
      { class: 'cite' },
      element('span', {}, view.due.words),
      clauseText(view.due.clauses, view.due.readings),
    );
  if (panels.choosesSeat)
    return actHead('Which seat?', {
      note: 'Press the number of an empty seat to add a player, or of an occupied seat to see its bets and chips.',
    });
  const note =
    view.due.act === 'wait'
      ? 'Press - and a seat number to seat a player.'
      : view.due.act === 'close'
        ? 'Bets are placed. Press a seat number to see them.'
        : 'No bets yet. Press a seat number to enter bets.';
  const head = actHead(view.due.words, { note, clauses: view.due.clauses, readings: view.due.readings });
  if (repeatedBets(view).length)
    head.append(
      element(
        'button',
        { type: 'button', class: 'btn again', onclick: () => desk.repeatBets() },
        keycap('R'),
        'Repeat last bets',
      ),
    );
  return head;
}

/**
 * @param {ConsoleState} state
 * @param {Console} desk
 * @param {Parts} parts
 * @returns {HTMLElement[]}
 */
function questionPanel({ view, entry }, desk, parts) {
  const answers = answersFor(view);
  const seat = view.seat(view.due.seat ?? 0);
  const question = view.sight?.turn.question ?? '';
  const choices = view.posted.questions?.find((postedQuestion) => postedQuestion.name === question)?.choices ?? [];
  const names = answers.length ? answers.map((answer) => answer.value) : choices.map((choice) => choice.name);
  const note = `${capital(question)}. ${whoKeys(view.role, answers.length > 0, seat?.name || 'the player')}`;
  return [
    actHead(`Ask seat ${view.due.seat}: ${orList(names) || question}?`, {
      note,
      clauses: view.due.clauses,
      readings: view.due.readings,
    }),
    layout(view, view.due.seat ?? null),
    answers.length ? answerButtons(view, answers, entry.answer, (answer) => desk.tapAnswer(answer)) : parts.clock,
  ];
}

/**
 * Tell the viewer how the answer is entered. The dealer enters it only for players without a screen.
 * @param {string} role
 * @param {boolean} keyed
 * @param {string} name
 */
function whoKeys(role, keyed, name) {
  if (role === 'dealer')
    return keyed ? `Enter ${name}’s answer.` : 'The player answers on screen. If they don’t, call the floor.';
  return keyed
    ? `Enter ${name}’s answer, or wait for their screen.`
    : 'The player answers on their own screen. If they don’t, act for them under “Corrections.”';
}

/** @param {string[]} words */
function orList(words) {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words[words.length - 1]}`;
}

/**
 * @param {ConsoleState} state
 * @param {Console} desk
 * @param {Parts} parts
 * @param {import('./card-naming.js').Naming} naming
 * @returns {HTMLElement[]}
 */
function cardEntry({ view }, desk, parts, naming) {
  const { due } = view;
  parts.grid.draw(naming);
  const remaining = naming.kinds.reduce((sum, card) => sum + Math.max(0, naming.countLeft(card)), 0);
  const wrong = naming.fault
    ? [
        refusalBar(
          {
            code: 'card',
            message: naming.fault.words,
            remedy: naming.fault.remedy,
            clauses: view.form?.sample ? due.clauses : [],
          },
          [
            element(
              'button',
              { type: 'button', class: 'btn', onclick: () => desk.removeLast() },
              keycap('⌫'),
              'Enter again',
            ),
          ],
        ),
      ]
    : [];
  return [
    actHead(due.words, { note: announcement(view), clauses: due.clauses, readings: due.readings }),
    ...(due.deliveries?.length ? [dealList(due.deliveries)] : []),
    element('div', { class: 'entry' }, namedRow(naming), ...(wrong.length ? wrong : [typedLine(naming)])),
    parts.grid.node,
    element(
      'p',
      { class: 'hint' },
      element('span', {}, element('b', {}, String(remaining)), ' still in the deck'),
      element('span', {}, element('b', {}, 'Crossed out:'), ' already seen'),
      element('span', {}, 'Type ', ...example(naming.kinds), ', or tap it'),
    ),
  ];
}

/** The dealer's hand to announce, once it is known. @param {import('./console-view.js').View} view */
function announcement(view) {
  const words = view.place('dealer')?.hand?.words;
  return words ? dealersHand(words, view.place('dealer')?.hand?.qualifies) : '';
}

/** @param {string} words @param {boolean|null} [qualifies] */
const dealersHand = (words, qualifies) =>
  `Announce the dealer’s hand: ${words}${qualifies === false ? ', which does not qualify' : ''}.`;

/**
 * Two examples of how to type a card of this deck.
 * @param {string[]} kinds
 * @returns {(HTMLElement|string)[]}
 */
function example(kinds) {
  const two = kinds.includes('As') ? ['As', 'Kd'] : kinds.slice(-2);
  return two.flatMap((card, at) => [at ? ' or ' : '', keycap(card.toLowerCase(), 'small'), ` ${cardName(card)}`]);
}

/**
 * @param {ConsoleState} state
 * @param {Console} desk
 * @returns {HTMLElement[]}
 */
function countPanel({ view: { due }, entry }, desk) {
  return [
    actHead(due.words, { note: 'Enter the number you counted.', clauses: due.clauses, readings: due.readings }),
    gists(due.clauses ?? []),
    numberLine(entry.number, 'counted'),
    numberPad((sign) => (sign === '⌫' ? desk.removeLast() : desk.typeDigit(sign))),
  ];
}

/**
 * Show a form for an act with several fields.
 * @param {ConsoleState} state
 * @param {Parts} parts
 * @returns {HTMLElement[]}
 */
function formPanel({ view }, parts) {
  const offer = view.form;
  const head = actHead(view.due.words, { clauses: view.due.clauses, readings: view.due.readings });
  if (!offer) return [head, gists(view.due.clauses ?? [])];
  return [head, gists(view.due.clauses ?? []), parts.form(offer, view.ways)];
}

/**
 * The form of the due act. If there are several ways to do it, each has its own button and Enter chooses none.
 * @param {import('../core/types.js').Offer} offer
 * @param {import('../core/types.js').Offer[]} ways
 * @param {(command: import('../core/types.js').TableCommand) => void} submit
 */
export function formOf(offer, ways, submit) {
  const fields = (offer.blanks ?? []).map((blank) => field(blank, offer.sample));
  const done = element('button', { class: 'btn primary' }, keycap('Enter'), fields.length ? 'Done' : offer.title);
  const buttons = ways.map((way) =>
    element('button', { class: 'btn', type: 'button', onclick: () => submit(plain(way.sample)) }, way.title),
  );
  const form = element(
    'form',
    { class: 'keyed' },
    ...fields.map((field) => field.node),
    element('div', { class: 'buttons' }, ...(ways.length ? buttons : [done])),
  );
  const fault = element('div');
  form.append(fault);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const bars = unreadable(fields);
    fault.replaceChildren(...bars);
    if (bars.length || ways.length) return;
    const command = plain(offer.sample);
    for (const field of fields) field.fill(command);
    submit(command);
  });
  return form;
}

/** @param {ConsoleState} state */
function settlementPanel(state) {
  const { view } = state;
  const moves = movesOf(state);
  const seat = view.due.seat;
  const words = seat ? headline(moves) : `${view.due.words}. ${headline(moves)}`;
  /** @type {HTMLElement[]} */
  const children = [actHead(words, { mid: true, clauses: seat ? [] : view.due.clauses })];
  const { dryRun } = state.entry;
  if (dryRun?.hands.length) children.push(handsOf(dryRun, view));
  else children.push(layout(view, seat ?? null));
  children.push(settleTable(moves, view));
  return children;
}

/**
 * An act without chips.
 * @param {ConsoleState} state
 * @returns {HTMLElement[]}
 */
function routine({ view, entry }) {
  const { due } = view;
  const dealer = entry.dryRun?.hands.find((hand) => hand.place === 'dealer');
  if (due.act === 'attest')
    return [
      actHead(due.words, {
        clauses: due.clauses,
        readings: due.readings,
        note: view.posted.training
          ? 'Training: assume the equipment is in front of you.'
          : 'If anything is wrong, call the floor.',
      }),
    ];
  const note = dealer?.words ? dealersHand(dealer.words, dealer.qualifies) : '';
  /** @type {HTMLElement[]} */
  const children = [actHead(due.words, { note, clauses: due.clauses, readings: due.readings })];
  if (due.deliveries?.length) children.push(dealList(due.deliveries));
  children.push(gists(due.clauses ?? [], view.opening ? 'large' : ''));
  const cards = layout(view, due.seat ?? null);
  if (!view.opening && cards.childElementCount) children.push(cards);
  return children;
}
