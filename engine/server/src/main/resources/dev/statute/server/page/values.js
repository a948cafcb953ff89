import { h } from './dom.js';

const LONG = 160;

/** Shows plain values as a tree that opens and closes; `name` is what stands before the value. */
export function valueTree(value, name = null, open = true) {
  if (value !== null && typeof value === 'object') {
    const entries = Array.isArray(value) ? value.map((item, index) => [index, item]) : Object.entries(value);
    if (!entries.length) return line(name, h('span', { class: 'v-none' }, Array.isArray(value) ? '[ ]' : '{ }'));
    const count = `${entries.length} ${Array.isArray(value) ? 'items' : entries.length === 1 ? 'field' : 'fields'}`;
    if (name === null) return h('div', { class: 'tree' }, entries.map(([key, item]) => valueTree(item, key, entries.length < 12)));
    return h('details', { class: 'v', open: open && entries.length < 8 },
      h('summary', null, h('span', { class: 'k' }, name), ' ', h('span', { class: 'soft small' }, count)),
      h('div', { class: 'tree in' }, entries.map(([key, item]) => valueTree(item, key, false))));
  }
  return line(name, scalar(value));
}

function line(name, value) {
  return h('div', { class: 'v' }, name === null ? null : [h('span', { class: 'k' }, name), ' '], value);
}

function scalar(value) {
  if (typeof value !== 'string') return h('span', { class: value === null ? 'v-none' : 'v-num' }, String(value));
  if (value === '') return h('span', { class: 'v-none' }, 'empty');
  if (value.length <= LONG) return h('span', { class: 'v-text' }, value);
  return h('details', { class: 'v-long' }, h('summary', null, value.slice(0, LONG) + ' …'), h('span', { class: 'v-text' }, value));
}
