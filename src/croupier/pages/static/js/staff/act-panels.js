// The act panel of the dealer's console in each of its states, and the side column.
import { cardName } from '../core/cards.js';
import { element } from '../core/dom.js';
import { actHead, dealList, gists, namedRow, numberLine, numberPad, typedLine } from './due-act.js';
import { answerButtons } from './player-question.js';
import { plain } from './bet-entry.js';
import { numberBlank } from './primary-action.js';
import { field } from './other-acts.js';
import { capital, clauseText, icon, keycap } from './staff-parts.js';
import { rightedBar } from './correction-moves.js';
import { gained, handsOf, headline, layout, settleTable, tally } from './settlement-sheet.js';
import { deckPanel, hour, logPanel, thenPanel, trayPanel } from './console-sidebar.js';
import { clockWords, refusalBar, stateCard } from './console-states.js';

/** @typedef {import('./dealer-console.js').Console} Console */
/** @typedef {{look: string, children: HTMLElement[]}} Panel */

/**
 * @param {Console} desk
 * @returns {Panel}
 */
export function actPanel(desk) {
  if (desk.lock.locked) return { look: 'quiet', children: [locked(desk)] };
  if (desk.line !== 'open') return { look: 'quiet', children: [offline(desk)] };
  if (desk.moreOpen) return { look: '', children: [desk.more.node] };
  const { view } = desk;
  const bar = [
    ...(desk.notice
      ? [
          refusalBar(
            { code: 'notice', message: desk.notice, remedy: 'Stop dealing. Leave cards and chips where they are.' },
            [],
          ),
        ]
      : []),
    ...((desk.fault ?? desk.tried?.refusal)
      ? [refusalBar(/** @type {import('../core/types.js').Refusal} */ (desk.fault ?? desk.tried?.refusal), [])]
      : []),
    ...view.righted.slice(0, 1).map((righted) => rightedBar(righted, view, () => desk.moved())),
  ];
  if (desk.isBetting || desk.betting.isOpen)
    return { look: view.mine ? '' : 'waiting', children: [...bar, betsHead(desk), desk.betting.node] };
  if (view.due.act === 'ask') return { look: 'asking', children: [...bar, ...asking(desk)] };
  if (!view.mine)
    return { look: view.due.role === 'dealer' ? 'waiting' : 'stop', children: [...bar, floorGoesOn(desk)] };
  if (view.due.act === 'validate') return { look: 'stop', children: [...bar, validates(desk)] };
  if (desk.naming) return { look: '', children: [...bar, ...naming(desk, desk.naming)] };
  if (numberBlank(view)) return { look: '', children: [...bar, ...counting(desk)] };
  if (!view.due.command) return { look: '', children: [...bar, ...filling(desk)] };
  const { moves } = desk;
  if (moves.length) return { look: '', children: [...bar, ...settling(desk, moves)] };
  return { look: '', children: [...bar, ...routine(desk)] };
}

/** @param {Console} desk */
function betsHead(desk) {
  const { view } = desk;
  if (desk.betting.seat !== null)
    return element(
      'p',
      { class: 'cite' },
      element('span', {}, view.due.words),
      clauseText(view.due.clauses, view.due.readings),
    );
  if (desk.betting.choosing)
    return actHead('Which seat?', {
      note: 'Press a seat number. An empty seat adds a player. An occupied seat shows its bets and chips.',
    });
  const note =
    view.due.act === 'wait'
      ? 'Press - and a seat number to seat a player.'
      : view.due.act === 'close'
        ? 'Bets are placed. Press a seat number to see them.'
        : 'No bets yet. Press a seat number to enter bets.';
  const head = actHead(view.due.words, { note, clauses: view.due.clauses, readings: view.due.readings });
  if (desk.betting.repeats)
    head.append(
      element(
        'button',
        { type: 'button', class: 'btn again', onclick: () => desk.betting.again() },
        keycap('R'),
        'Repeat last bets',
      ),
    );
  return head;
}

