import { getText } from './api.js';
import { h, icon } from './dom.js';
import { onTheme } from './theme.js';

const PAINT = `
  :host { display: block; width: max-content; }
  svg { --page: var(--card) !important; }
  .page { fill: none !important; }
  svg { display: block; }
  .lit > .box { fill: var(--lit) !important; stroke: var(--lit-rim) !important; stroke-width: 2.6; }
  .lit.group > .box { fill: var(--group) !important; stroke-width: 1.8; }
  .lit.region > .box { fill: none !important; stroke-width: 1.4; }
  .lit > .name, .lit > .box ~ .name { font-weight: 800; }
  .was > .box { stroke: var(--lit-rim) !important; stroke-dasharray: 5 3; stroke-width: 1.8; }
  .ran { stroke: var(--lit-rim) !important; stroke-width: 3; }
  @media (prefers-reduced-motion: no-preference) {
    .ran { stroke-dasharray: 9 5; animation: run .9s linear 3; }
    @keyframes run { from { stroke-dashoffset: 28; } to { stroke-dashoffset: 0; } }
  }
  .state { cursor: default; }
  :host { --lit: #ffe9a8; --lit-rim: #b25e00; }
  :host(.dark) { --lit: #5c4300; --lit-rim: #ffb347; }
`;

/**
 * The server's SVG has a style of its own, which follows the system's theme. The page's content security policy
 * refuses style elements, so the text becomes constructed style sheets, in which each theme is a class.
 */
function sheets(css) {
  const blocks = [...css.matchAll(/svg\s*\{([^}]*)\}/g)].map(found => found[1]);
  const rest = css.replace(/@media[^{]*\{\s*svg\s*\{[^}]*\}\s*\}/, '').replace(/svg\s*\{[^}]*\}/, '');
  return [`svg { ${blocks[0] ?? ''} } :host(.dark) svg { ${blocks[1] ?? ''} }`, rest, PAINT].map(text => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    return sheet;
  });
}

/** Parses a picture of the server; scripts and foreign content are dropped, though the server writes none. */
function parse(text) {
  let css = '';
  const plain = text.replace(/<style>([^<]*)<\/style>/, (_, style) => {
    css = style;
    return '';
  });
  const svg = new DOMParser().parseFromString(plain, 'image/svg+xml').documentElement;
  if (svg.nodeName !== 'svg') throw new Error('this is no picture');
  svg.querySelectorAll('script, style, foreignObject').forEach(node => node.remove());
  return { svg: document.importNode(svg, true), css };
}

/** A chart as a picture that can be painted, moved and scaled. */
export class Picture {
  #host = h('div', { class: 'sheet' });
  #shadow = this.#host.attachShadow({ mode: 'open' });
  #scroll = h('div', { class: 'plan', tabindex: '0', role: 'region', 'aria-label': 'Chart' }, this.#host);
  #size = { width: 1, height: 1 };
  #scale = 0;
  #painted = null;
  #source = null;

