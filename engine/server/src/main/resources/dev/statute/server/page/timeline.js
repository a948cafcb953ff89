import { counted, fill, h } from './dom.js';
import { causeKind, causeText, effectColour, isRefused, levelColour, levelOf, outcomeText, tone } from './steps.js';
import { moment } from './time.js';

const SHOWN = 600;

/**
 * All steps of an instance as one strip, with a scrubber. Cells look as on the page of `statute scan`: the colour is
 * the kind of work, a flag a finding, a dot a failure.
 */
export class Timeline {
  node = h('section', { class: 'card timeline', 'aria-label': 'Timeline' });
  #onSelect;
  #steps = [];
  #beats = new Map();
  #cells = new Map();
  #selected = null;
  #first = 0;
  #strip = h('div', { class: 'strip', tabindex: '0', role: 'group', 'aria-label': 'Steps; arrow keys select one' });
  #range = h('input', { type: 'range', min: '0', max: '0', step: '1', 'aria-label': 'Step' });
  #live = h('button', { type: 'button', class: 'small', on: { click: () => this.select(null) } }, 'Live');
  #label = h('span', { class: 'small num', role: 'status' });

  /** `onSelect(step)` is told which step is looked at; null = the present. */
  constructor(onSelect) {
    this.#onSelect = onSelect;
    this.#range.addEventListener('input', () => this.select(this.#steps[Number(this.#range.value)]?.seq ?? null));
    this.node.addEventListener('keydown', event => this.#key(event));
    fill(this.node, h('header', null, h('h2', null, 'Timeline'), this.#label, this.#live), h('div', { class: 'body' }, this.#strip, this.#range, legend()));
  }

  /** All steps that are known, oldest first. */
  get steps() {
    return this.#steps;
  }

  /** Number of the step that is looked at; null = the present. */
  get selected() {
    return this.#selected;
  }

  /** Adds steps at the end; those that are there already are left out. */
  add(steps) {
    const last = this.#steps.at(-1)?.seq ?? -1;
    const fresh = steps.filter(step => step.seq > last);
    if (!fresh.length) return;
    this.#steps.push(...fresh);
    this.#range.max = String(this.#steps.length - 1);
    if (this.#selected === null) this.#window(this.#steps.length);
    this.#mark();
  }

  /** Takes what the tracker made of records: kind of work, gain, failure; by number of the step. */
  addBeats(beats) {
    for (const beat of beats) {
      this.#beats.set(beat.seq, beat);
      const cell = this.#cells.get(beat.seq);
      if (cell) dress(cell, this.#at(beat.seq), beat);
    }
  }

  #at(seq) {
    const guess = this.#steps[seq - (this.#steps[0]?.seq ?? 0)];
    return guess?.seq === seq ? guess : this.#steps.find(step => step.seq === seq);
  }

  /** Looks at a step; null = the present. */
  select(seq) {
    if (seq === this.#selected) return;
    this.#selected = seq;
    const index = seq === null ? this.#steps.length : this.#steps.findIndex(step => step.seq === seq);
    if (index < this.#first || index >= this.#first + SHOWN) this.#window(Math.min(this.#steps.length, index + SHOWN / 2));
    this.#mark();
    this.#onSelect(seq === null ? null : this.#at(seq));
  }

  /** Puts the cells before an index into the document. */
  #window(end) {
    const first = Math.max(0, end - SHOWN);
    const wanted = this.#steps.slice(first, first + SHOWN);
    const seqs = new Set(wanted.map(step => step.seq));
    for (const [seq, cell] of this.#cells) {
      if (!seqs.has(seq)) {
        cell.remove();
        this.#cells.delete(seq);
      }
    }
    this.#first = first;
    const prepend = [];
    for (const step of wanted) {
      if (this.#cells.has(step.seq)) continue;
      const cell = this.#cell(step);
      const newest = this.#strip.lastElementChild;
      if (newest && Number(newest.dataset.seq) < step.seq) this.#strip.append(cell);
      else if (!newest) this.#strip.append(cell);
      else prepend.push(cell);
    }
    if (prepend.length) this.#strip.prepend(...prepend);
  }

  #cell(step) {
    const cell = h('span', { class: 'beat', data: { seq: step.seq } });
    cell.addEventListener('click', () => {
      this.select(step.seq);
      this.#strip.focus({ preventScroll: true });
    });
    dress(cell, step, this.#beats.get(step.seq));
    this.#cells.set(step.seq, cell);
    return cell;
  }

  #mark() {
    this.#strip.querySelector('.chosen')?.classList.remove('chosen');
    const live = this.#selected === null;
    const index = live ? this.#steps.length - 1 : this.#steps.findIndex(step => step.seq === this.#selected);
    const step = this.#steps[index];
    this.#range.value = String(Math.max(0, index));
    this.#range.setAttribute('aria-valuetext', step ? `step ${step.seq}, ${causeText(step)}, ${step.outcome}` : 'no step');
    this.#live.hidden = live;
    this.#label.textContent = step ? (live ? counted(this.#steps.length, 'step') : `step ${step.seq} · ${causeText(step)} · ${moment(step.at)}`) : '';
    const cell = step && this.#cells.get(step.seq);
    if (!cell) return;
    if (!live) cell.classList.add('chosen');
    const top = cell.offsetTop - this.#strip.offsetTop;
    if (top < this.#strip.scrollTop || top + 42 > this.#strip.scrollTop + this.#strip.clientHeight) this.#strip.scrollTop = top - 46;
  }

  #key(event) {
    if (event.target === this.#range || event.target.tagName === 'BUTTON') return;
    const at = this.#selected === null ? this.#steps.length : this.#steps.findIndex(step => step.seq === this.#selected);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: this.#steps.length, Escape: this.#steps.length }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.select(to >= this.#steps.length ? null : this.#steps[Math.max(0, to)]?.seq ?? null);
  }
}

/** Makes a cell look like its step. */
function dress(cell, step, beat) {
  const kind = causeKind(step);
  const call = kind === 'record' && step.in.type === 'tool_call';
  const level = levelOf(step);
  cell.className = `beat ${kind}${call ? '' : ' say'} ${tone(step)}`;
  if (beat?.value === 'nothing') cell.classList.add('nothing');
  if (beat?.failed) cell.classList.add('failed');
  cell.style.setProperty('--c', call ? effectColour(beat?.effect) : '');
  if (!call) cell.style.removeProperty('--c');
  fill(cell, h('i'), level ? h('u', { style: { '--c': levelColour(level) } }) : isRefused(step) ? h('b') : null);
  cell.title = `${step.seq} · ${causeText(step)}${beat?.summary ? ` ${beat.summary.slice(0, 100)}` : ''} · ${step.outcome}: ${outcomeText(step)}`;
}

function legend() {
  const entry = (kind, words) => h('span', null, h('span', { class: `beat ${kind}` }, h('i'), kind.includes('flag') ? h('u') : kind.includes('refused') ? h('b') : null), words);
  return h('div', { class: 'legend small', 'aria-hidden': 'true' },
    entry('event say good', 'event'), entry('move say good', 'move'), entry('timer say good', 'timer'), entry('record', 'tool call'),
    entry('event say refused', 'refused'), entry('record flag', 'finding'));
}