/**
 * @param {Console} desk
 * @returns {HTMLElement[]}
 */
function asking(desk) {
  const { view, answers } = desk;
  const seat = view.seat(view.due.seat ?? 0);
  const question = view.sight?.turn.question ?? '';
  const asked = view.posted.questions?.find((one) => one.name === question)?.choices ?? [];
  const names = answers.length ? answers.map((one) => one.value) : asked.map((/** @type {any} */ one) => one.name);
  const note = `${capital(question)}. ${whoKeys(view.role, answers.length > 0, seat?.name || 'the player')}`;
  return [
    actHead(`Ask seat ${view.due.seat}: ${orList(names) || question}?`, {
      note,
      clauses: view.due.clauses,
      readings: view.due.readings,
    }),
    layout(view, view.due.seat ?? null),
    answers.length
      ? answerButtons(view, answers, (answer) => desk.choose(answer))
      : element('p', { class: 'soft' }, desk.clock ? clockWords(desk.clock.until - performance.now()) : ''),
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
 * @param {Console} desk
 * @param {import('./card-naming.js').Naming} naming
 * @returns {HTMLElement[]}
 */
function naming(desk, naming) {
  const { view } = desk;
  const { due } = view;
  desk.grid.draw(naming);
  const left = naming.kinds.reduce((sum, card) => sum + Math.max(0, naming.remaining(card)), 0);
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
              {
                type: 'button',
                class: 'btn',
                onclick: () => {
                  naming.back();
                  desk.named();
                },
              },
              keycap('⌫'),
              'Enter again',
            ),
          ],
        ),
      ]
    : [];
  return [
    actHead(due.words, { clauses: due.clauses, readings: due.readings }),
    ...(due.deliveries?.length ? [dealList(due.deliveries)] : []),
    element('div', { class: 'entry' }, namedRow(naming), ...(wrong.length ? wrong : [typedLine(naming)])),
    desk.grid.node,
    element(
      'p',
      { class: 'hint' },
      element('span', {}, element('b', {}, String(left)), ' still in the deck'),
      element('span', {}, element('b', {}, 'Crossed out:'), ' already seen'),
      element('span', {}, 'Type ', ...example(naming.kinds), ', or tap it'),
    ),
  ];
}

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
 * @param {Console} desk
 * @returns {HTMLElement[]}
 */
function counting(desk) {
  const { due } = desk.view;
  return [
    actHead(due.words, { note: 'Enter the number you counted.', clauses: due.clauses, readings: due.readings }),
    gists(due.clauses ?? []),
    numberLine(desk.number, 'counted'),
    numberPad((sign) => (sign === '⌫' ? desk.takeOut() : desk.figure(sign))),
  ];
}

/**
 * Show a form for an act with several fields.
 * @param {Console} desk
 * @returns {HTMLElement[]}
 */
function filling(desk) {
  const { view } = desk;
  const offer = view.form;
  const head = actHead(view.due.words, { clauses: view.due.clauses, readings: view.due.readings });
  if (!offer) return [head, gists(view.due.clauses ?? [])];
  desk.form ??= formOf(desk, offer);
  return [head, gists(view.due.clauses ?? []), desk.form];
}

/**
 * Build the form of an act once, so that redrawing does not interrupt typing.
 * @param {Console} desk
 * @param {import('../core/types.js').Offer} offer
 */
function formOf(desk, offer) {
  const fields = (offer.blanks ?? []).map((blank) => field(blank, offer.sample));
  const form = element(
    'form',
    { class: 'keyed' },
    ...fields.map((one) => one.node),
    element('div', { class: 'buttons' }, element('button', { class: 'btn primary' }, keycap('Enter'), 'Done')),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const command = plain(offer.sample);
    for (const one of fields) one.put(command);
    desk.fillIn(command);
  });
  return form;
}

/**
 * @param {Console} desk
 * @param {import('../core/types.js').Move[]} moves
 * @returns {HTMLElement[]}
 */
