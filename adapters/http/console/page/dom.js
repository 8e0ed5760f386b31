// Elements are made here and nowhere else. Text is set as text: values of the API are never read
// as markup.

const svgSpace = 'http://www.w3.org/2000/svg';

let unnamed = 0;

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? '' : String(value));
  }
  node.append(...children.flat(Infinity).filter((c) => c !== null && c !== undefined && c !== false));
  return node;
}

/** Makes an HTML element. Children are nodes or texts; null and false are skipped. */
export function h(tag, attributes, ...children) {
  const node = fill(document.createElement(tag), attributes, children);
  // Browsers fill fields in by their names.
  if ((tag === 'input' || tag === 'select') && !node.id && !node.name) node.name = attributes?.['data-focus'] ?? `${tag}-${++unnamed}`;
  return node;
}

/** Makes an SVG element. */
export function s(tag, attributes, ...children) {
  return fill(document.createElementNS(svgSpace, tag), attributes, children);
}

/** Shows a new content unless it looks like the present content. */
export function show(place, ...content) {
  const fresh = content.flat(Infinity).filter(Boolean);
  const focus = document.activeElement?.dataset?.focus;
  const inside = place.contains(document.activeElement);
  place.replaceChildren(...fresh);
  if (inside && focus) place.querySelector(`[data-focus="${CSS.escape(focus)}"]`)?.focus({ preventScroll: true });
}

/**
 * Makes the children of a place those of a list. A child whose entry is as it
 * was stays, with its focus and whatever was opened in it.
 */
export function keep(place, list, idOf, make) {
  const old = new Map([...place.children].map((node) => [node.dataset.id, node]));
  const next = list.map((entry) => {
    const id = String(idOf(entry));
    const text = JSON.stringify(entry);
    const there = old.get(id);
    if (there && there.entryText === text) return there;
    const node = make(entry, there);
    node.dataset.id = id;
    node.entryText = text;
    return node;
  });
  const same = next.length === place.children.length && next.every((node, i) => place.children[i] === node);
  if (!same) show(place, next);
}

/** A button with the look of a button. */
export function button(text, onclick, attributes) {
  return h('button', { type: 'button', onclick, ...attributes }, text);
}
