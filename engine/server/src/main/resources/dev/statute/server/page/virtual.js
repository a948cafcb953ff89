import { h } from './dom.js';

const AROUND = 8;

/** Rows of one height, of which only those near the window are in the document. The page itself scrolls. */
export class VirtualRows {
  node = h('ol', { class: 'rows' });
  #render;
  #height;
  #items = [];
  #shown = new Map();
  #frame = 0;
  #moved = () => { this.#frame ||= requestAnimationFrame(() => this.#draw()); };

  /** `render(item)` makes the node of an item; `height()` is the height of a row in pixels. */
  constructor(render, { height }) {
    this.#render = render;
    this.#height = height;
    addEventListener('scroll', this.#moved, { passive: true });
    addEventListener('resize', this.#moved);
    this.node.addEventListener('keydown', event => this.#key(event));
  }

  /** Shows these items, each with an `id`. */
  show(items) {
    this.#items = items;
    this.#draw(true);
  }

  /** Makes the rows in view anew, as what they say may depend on the time. */
  refresh() {
    this.#draw(true);
  }

  close() {
    removeEventListener('scroll', this.#moved);
    removeEventListener('resize', this.#moved);
  }

  #draw(anew = false) {
    this.#frame = 0;
    const height = this.#height();
    const top = this.node.getBoundingClientRect().top;
    const first = Math.max(0, Math.floor(-top / height) - AROUND);
    const last = Math.min(this.#items.length, Math.ceil((innerHeight - top) / height) + AROUND);
    this.node.style.height = `${this.#items.length * height}px`;
    const wanted = new Map();
    for (let at = first; at < last; at++) wanted.set(this.#items[at].id, at);
    for (const [id, row] of this.#shown) {
      if (!wanted.has(id)) {
        row.node.remove();
        this.#shown.delete(id);
      }
    }
    let before = null;
    for (const [id, at] of wanted) {
      before = this.#place(id, at, height, anew, before);
    }
  }

  #place(id, at, height, anew, before) {
    const item = this.#items[at];
    let row = this.#shown.get(id);
    if (!row) {
      row = { node: h('li', { data: { at } }), item: null };
      this.#shown.set(id, row);
    }
    if (row.item !== item || anew) this.#content(row, item);
    row.node.style.transform = `translateY(${at * height}px)`;
    row.node.dataset.at = at;
    row.node.setAttribute('aria-posinset', at + 1);
    row.node.setAttribute('aria-setsize', this.#items.length);
    const next = before ? before.nextSibling : this.node.firstChild;
    if (next !== row.node) this.node.insertBefore(row.node, next);
    return row.node;
  }

  /** A row that has the focus keeps its node, so that a refresh takes nothing from under a keyboard. */
  #content(row, item) {
    const made = this.#render(item);
    const old = row.node.firstElementChild;
    row.item = item;
    if (!old) {
      row.node.append(made);
      return;
    }
    for (const { name, value } of [...made.attributes]) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
    if (old.innerHTML !== made.innerHTML) old.replaceChildren(...made.childNodes);
  }

  #key(event) {
    const by = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1, Home: -Infinity, End: Infinity }[event.key];
    const at = Number(event.target.closest('li')?.dataset.at);
    if (by === undefined || Number.isNaN(at)) return;
    event.preventDefault();
    this.focus(Math.min(this.#items.length - 1, Math.max(0, at + by)));
  }

  /** Moves the focus to a row, which is scrolled into view. */
  focus(at) {
    const height = this.#height();
    const top = this.node.getBoundingClientRect().top + at * height;
    if (top < 120) scrollBy(0, top - 120);
    else if (top + height > innerHeight - 20) scrollBy(0, top + height - innerHeight + 20);
    this.#draw();
    this.#shown.get(this.#items[at]?.id)?.node.firstElementChild.focus();
  }
}
