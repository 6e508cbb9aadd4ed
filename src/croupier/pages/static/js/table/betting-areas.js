// The betting areas of one seat: label, chips and amount. The viewer's own areas are buttons.
import { element, updateChildren, mark, say } from '../core/dom.js';
import { dollars, signedDollars } from '../core/money.js';
import { stack, stacks } from './chip-stack.js';
import { emblem } from './card-faces.js';

/** @typedef {import('../core/types.js').PostedTable} PostedTable */
/** @typedef {import('../core/types.js').Seat} Seat */
/** @typedef {import('../core/types.js').Outcome} Outcome */
/** @typedef {import('./shapes.js').Area} Area */
/** @typedef {import('./motion.js').Moves} Moves */
/** @typedef {{sent: number, staged: number, paid: number, outcome: Outcome|null}} AreaContent */
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
 * @returns {AreaContent}
 */
export function contentOf(seat, wager, staged, results) {
  const wagers = seat?.wagers ?? {};
  const chips = staged[wager] ?? 0;
  const hasNewBets = Object.keys(staged).length > 0 || (!seat?.in_play && Object.keys(wagers).length > 0);
  const outcome = results && !hasNewBets ? ((seat?.outcomes ?? []).find((each) => each.wager === wager) ?? null) : null;
  if (!outcome) return { sent: wagers[wager] ?? 0, staged: chips, paid: 0, outcome: null };
  const returnedStake = Math.min(outcome.staked, outcome.returned);
  return {
    sent: (wagers[wager] ?? 0) || returnedStake,
    staged: 0,
    paid: Math.max(0, outcome.returned - outcome.staked),
    outcome,
  };
}

/**
 * "Ante, $25.00"; "Trips, empty, bet $5.00 to $100.00".
 * @param {Area} area
 * @param {AreaContent} content
 * @param {PostedTable} posted
 */
function name(area, content, posted) {
  const { outcome } = content;
  if (outcome) return `${area.label}, ${outcomeWords(outcome)}`;
  const amount = content.sent ? dollars(content.sent) : '';
  const staged = content.staged ? `${dollars(content.staged)} not placed yet` : '';
  if (amount || staged) return [area.label, amount, staged].filter(Boolean).join(', ');
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
  const result = { win: 'won', lose: 'lost', push: 'push' }[outcome.result] ?? outcome.result;
  return outcome.result === 'push' ? `push, ${dollars(outcome.staked)} returned` : `${result}, ${signedDollars(net)}`;
}

/**
 * The text and the class of an area's tag.
 * @param {AreaContent} content
 * @returns {[string, string]}
 */
function tagOf(content) {
  if (content.outcome) {
    const net = content.outcome.returned - content.outcome.staked;
    if (net > 0) return [signedDollars(net), 'won-tag'];
    if (net < 0) return [signedDollars(net), 'lost-tag'];
    return [content.outcome.result === 'push' ? 'push' : 'returned', 'push-tag'];
  }
  const sum = content.sent + content.staged;
  return sum ? [dollars(sum), content.staged ? 'staged-tag' : ''] : ['', ''];
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
    const tagName = look.own && area.kind !== 'decision' && look.press ? 'BUTTON' : 'SPAN';
    if (ground?.tagName === tagName) return ground;
    const surface =
      tagName === 'BUTTON' ? element('button', { type: 'button', class: 'spot' }) : element('span', { class: 'spot' });
    if (tagName === 'BUTTON') surface.addEventListener('click', () => now?.open && now.press?.(area.wager));
    if (area.emblem) surface.append(emblem(area.emblem, 'em'));
    surface.append(words, chips);
    ground?.remove();
    node.prepend(surface);
    node.append(tag);
    ground = surface;
    return surface;
  }

  /**
   * @param {AreaContent} content
   * @param {Look} look
   * @param {Moves} moves
   * @param {Element} seat
   */
  function draw(content, look, moves, seat) {
    now = look;
    const surface = base(look);
    const filled = content.sent + content.staged + content.paid > 0;
    const result = name(area, content, posted);
    if (surface.tagName === 'BUTTON') {
      mark(surface, 'aria-label', result);
      mark(surface, 'title', [area.label, about].filter(Boolean).join(': '));
      mark(surface, 'aria-description', about || null);
      mark(node, 'aria-hidden', null);
      mark(surface, 'aria-disabled', look.open ? null : 'true');
      mark(surface, 'tabindex', look.open ? null : '-1');
    } else {
      mark(surface, 'role', filled || content.outcome || look.own ? 'img' : null);
      mark(surface, 'aria-label', filled || content.outcome || look.own ? result : null);
      mark(surface, 'aria-hidden', filled || content.outcome || look.own ? null : 'true');
      mark(node, 'aria-hidden', filled || content.outcome || look.own ? null : 'true');
      mark(surface, 'title', area.words === area.label ? null : area.label);
    }
    surface.classList.toggle('filled', filled);
    surface.classList.toggle('staged', content.staged > 0);
    surface.classList.toggle('next', Boolean(look.next));
    surface.classList.toggle('lit', area.shape === 'lens' && (filled || Boolean(content.outcome)));
    say(more, look.next);
    pile(chips, content, moves, seat);
    const [text, tagClass] = tagOf(content);
    tag.hidden = !text;
    tag.className = `tag ${tagClass}${text.length > 9 ? ' long-tag' : ''}`;
    say(tag, text);
  }
  return { node, area, draw };
}

/**
 * Draw the chips: the stake, and the payment beside it.
 * @param {HTMLElement} chips
 * @param {AreaContent} content
 * @param {Moves} moves
 * @param {Element} seat
 */
function pile(chips, content, moves, seat) {
  const stake = stacks(content.sent + content.staged).map((column, at) => ({
    key: `s${at}:${column.join()}`,
    drawn: column,
    look: at ? 'second' : 'first',
    paid: false,
  }));
  const paid = stacks(content.paid).map((column, at) => ({
    key: `p${at}:${column.join()}`,
    drawn: column,
    look: at ? 'paid second' : 'paid',
    paid: true,
  }));
  const hadChips = chips.childElementCount > 0;
  if (content.outcome && !stake.length && !paid.length)
    chips.querySelectorAll('.stack').forEach((node) => moves.addTaken(node));
  updateChildren(
    chips,
    [...stake, ...paid],
    (each) => each.key,
    (each) => {
      const node = stack(each.drawn, each.look);
      if (each.paid || !hadChips || content.staged) moves.addPlaced(node, each.paid ? 'tray' : 'player', seat);
      return node;
    },
  );
  chips.classList.toggle('two', stake.length + paid.length > 1);
  chips.parentElement?.style.setProperty(
    '--tall',
    String(Math.max(0, ...[...stake, ...paid].map((each) => each.drawn.length - 1))),
  );
}