  /** The node to put on a page. */
  node = h('div', { class: 'picture' }, this.#scroll, this.#tools());

  constructor() {
    onTheme(dark => this.#host.classList.toggle('dark', dark));
    new ResizeObserver(() => this.#scale === 0 && this.#fit()).observe(this.#scroll);
    this.#drag();
  }

  /** Shows the picture of a chart of the server. */
  async load(path) {
    if (this.#source === path) return;
    this.#shadow.replaceChildren(h('p', null, 'Drawing the chart …'));
    this.show(await getText(path, 'image/svg+xml'));
    this.#source = path;
  }

  /** Shows a picture. */
  show(text) {
    const { svg, css } = parse(text);
    this.#source = null;
    this.#size = { width: Number(svg.getAttribute('width')), height: Number(svg.getAttribute('height')) };
    this.#shadow.adoptedStyleSheets = sheets(css);
    this.#shadow.replaceChildren(svg);
    this.#fit();
    if (this.#painted) this.paint(this.#painted);
  }

  /**
   * Lights states and arrows.
   *
   * `active` and `left` are ids of states; `ran` are pairs of source and targets, as a step's `transitions`.
   */
  paint({ active = [], left = [], ran = [] }) {
    this.#painted = { active, left, ran };
    const svg = this.#shadow.querySelector('svg');
    if (!svg) return;
    svg.querySelectorAll('.lit, .was, .ran').forEach(node => node.classList.remove('lit', 'was', 'ran'));
    active.forEach(id => this.#state(id)?.classList.add('lit'));
    left.filter(id => !active.includes(id)).forEach(id => this.#state(id)?.classList.add('was'));
    for (const { from, source, to } of ran) {
      const targets = to ?? [];
      for (const path of svg.querySelectorAll('path[data-from]')) {
        const begins = path.dataset.from === from || path.dataset.from === source;
        if (begins && targets.includes(path.dataset.to)) path.classList.add('ran');
      }
    }
    this.#reveal();
    this.#scroll.setAttribute('aria-label', active.length ? `Chart, active: ${active.join(', ')}` : 'Chart');
  }

  #state(id) {
    return this.#shadow.getElementById(`state-${id}`);
  }

  /**
   * Brings an active state into view where the picture is larger than its frame: the one that was entered last, or
   * the innermost one.
   */
  #reveal() {
    const { active, ran } = this.#painted;
    const entered = ran.flatMap(({ to }) => to ?? []).filter(id => active.includes(id));
    const box = this.#state(entered.at(-1) ?? active.at(-1))?.querySelector('.box');
    if (!box) return;
    const scale = this.#current();
    const x = Number(box.getAttribute('x')) * scale;
    const y = Number(box.getAttribute('y')) * scale;
    const width = Number(box.getAttribute('width')) * scale;
    const height = Number(box.getAttribute('height')) * scale;
    const view = this.#scroll;
    const outside = x < view.scrollLeft || x + width > view.scrollLeft + view.clientWidth
      || y < view.scrollTop || y + height > view.scrollTop + view.clientHeight;
    if (outside) view.scrollTo({ left: x + width / 2 - view.clientWidth / 2, top: y + height / 2 - view.clientHeight / 2 });
  }

  #current() {
    return this.#scale || this.#fitting();
  }

  #fitting() {
    const { clientWidth, clientHeight } = this.#scroll;
    if (!clientWidth) return 1;
    const whole = Math.min(clientWidth / this.#size.width, clientHeight / this.#size.height, 1.25);
    return Math.max(whole, Math.min(0.62, clientWidth / 420));
  }

  #fit() {
    const scale = this.#current();
    const svg = this.#shadow.querySelector('svg');
    if (!svg) return;
    svg.setAttribute('width', Math.floor(this.#size.width * scale));
    svg.setAttribute('height', Math.floor(this.#size.height * scale));
  }

  #zoom(factor) {
    this.#scale = factor === 0 ? 0 : Math.min(3, Math.max(0.15, this.#current() * factor));
    this.#fit();
    if (this.#painted) this.#reveal();
  }

  #tools() {
    const tool = (name, label, factor) => h('button', {
      type: 'button', class: 'icon', 'aria-label': label, title: label, on: { click: () => this.#zoom(factor) },
    }, icon(name, 15));
    return h('div', { class: 'tools' }, tool('plus', 'Larger', 1.25), tool('minus', 'Smaller', 0.8), tool('fit', 'Fit', 0));
  }

  #drag() {
    let from = null;
    const view = this.#scroll;
    view.addEventListener('pointerdown', event => {
      if (event.pointerType !== 'mouse' || event.button !== 0) return;
      from = { x: event.clientX + view.scrollLeft, y: event.clientY + view.scrollTop };
      view.setPointerCapture(event.pointerId);
    });
    view.addEventListener('pointermove', event => {
      if (from) view.scrollTo(from.x - event.clientX, from.y - event.clientY);
    });
    view.addEventListener('pointerup', () => { from = null; });
    view.addEventListener('keydown', event => {
      if (event.key === '+') this.#zoom(1.25);
      else if (event.key === '-') this.#zoom(0.8);
      else if (event.key === '0') this.#zoom(0);
    });
  }
}
