// Animates cards and chips. Every element already has its final position and moves toward it. Nothing waits for this.
import { motion } from '../core/settings.js';

const EASE = 'cubic-bezier(.2,.7,.2,1)';
const CARD = 280,
  BETWEEN = 70,
  FLIP = 180,
  CHIP = 220,
  TAKEN = 260;
const MOST = 30; // number of cards above which the delay between cards shrinks

/**
 * Callbacks that record the changes of one drawing.
 * @typedef {{addDealt: (node: Element) => void, addTurned: (node: Element) => void,
 *   addCleared: (list: Element) => void,
 *   addPlaced: (node: Element, from: 'player'|'tray', seat: Element) => void, addTaken: (node: Element) => void}} Moves
 */

/**
 * Record the changes while the felt is drawn, then animate them.
 * @param {Element} felt
 * @param {{tray: Element, shoe: Element, rack: Element}} kit
 * @param {boolean} first whether this is the first drawing, which is not animated
 * @param {boolean} isNewState whether the server sent a new state, so that cards and chips may leave
 */
export function recordMoves(felt, kit, first, isNewState) {
  const still = first || !motion();
  /** @type {Element[]} */ const dealtCards = [];
  /** @type {Element[]} */ const turned = [];
  /** @type {{node: Element, from: string, seat: Element}[]} */ const placedChips = [];
  /** @type {{ghost: HTMLElement, box: DOMRect, target: Element}[]} */ const departures = [];
  // Positions are read once before the changes and once before the animation, so the page is laid out twice and not
  // once per card, and not at all if nothing changed.
  const ground = still || !isNewState ? null : felt.getBoundingClientRect();
  const oldBoxes = new Map(
    still || !isNewState
      ? []
      : [...felt.querySelectorAll('.card, .stack')].map((node) => [node, node.getBoundingClientRect()]),
  );

  /**
   * Leave a copy of a node that is about to disappear, and animate it away.
   * @param {Element} node
   * @param {Element} target
   */
  function leave(node, target) {
    if (still || !ground) return;
    const box = oldBoxes.get(node);
    if (!box?.width) return;
    const ghost = document.createElement('div');
    ghost.className = 'ghost';
    ghost.setAttribute('aria-hidden', 'true');
    ghost.append(node.cloneNode(true));
    for (const [name, value] of Object.entries({
      left: box.left - ground.left,
      top: box.top - ground.top,
      width: box.width,
      height: box.height,
    }))
      ghost.style.setProperty(name, `${value}px`);
    departures.push({ ghost, box, target });
  }

  /** @type {Moves} */
  const moves = {
    addDealt: (node) => void (still || dealtCards.push(node)),
    addTurned: (node) => void (still || turned.push(node)),
    addCleared: (list) => list.querySelectorAll('.card').forEach((card) => leave(card, kit.rack)),
    addPlaced: (node, from, seat) => void (still || placedChips.push({ node, from, seat })),
    addTaken: (node) => leave(node, kit.tray),
  };

  function go() {
    if (still || !(dealtCards.length + turned.length + placedChips.length + departures.length)) return;
    const center = ground ?? felt.getBoundingClientRect();
    const boxes = new Map(
      [...dealtCards, ...placedChips.map((each) => each.node)].map((node) => [node, node.getBoundingClientRect()]),
    );
    const [shoe, tray, rack] = [kit.shoe, kit.tray, kit.rack].map((node) => visibleBox(node, center));
    const seats = new Map(placedChips.map(({ seat }) => [seat, visibleBox(seat, center)]));
    const box = (/** @type {Element} */ node) => boxes.get(node) ?? center;
    for (const { ghost, box: from, target } of departures) {
      felt.append(ghost);
      fly(ghost, from, target === kit.rack ? rack : tray, false, TAKEN, 0).finished.then(
        () => ghost.remove(),
        () => ghost.remove(),
      );
    }
    const gap = Math.min(BETWEEN, (BETWEEN * MOST) / Math.max(1, dealtCards.length));
    dealtCards.forEach((node, at) => fly(node, box(node), shoe, true, CARD, at * gap));
    const after = dealtCards.length ? dealtCards.length * gap : 0;
    turned.forEach((node, at) => flip(node, after + at * 60));
    const delay = departures.length ? TAKEN : 0; // losing chips leave before winning chips arrive
    for (const { node, from, seat } of placedChips)
      fly(node, box(node), from === 'tray' ? tray : (seats.get(seat) ?? tray), true, CHIP, from === 'tray' ? delay : 0);
  }
  return { moves, go };
}

/**
 * The box of a node, or the center of the dealer's side if the node is hidden.
 * @param {Element} node
 * @param {DOMRect} ground
 */
function visibleBox(node, ground) {
  const box = node.getBoundingClientRect();
  return box.width ? box : new DOMRect(ground.left + ground.width / 2 - 20, ground.top, 40, 20);
}

/**
 * @param {Element} node
 * @param {DOMRect} box its position
 * @param {DOMRect} other
 * @param {boolean} isArriving
 * @param {number} duration
 * @param {number} delay
 */
function fly(node, box, other, isArriving, duration, delay) {
  const dx = other.left + other.width / 2 - box.left - box.width / 2;
  const dy = other.top + other.height / 2 - box.top - box.height / 2;
  const away = { translate: `${dx}px ${dy}px`, opacity: 0.2 };
  const home = { translate: '0 0', opacity: 1 };
  const frames = isArriving
    ? [away, { opacity: 1, offset: 0.2 }, home]
    : [home, { opacity: 1, offset: 0.8 }, { ...away, opacity: 0 }];
  return node.animate(frames, { duration, delay, easing: EASE, fill: isArriving ? 'backwards' : 'forwards' });
}

/**
 * @param {Element} node
 * @param {number} delay
 */
function flip(node, delay) {
  node.animate([{ scale: '0 1' }, { scale: '1 1' }], { duration: FLIP, delay, easing: 'ease-out', fill: 'backwards' });
}
