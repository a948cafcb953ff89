import { fill, h, icon } from './dom.js';
import { tokens } from './highlight.js';

const MOST_COLOURED = 60_000;

/** A text editor with line numbers, colours, and problems at their place. */
export class Editor {
  node;
  #area;
  #mirror = h('pre', { class: 'mirror', 'aria-hidden': 'true' });
  #gutter = h('pre', { class: 'gutter num', 'aria-hidden': 'true' });
  #list = h('ol', { class: 'problems' });
  #language;
  #problems = [];
  #at = -1;

  /**
   * @param name of the file, as the server calls it
   * @param language `yaml` or `drl`
   * @param onChange called after each change
   * @param extras nodes for the head of the pane
   */
  constructor(name, language, onChange, extras = []) {
    this.#language = language;
    this.#area = h('textarea', { spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off', wrap: 'off', 'aria-label': name, 'aria-describedby': `list-${name}` });
    this.#list.id = `list-${name}`;
    this.#area.addEventListener('input', () => {
      this.#draw();
      onChange();
    });
    this.#area.addEventListener('scroll', () => this.#scroll());
    this.#area.addEventListener('keydown', event => this.#key(event, onChange));
    this.node = h('section', { class: 'card pane', data: { file: name }, 'aria-label': name },
      h('header', null, h('h2', { class: 'file' }, name), extras,
        h('button', { type: 'button', class: 'quiet icon', 'aria-label': `Download ${name}`, title: `Download ${name}`, on: { click: () => this.#download(name) } }, icon('down', 15))),
      h('div', { class: 'code' }, this.#gutter, h('div', { class: 'text' }, this.#mirror, this.#area)), this.#list);
  }

  get text() {
    return this.#area.value;
  }

  set text(value) {
    this.#area.value = value;
    this.#draw();
  }

  /** Shows problems `{severity, code, line, column, message, fix}`. */
  show(problems) {
    this.#problems = problems;
    this.#draw();
    fill(this.#list, problems.map((problem, index) => h('li', { class: problem.severity },
      h('button', { type: 'button', class: 'quiet', on: { click: () => this.go(index) } },
        h('span', { class: 'num at' }, `${problem.line}:${problem.column}`),
        h('span', null, h('b', null, problem.code), ` ${problem.message}`, problem.fix ? h('span', { class: 'soft' }, ` — ${problem.fix}`) : null)))));
  }

  /** Moves the caret to a problem. */
  go(index) {
    const problem = this.#problems[index];
    if (!problem) return;
    this.#at = index;
    this.select(problem.line, problem.column);
  }

  /** Moves the caret to a place. */
  select(line, column) {
    const [from, to] = this.#range(line, column);
    this.#area.focus();
    this.#area.setSelectionRange(from, to);
    const height = parseFloat(getComputedStyle(this.#area).lineHeight);
    this.#area.scrollTop = Math.max(0, (line - 4) * height);
    this.#scroll();
  }

  /** First and last index of the word at a place. */
  #range(line, column) {
    const lines = this.#area.value.split('\n');
    const before = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
    const text = lines[line - 1] ?? '';
    const start = Math.min(text.length, Math.max(0, column - 1));
    const word = /^[^\s,:{}[\]()]+/.exec(text.slice(start))?.[0].length || 1;
    return [before + start, Math.min(before + text.length, before + start + word)];
  }

  #draw() {
    const text = this.#area.value;
    const lines = text.split('\n').length;
    const worst = new Map();
    for (const { line, severity } of this.#problems) if (worst.get(line) !== 'error') worst.set(line, severity);
    fill(this.#gutter, Array.from({ length: lines }, (_, index) => h('span', { class: worst.get(index + 1) }, `${index + 1}\n`)));
    const marks = this.#problems.map(({ line, column, severity }) => [...this.#range(line, column), severity]);
    fill(this.#mirror, text.length > MOST_COLOURED ? text : pieces(text, tokens(text, this.#language), marks), '\n');
    this.#scroll();
  }

  #scroll() {
    this.#mirror.style.transform = `translate(${-this.#area.scrollLeft}px, ${-this.#area.scrollTop}px)`;
    this.#gutter.style.transform = `translateY(${-this.#area.scrollTop}px)`;
  }

  #key(event, onChange) {
    if (event.key === 'F8' && this.#problems.length) {
      event.preventDefault();
      this.go((this.#at + (event.shiftKey ? -1 : 1) + this.#problems.length) % this.#problems.length);
    } else if (event.key === 'Escape') {
      this.#area.dataset.leave = 'true'; // the next Tab leaves the editor
    } else if (event.key === 'Tab' && !event.shiftKey && !this.#area.dataset.leave) {
      event.preventDefault();
      this.#area.setRangeText('  ', this.#area.selectionStart, this.#area.selectionEnd, 'end');
      this.#draw();
      onChange();
    } else if (event.key !== 'Shift') {
      delete this.#area.dataset.leave;
    }
  }

  #download(name) {
    const link = h('a', { href: URL.createObjectURL(new Blob([this.text], { type: 'text/plain' })), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1_000);
  }
}

/** Cuts a text where colours or marks begin and end. */
function pieces(text, coloured, marks) {
  const cuts = new Set([0, text.length]);
  coloured.forEach(([from, to]) => cuts.add(from).add(to));
  marks.forEach(([from, to]) => cuts.add(from).add(to));
  const ends = [...cuts].sort((a, b) => a - b);
  const nodes = [];
  let next = 0;
  for (let at = 0; at < ends.length - 1; at++) {
    const [from, to] = [ends[at], ends[at + 1]];
    while (next < coloured.length && coloured[next][1] <= from) next++;
    const colour = next < coloured.length && coloured[next][0] <= from ? coloured[next][2] : '';
    const mark = marks.find(([start, end]) => start <= from && to <= end)?.[2] ?? '';
    const part = text.slice(from, to);
    nodes.push(colour || mark ? h('span', { class: `${colour} ${mark ? `wrong ${mark}` : ''}`.trim() }, part) : part);
  }
  return nodes;
}
