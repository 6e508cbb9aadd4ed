// The betting areas of one seat, with label, chips and amount. The viewer's own areas are buttons.
import { element, keyed, mark, say } from '../core/dom.js';
import { dollars, signed } from '../core/money.js';
import { stack, stacks } from './chip-stack.js';
import { emblem } from './card-faces.js';

/** @typedef {import('../core/types.js').PostedTable} PostedTable */
/** @typedef {import('../core/types.js').Seat} Seat */
/** @typedef {import('../core/types.js').Outcome} Outcome */
/** @typedef {import('./geometry.js').Area} Area */
/** @typedef {import('./motion.js').Moves} Moves */
/** @typedef {{lying: number, staged: number, paid: number, outcome: Outcome|null}} Holding */
/**
 * @typedef {{own: boolean, open: boolean, next: string, press: ((wager: string) => void)|null, results: boolean}}
 * Look
 */

/**
 * The chips on an area: placed, not yet sent, and paid.
 * @param {Seat|undefined} seat
 * @param {string} wager
 * @param {Record<string, number>} staged
 * @param {boolean} results
 * @returns {Holding}
 */
export function holding(seat, wager, staged, results) {
  const wagers = seat?.wagers ?? {};
  const laid = staged[wager] ?? 0;
  const fresh = Object.keys(staged).length > 0 || (!seat?.in_play && Object.keys(wagers).length > 0);
  const outcome = results && !fresh ? ((seat?.outcomes ?? []).find((each) => each.wager === wager) ?? null) : null;
  if (!outcome) return { lying: wagers[wager] ?? 0, staged: laid, paid: 0, outcome: null };
  const kept = Math.min(outcome.staked, outcome.returned);
  return {
    lying: (wagers[wager] ?? 0) || kept,
    staged: 0,
    paid: Math.max(0, outcome.returned - outcome.staked),
    outcome,
  };
}

/**
 * "Ante, $25.00"; "Trips, empty, bet $5.00 to $100.00".
 * @param {Area} area
 * @param {Holding} held
 * @param {PostedTable} posted
 */
function name(area, held, posted) {
  const { outcome } = held;
  if (outcome) return `${area.label}, ${outcomeWords(outcome)}`;
  const lying = held.lying ? dollars(held.lying) : '';
  const staged = held.staged ? `${dollars(held.staged)} not placed yet` : '';
  if (lying || staged) return [area.label, lying, staged].filter(Boolean).join(', ');
  return [area.label, 'empty', limits(posted, area.wager)].filter(Boolean).join(', ');
}

/**
 * @param {PostedTable} posted
 * @param {string} wager
 */
function limits(posted, wager) {
  const stake = posted.wagers.find((each) => each.name === wager);
  if (!stake) return '';
  if (stake.fixed) return `bet ${dollars(stake.fixed)}`;
  if (stake.chips?.length) return `bet ${stake.chips.map(dollars).join(' or ')}`;
  if (stake.minimum && stake.maximum) return `bet ${dollars(stake.minimum)} to ${dollars(stake.maximum)}`;
  const other = posted.layout?.areas.find((/** @type {Area} */ area) => area.wager === stake.equal_to);
  return other ? `same as ${other.label}` : '';
}

/** @param {Outcome} outcome */
function outcomeWords(outcome) {
  const net = outcome.returned - outcome.staked;
  const said = { win: 'won', lose: 'lost', push: 'push' }[outcome.result] ?? outcome.result;
  return outcome.result === 'push' ? `push, ${dollars(outcome.staked)} returned` : `${said}, ${signed(net)}`;
}

/**
 * The text and the class of an area's tag.
 * @param {Holding} held
 * @returns {[string, string]}
 */
function tagOf(held) {
  if (held.outcome) {
    const net = held.outcome.returned - held.outcome.staked;
    if (net > 0) return [signed(net), 'won-tag'];
    if (net < 0) return [signed(net), 'lost-tag'];
    return [held.outcome.result === 'push' ? 'push' : 'returned', 'push-tag'];
  }
  const sum = held.lying + held.staged;
  return sum ? [dollars(sum), held.staged ? 'staged-tag' : ''] : ['', ''];
}

/**
 * One betting area. Its node is reused for every drawing.
 * @param {Area} area
 * @param {PostedTable} posted
 */
