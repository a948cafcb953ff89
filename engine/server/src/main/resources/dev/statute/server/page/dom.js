/**
 * Creates an element. Texts become text nodes: nothing that a server or a log says is ever parsed as HTML.
 * Properties: `class`, `on` (map of listeners), `style` (map of properties), `data` (map), others as attributes;
 * false, null and undefined leave an attribute out.
 */
export function h(tag, props, ...children) {
  const node = document.createElement(tag);
  apply(node, props ?? {});
  append(node, children);
  return node;
}

const SVG = 'http://www.w3.org/2000/svg';

/** Creates an element of SVG. */
export function s(tag, props, ...children) {
  const node = document.createElementNS(SVG, tag);
  apply(node, props ?? {});
  append(node, children);
  return node;
}

function apply(node, props) {
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === 'class') node.setAttribute('class', value);
    else if (name === 'on') for (const [type, heard] of Object.entries(value)) node.addEventListener(type, heard);
    else if (name === 'style') for (const [key, text] of Object.entries(value)) node.style.setProperty(key, text);
    else if (name === 'data') Object.assign(node.dataset, value);
    else if (name === 'value') node.value = value;
    else node.setAttribute(name, value === true ? '' : value);
  }
}

/** Appends nodes and texts; lists are flattened, and what is not there is skipped. */
export function append(node, children) {
  for (const child of children.flat(Infinity)) {
    if (child === undefined || child === null || child === false || child === '') continue;
    node.append(child instanceof Node ? child : String(child));
  }
}

/** A number with its noun: `1 step`, `2 steps`. */
export const counted = (number, noun) => `${number} ${noun}${number === 1 ? '' : 's'}`;

/** Replaces the content of a node. */
export function fill(node, ...children) {
  node.replaceChildren();
  append(node, children);
  return node;
}

const PATHS = {
  logo: 'M4 5h9a4 4 0 0 1 0 8H9M4 5v14h9a4 4 0 0 0 3.5-6M4 12h3',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 2v2M12 20v2M4.9 4.9l1.4 1.4M17.7 17.7l1.4 1.4M2 12h2M20 12h2M4.9 19.1l1.4-1.4M17.7 6.3l1.4-1.4',
  moon: 'M20 14.5A8.5 8.5 0 1 1 9.5 4a7 7 0 0 0 10.5 10.5z',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 7v5l3 2',
  back: 'M15 5l-7 7 7 7',
  next: 'M9 5l7 7-7 7',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  fit: 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5',
  ask: 'M9 9a3 3 0 1 1 4 2.8c-.8.4-1 .9-1 1.7M12 17.5v.01M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18',
  warn: 'M12 4l9 16H3zM12 10v4M12 17v.01',
  stop: 'M8 3h8l5 5v8l-5 5H8l-5-5V8zM9 9l6 6M15 9l-6 6',
  undo: 'M8 6L4 10l4 4M4 10h10a5 5 0 0 1 0 10h-3',
  down: 'M12 4v11M7 11l5 5 5-5M5 20h14',
  link: 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1',
  play: 'M7 4l13 8-13 8z',
  check: 'M5 12l5 5 9-10',
  cross: 'M6 6l12 12M18 6L6 18',
};

/** Creates a decorative icon of 16 by 16 pixels. */
export function icon(name, size = 16) {
  return s('svg', {
    width: size, height: size, viewBox: '0 0 24 24', fill: 'none', stroke: 'currentColor', 'stroke-width': 2,
    'stroke-linecap': 'round', 'stroke-linejoin': 'round', 'aria-hidden': 'true',
  }, s('path', { d: PATHS[name] }));
}

/** Says something to readers of screens. */
export function announce(text) {
  const said = document.getElementById('said');
  if (said) said.textContent = text;
}