function settling(desk, moves) {
  const { view } = desk;
  const seat = view.due.seat;
  const words = seat ? headline(moves) : `${view.due.words}. ${headline(moves)}`;
  const children = [actHead(words, { mid: true, clauses: seat ? [] : view.due.clauses })];
  const tried = desk.tried?.tried;
  if (tried?.hands.length) children.push(handsOf(tried, view));
  else children.push(layout(view, seat ?? null));
  children.push(settleTable(moves, view));
  return children;
}

/**
 * @param {Console} desk
 * @returns {HTMLElement[]}
 */
function routine(desk) {
  const { view } = desk;
  const { due } = view;
  const dealer = desk.tried?.tried?.hands.find((told) => told.place === 'dealer');
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
  const note = dealer?.words
    ? `Announce: ${dealer.words}${dealer.qualifies === false ? ', which does not qualify' : ''}.`
    : '';
  /** @type {HTMLElement[]} */
  const children = [actHead(due.words, { note, clauses: due.clauses, readings: due.readings })];
  if (due.deliveries?.length) children.push(dealList(due.deliveries));
  children.push(gists(due.clauses ?? [], view.opening ? 'large' : ''));
  const cards = layout(view, due.seat ?? null);
  if (!view.opening && cards.childElementCount) children.push(cards);
  return children;
}

// States in which the dealer cannot continue.

/** @param {Console} desk */
function floorGoesOn(desk) {
  const { due } = desk.view;
  if (due.role === 'dealer')
    return stateCard({
      kind: 'wait',
      sign: 'clock',
      title: 'Waiting for the dealer',
      words: due.words,
      goes: 'the dealer',
      clauses: due.clauses,
      readings: due.readings,
    });
  const who = (due.whose ?? []).map((one) => one.replaceAll('_', ' ')).join(' or ');
  if (desk.view.posted.training) {
    return stateCard({
      kind: 'stop',
      sign: 'bell',
      title: 'A step for the floor',
      words: 'Stop. The floor acts next.',
      more: `${due.words}. In training, call the floor and the software does this step.`,
      goes: 'call the floor',
      clauses: due.clauses,
      readings: due.readings,
      keys: [
        element(
          'button',
          { type: 'button', class: 'btn', onclick: () => desk.callFloor() },
          keycap('*'),
          'Call the floor',
        ),
      ],
    });
  }
  const called = desk.calls.length ? ` You called the floor at ${hour(desk.calls[0].at)}.` : '';
  return stateCard({
    kind: 'stop',
    sign: 'bell',
    title: 'Waiting for the floor',
    words: 'Stop. The floor acts next.',
    more: `${due.words}.${called} Leave cards and chips where they are.`,
    goes: who === 'floor' ? 'a floorperson or above' : who || 'the floor',
    clauses: due.clauses,
    readings: due.readings,
  });
}

/**
 * Send a floorperson at the dealer's console to the floor page, which shows the hand, amount and light of the win.
 * @param {Console} desk
 */
function validates(desk) {
  const { due } = desk.view;
  return stateCard({
    kind: 'stop',
    sign: 'bell',
    title: 'Validate on the floor page',
    words: due.words,
    more: 'The floor page shows the hand, the amount and the light. Validate the win there.',
    goes: 'a floorperson or above',
    clauses: due.clauses,
    readings: due.readings,
    keys: [element('a', { class: 'btn', href: `/pit#${encodeURIComponent(desk.table)}` }, 'Open the floor page')],
  });
}