export function spot(area, posted) {
  const about = posted.about?.[area.wager] ?? '';
  const words = element('span', { class: 'ins' }, ...area.words.split(' ').map((word) => element('span', {}, word)));
  const more = element('small', { class: 'times' });
  words.append(more);
  const chips = element('span', { class: 'chips', 'aria-hidden': 'true' });
  const tag = element('span', { class: 'tag', 'aria-hidden': 'true', hidden: true });
  const node = element('li', {
    class: `place ${area.shape} ${area.kind}${Math.abs(area.x) > 120 ? ' outer' : ''}`,
    'data-wager': area.wager,
  });
  /** @type {HTMLElement|null} */
  let ground = null;
  /** @type {Look|null} */
  let now = null;

  /** A button if the viewer may bet here, otherwise a label. @param {Look} look */
  function base(look) {
    const wanted = look.own && area.kind !== 'decision' && look.press ? 'BUTTON' : 'SPAN';
    if (ground?.tagName === wanted) return ground;
    const made =
      wanted === 'BUTTON' ? element('button', { type: 'button', class: 'spot' }) : element('span', { class: 'spot' });
    if (wanted === 'BUTTON') made.addEventListener('click', () => now?.open && now.press?.(area.wager));
    if (area.emblem) made.append(emblem(area.emblem, 'em'));
    made.append(words, chips);
    ground?.remove();
    node.prepend(made);
    node.append(tag);
    ground = made;
    return made;
  }

  /**
   * @param {Holding} held
   * @param {Look} look
   * @param {Moves} moves
   * @param {Element} seat
   */
  function draw(held, look, moves, seat) {
    now = look;
    const made = base(look);
    const filled = held.lying + held.staged + held.paid > 0;
    const said = name(area, held, posted);
    if (made.tagName === 'BUTTON') {
      mark(made, 'aria-label', said);
      mark(made, 'title', [area.label, about].filter(Boolean).join(': '));
      mark(made, 'aria-description', about || null);
      mark(node, 'aria-hidden', null);
      mark(made, 'aria-disabled', look.open ? null : 'true');
      mark(made, 'tabindex', look.open ? null : '-1');
    } else {
      mark(made, 'role', filled || held.outcome || look.own ? 'img' : null);
      mark(made, 'aria-label', filled || held.outcome || look.own ? said : null);
      mark(made, 'aria-hidden', filled || held.outcome || look.own ? null : 'true');
      mark(node, 'aria-hidden', filled || held.outcome || look.own ? null : 'true');
      mark(made, 'title', area.words === area.label ? null : area.label);
    }
    made.classList.toggle('filled', filled);
    made.classList.toggle('staged', held.staged > 0);
    made.classList.toggle('next', Boolean(look.next));
    made.classList.toggle('lit', area.shape === 'lens' && (filled || Boolean(held.outcome)));
    say(more, look.next);
    pile(chips, held, moves, seat);
    const [text, how] = tagOf(held);
    tag.hidden = !text;
    tag.className = `tag ${how}${text.length > 9 ? ' long-tag' : ''}`;
    say(tag, text);
  }
  return { node, area, draw };
}

/**
 * Draw the chips: the stake, and the payment beside it.
 * @param {HTMLElement} chips
 * @param {Holding} held
 * @param {Moves} moves
 * @param {Element} seat
 */
function pile(chips, held, moves, seat) {
  const stake = stacks(held.lying + held.staged).map((drawn, at) => ({
    key: `s${at}:${drawn.join()}`,
    drawn,
    look: at ? 'second' : 'first',
    paid: false,
  }));
  const paid = stacks(held.paid).map((drawn, at) => ({
    key: `p${at}:${drawn.join()}`,
    drawn,
    look: at ? 'paid second' : 'paid',
    paid: true,
  }));
  const had = chips.childElementCount > 0;
  if (held.outcome && !stake.length && !paid.length)
    chips.querySelectorAll('.stack').forEach((lost) => moves.taken(lost));
  keyed(
    chips,
    [...stake, ...paid],
    (each) => each.key,
    (each) => {
      const made = stack(each.drawn, each.look);
      if (each.paid || !had || held.staged) moves.put(made, each.paid ? 'tray' : 'player', seat);
      return made;
    },
  );
  chips.classList.toggle('two', stake.length + paid.length > 1);
  chips.parentElement?.style.setProperty(
    '--tall',
    String(Math.max(0, ...[...stake, ...paid].map((each) => each.drawn.length - 1))),
  );
}
