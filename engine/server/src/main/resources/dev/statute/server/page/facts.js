import { fill, h, icon } from './dom.js';
import { timerOf } from './rows.js';
import { duration, everySecond, left, millis } from './time.js';
import { valueTree } from './values.js';

/** Timers, data and progress of an instance, now or as of a step. */
export class Facts {
  node = h('section', { class: 'facts' });
  #timers = h('section', { class: 'card', 'aria-label': 'Waits for' });
  #data = h('section', { class: 'card', 'aria-label': 'Data' });
  #progress = h('section', { class: 'card', 'aria-label': 'Progress' });
  #key = '';

  constructor() {
    fill(this.node, this.#timers, this.#data, this.#progress);
  }

  /** Shows `timers`, `data`, `fields` and `progress` of a state that the server gave. */
  show(state) {
    const { timers = [], data = {}, progress = {}, at = null, output = null } = state;
    const { elapsedMs, ...steady } = progress ?? {};
    const key = JSON.stringify([timers, data, steady, at, output]);
    if (key === this.#key) return;
    this.#key = key;
    this.#timers.hidden = !timers.length;
    fill(this.#timers, h('header', null, h('h2', null, 'Waits for')), h('div', { class: 'body' }, h('ul', { class: 'timers' }, timers.map(each => timer(timerOf(each), at)))));
    this.#data.hidden = !Object.keys(data ?? {}).length;
    fill(this.#data, h('header', null, h('h2', null, 'Data')), h('div', { class: 'body' }, valueTree(data ?? {}), output ? [h('h3', null, 'Output'), valueTree(output)] : null));
    const counters = Object.entries(progress ?? {}).filter(([, value]) => value !== 0);
    this.#progress.hidden = !counters.some(([name]) => name !== 'elapsedMs');
    fill(this.#progress, h('header', null, h('h2', null, 'Progress')), h('div', { class: 'body' }, h('dl', { class: 'counters' }, counters.map(([name, value]) => h('div', null, h('dt', null, name.replace(/Ms$/, '')), h('dd', { class: 'num' }, name.endsWith('Ms') ? duration(value) : value.toLocaleString()))))));
  }

  /** Says why nothing can be shown. */
  fail(message) {
    this.#key = '';
    this.#timers.hidden = true;
    this.#progress.hidden = true;
    this.#data.hidden = false;
    fill(this.#data, h('div', { class: 'body soft' }, `The state of that moment cannot be shown: ${message}`));
  }
}

/** A timer counts down in the present; of a past moment it says when it was due. */
function timer(each, at) {
  const rest = h('b', { class: 'num' });
  const node = h('li', null, icon('clock', 15), h('span', { class: 'grow' }, each.kind === 'after' ? `leaves ${each.name}` : each.name, each.denied ? h('span', { class: 'soft' }, ` denied ${each.denied === 1 ? 'once' : `${each.denied} times`}, offered again`) : null, each.event && each.event !== each.name ? h('span', { class: 'soft' }, ` → ${each.event}`) : null), rest);
  if (!each.due) rest.textContent = '';
  else if (at) rest.textContent = `in ${duration(millis(each.due) - millis(at))}`;
  else queueMicrotask(() => everySecond(node, () => { rest.textContent = left(each.due); }));
  return node;
}