/** @param {Console} desk */
function offline(desk) {
  if (desk.line === 'connecting')
    return stateCard({
      kind: 'off',
      sign: 'chain',
      title: 'Connecting',
      words: 'Connecting to the table…',
      goes: 'wait a moment',
    });
  if (desk.ending) {
    const refusal = desk.turnedAway;
    if (!refusal && desk.ending.code === 'signed_out') {
      return stateCard({
        kind: 'stop',
        sign: 'hand',
        title: 'Not at this table',
        words: 'You are no longer at this table.',
        more: 'The floor sent another dealer or logged you off, or you signed out. Everything you did is saved.',
        goes: 'the dealer now at this table',
        keys: [element('a', { class: 'btn', href: '/pit' }, 'Back to the pit')],
      });
    }
    return stateCard({
      kind: 'stop',
      sign: 'hand',
      title: 'Not at this table',
      words: capital(refusal?.message ?? desk.ending.words),
      more: refusal?.remedy ?? desk.ending.remedy,
      goes: 'log on from the pit page',
      clauses: refusal?.clauses,
      keys: [element('a', { class: 'btn', href: '/pit' }, 'Back to the pit')],
    });
  }
  const gone = desk.lostAt ? Math.round((Date.now() - desk.lostAt) / 1000) : 0;
  const saved = desk.savedAt
    ? ` Last saved at ${hour(desk.savedAt / 1000)}: ${desk.view.log[0]?.words ?? desk.view.due.words}.`
    : '';
  return stateCard({
    kind: 'off',
    sign: 'chain',
    title: 'Offline',
    words: 'Connection lost. Stop dealing.',
    more: `${gone ? `Offline for ${gone} s.` : 'Offline.'} Nothing is saved until the connection is back.${saved}`,
    goes: 'wait for the page to reconnect. If it takes more than a minute, call the floor',
  });
}

/** @param {Console} desk */
function locked(desk) {
  const { view } = desk;
  return stateCard({
    kind: 'off',
    sign: 'lock',
    title: 'Locked',
    words: `${desk.table}, round ${view.sight?.round ?? ''}`,
    more: `Locked at ${hour(desk.lock.since / 1000)} by ${desk.me.name}. Wagers and cards are hidden.`,
    goes: `${desk.me.name} unlocks, or the floor sends a relief dealer`,
    keys: [(desk.lockForm ??= desk.lock.form())],
  });
}

// The side column.

/**
 * @param {Console} desk
 * @returns {HTMLElement[]}
 */
export function sideOf(desk) {
  if (desk.lock.locked) return [];
  const { view } = desk;
  const { moves } = desk;
  if (moves.length && view.due.seat) {
    const tray = trayPanel(tally(gained(view.settled), moves, `seat ${view.due.seat}`, view.tray, desk.tray.cents));
    return [tray, thenPanel(view), logPanel(view)].filter((part) => part !== null);
  }
  const parts = [view.opening ? checklist(desk) : thenPanel(view), deckPanel(view)];
  if (!view.opening) parts.push(logPanel(view));
  return parts.filter((part) => part !== null);
}

const OPENED = [
  'decks_received',
  'deck_prepared',
  'deck_shuffled',
  'deck_cut',
  'deck_loaded',
  'attested',
  'deck_removed',
];

/** Steps of opening the table: done, current and upcoming. @param {Console} desk */
function checklist(desk) {
  const { view } = desk;
  const done = view.log
    .filter((line) => OPENED.includes(line.kind))
    .slice(0, 4)
    .reverse();
  return element(
    'section',
    { class: 'panel checklist' },
    element('h2', {}, 'Cards'),
    element(
      'ol',
      { class: 'steps' },
      ...done.map((line) =>
        element(
          'li',
          { class: 'done' },
          element('span', { class: 'box done' }, icon('tick')),
          element('span', {}, line.words),
          element('small', {}, `${line.by.split(':')[0]} ${hour(line.at).slice(0, 5)}`),
        ),
      ),
      element(
        'li',
        { class: view.mine ? 'todo' : 'others' },
        element('span', { class: 'box' }),
        element('b', {}, view.due.words, ' ', clauseText(view.due.clauses)),
        element('small', {}, view.mine ? 'now' : `${(view.due.role ?? '').replaceAll('_', ' ')}, now`),
      ),
      ...view.then
        .filter((one) => one.act !== 'wait')
        .slice(0, 6)
        .map((one) =>
          element('li', { class: 'later' }, element('span', { class: 'box' }), element('span', {}, one.words)),
        ),
    ),
  );
}
