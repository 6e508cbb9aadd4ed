// Builds and updates DOM nodes. HTML is never parsed from strings: the content security policy forbids it.

const SVG = 'http://www.w3.org/2000/svg';

/** @typedef {Node|string|number|null|undefined|false} Child */
/** @typedef {Record<string, unknown>} Attributes */

/**
 * Set attributes. `onclick` and other handlers take a function; false, null and undefined remove an attribute.
 * @param {Element} node
 * @param {Attributes} attributes
 */
export function dress(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) node.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else if (value === false || value === null || value === undefined) node.removeAttribute(name);
    else node.setAttribute(name, value === true ? '' : String(value));
  }
}

/**
 * @param {Element} node
 * @param {(Child|Child[])[]} children
 */
function fill(node, children) {
  for (const child of children.flat()) {
    if (child !== null && child !== undefined && child !== false)
      node.append(child instanceof Node ? child : String(child));
  }
}

/**
 * Create an HTML element.
 * @template {keyof HTMLElementTagNameMap} N
 * @param {N} name
 * @param {Attributes} [attributes]
 * @param {...(Child|Child[])} children
 * @returns {HTMLElementTagNameMap[N]}
 */
export function element(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  dress(node, attributes);
  fill(node, children);
  return node;
}

/**
 * Create an SVG element.
 * @template {keyof SVGElementTagNameMap} N
 * @param {N} name
 * @param {Attributes} [attributes]
 * @param {...(Child|Child[])} children
 * @returns {SVGElementTagNameMap[N]}
 */
export function shape(name, attributes = {}, ...children) {
  const node = document.createElementNS(SVG, name);
  dress(node, attributes);
  fill(node, children);
  return node;
}

/**
 * The element with an id. Throws if the page has none.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const node = document.getElementById(id);
  if (!node) throw new Error(`the page has no ${id}`);
  return node;
}

/**
 * Set the text of a node if it differs, so that a screen reader does not repeat it.
 * @param {Element} node
 * @param {string} text
 */
export function say(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/**
 * Set or remove an attribute if it differs.
 * @param {Element} node
 * @param {string} name
 * @param {string|number|boolean|null|undefined} value
 */
export function mark(node, name, value) {
  const text = value === true ? '' : value === false || value === null || value === undefined ? null : String(value);
  if (node.getAttribute(name) === text) return;
  if (text === null) node.removeAttribute(name);
  else node.setAttribute(name, text);
}

/** @type {WeakMap<Element, Map<string, Element>>} */
const childrenByKey = new WeakMap();

/**
 * Keep one child per item, matched by key. A node whose key is still there is reused, so it keeps the focus.
 * @template T
 * @template {Element} E
 * @param {Element} parent
 * @param {T[]} items
 * @param {(item: T, index: number) => string|number} keyOf
 * @param {(item: T) => E} make
 * @param {(node: E, item: T, index: number) => void} [update]
 */
export function updateChildren(parent, items, keyOf, make, update) {
  const previous = /** @type {Map<string, E>} */ (childrenByKey.get(parent) ?? new Map());
  /** @type {Map<string, E>} */
  const current = new Map();
  items.forEach((item, index) => {
    const key = String(keyOf(item, index));
    const node = previous.get(key) ?? make(item);
    previous.delete(key);
    current.set(key, node);
    update?.(node, item, index);
  });
  for (const node of previous.values()) node.remove();
  childrenByKey.set(parent, current);
  /** @type {Element|null} */
  let place = parent.firstElementChild;
  for (const node of current.values()) {
    if (place && node === place) place = place.nextElementSibling;
    else parent.insertBefore(node, place);
  }
}

/**
 * A symbol of one of the SVG files.
 * @param {string} file
 * @param {string} id
 * @param {Attributes} [attributes]
 */
export function symbol(file, id, attributes = {}) {
  return shape('use', { href: `/static/svg/${file}.svg#${id}`, ...attributes });
}
