/**
 * A description of elements, and bringing the document in line with it.
 *
 * Lives here: `h` (describe), `memo` (describe once) and `render` (change only what differs, so that focus, scrolling and
 * running animations stay). Text is only ever text: nothing here reads HTML. Must not: know the game.
 */

/**
 * @typedef {object} Described
 * @property {string} tag
 * @property {string | number | undefined} key - tells an element from its siblings
 * @property {Props} props
 * @property {(Described | string)[]} children
 */
/** @typedef {Described | string | number | null | undefined | false | readonly any[]} Child */
/**
 * Attributes by name; `on…` are handlers, `style` sets custom properties, `onmount` is called once with
 * the element, when it is in the document.
 * @typedef {{ key?: string | number, style?: Record<string, string | number>, onmount?: (element: any) => void, [name: string]: unknown }} Props
 */

const SVG = "http://www.w3.org/2000/svg";
const SVG_TAGS = new Set(["svg", "path", "circle", "rect", "g"]);

/** @type {WeakMap<Node, Described>} */
const drawn = new WeakMap();

/**
 * Describe an element.
 * @param {string} tag
 * @param {Props | null} [props]
 * @param {...Child} children
 * @returns {Described}
 */
export function h(tag, props, ...children) {
  /** @type {(Described | string)[]} */
  const flat = [];
  flatten(children, flat);
  return { tag, key: props?.key, props: props ?? {}, children: flat };
}

/** @type {WeakMap<object, { depends: readonly unknown[], what: Described }>} */
const memos = new WeakMap();

/**
 * The same description as before while what it depends on is the same; `render` then skips it.
 * @param {object} about - a value of the state, never changed in place
 * @param {readonly unknown[]} depends - what else it shows
 * @param {() => Described} describe
 */
export function memo(about, depends, describe) {
  const known = memos.get(about);
  if (known !== undefined && known.depends.every((value, i) => value === depends[i])) return known.what;
  const what = describe();
  memos.set(about, { depends, what });
  return what;
}

/** What waits until its element is in the document. @type {(() => void)[]} */
const mounts = [];

/**
 * Bring what is in `root` in line with a description.
 * @param {Element} root
 * @param {Child} what
 */
export function render(root, what) {
  /** @type {(Described | string)[]} */
  const flat = [];
  flatten([what], flat);
  patchChildren(root, flat);
  for (const mount of mounts.splice(0)) mount();
}

/**
 * @param {readonly Child[]} children
 * @param {(Described | string)[]} into
 */
function flatten(children, into) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    if (Array.isArray(child)) flatten(child, into);
    else into.push(typeof child === "number" ? String(child) : /** @type {Described | string} */ (child));
  }
}

/**
 * @param {Element} parent
 * @param {(Described | string)[]} children
 */
function patchChildren(parent, children) {
  /** @type {Map<string, Node[]>} */
  const known = new Map();
  for (const node of parent.childNodes) {
    const from = drawn.get(node);
    const name = from === undefined ? "#text" : nameOf(from);
    const same = known.get(name);
    if (same === undefined) known.set(name, [node]);
    else same.push(node);
  }
  const placed = children.map((child) => {
    const reused = known.get(typeof child === "string" ? "#text" : nameOf(child))?.shift();
    return { child, node: reused ?? create(child), isNew: reused === undefined };
  });
  // What is left over goes first: moving the other elements around it would cost them their focus.
  for (const left of known.values()) for (const node of left) parent.removeChild(node);
  let at = parent.firstChild;
  for (const { child, node, isNew } of placed) {
    if (node === at) at = at.nextSibling;
    else parent.insertBefore(node, at);
    if (!isNew) update(node, child);
    else if (typeof child !== "string" && child.props.onmount !== undefined) mounts.push(() => child.props.onmount?.(node));
  }
}

/** @param {Described} what */
function nameOf(what) {
  return what.key === undefined ? what.tag : `${what.tag}#${what.key}`;
}

/** @param {Described | string} what */
function create(what) {
  if (typeof what === "string") return document.createTextNode(what);
  const element = SVG_TAGS.has(what.tag) ? document.createElementNS(SVG, what.tag) : document.createElement(what.tag);
  drawn.set(element, what);
  for (const [name, value] of Object.entries(what.props)) setProp(element, name, undefined, value);
  patchChildren(element, what.children);
  // A select shows its value only once it has its options.
  if ("value" in what.props) setProp(element, "value", undefined, what.props["value"]);
  return element;
}

/**
 * @param {Node} node
 * @param {Described | string} what
 */
function update(node, what) {
  if (typeof what === "string") {
    if (node.nodeValue !== what) node.nodeValue = what;
    return;
  }
  const before = drawn.get(node);
  if (before === what) return;
  const element = /** @type {Element} */ (node);
  drawn.set(node, what);
  for (const name of Object.keys(before?.props ?? {})) {
    if (!(name in what.props)) setProp(element, name, before?.props[name], undefined);
  }
  for (const [name, value] of Object.entries(what.props)) setProp(element, name, before?.props[name], value);
  patchChildren(element, what.children);
}

/**
 * @param {Element} element
 * @param {string} name
 * @param {unknown} before
 * @param {unknown} value
 */
function setProp(element, name, before, value) {
  if (name === "key" || name === "onmount") return;
  if (name === "style") {
    const style = /** @type {HTMLElement} */ (element).style;
    const old = /** @type {Record<string, unknown>} */ (before ?? {});
    const now = /** @type {Record<string, unknown>} */ (value ?? {});
    for (const property of Object.keys(old)) if (!(property in now)) style.removeProperty(property);
    for (const [property, wanted] of Object.entries(now)) {
      if (old[property] !== wanted) style.setProperty(property, String(wanted));
    }
  } else if (name.startsWith("on")) {
    /** @type {any} */ (element)[name] = value ?? null;
  } else if (name === "value" || name === "checked") {
    const field = /** @type {any} */ (element);
    if (field[name] !== value) field[name] = value ?? "";
  } else if (before !== value) {
    if (value === undefined || value === null || value === false) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
}
