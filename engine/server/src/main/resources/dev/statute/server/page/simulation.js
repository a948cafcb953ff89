import { fill, h, icon } from './dom.js';
import { Facts } from './facts.js';
import { askPayload } from './forms.js';
import { Inputs } from './inputs.js';
import { causeText, isRefused, outcomeText } from './steps.js';
import { valueTree } from './values.js';

const ADVANCES = ['10s', '1m', '10m', '1h', '1d'];

/**
 * One instance on a virtual clock. It is played anew from its lines whenever the files change, so the state is
 * nothing but files and lines.
 */
export class Simulation {
  node = h('section', { class: 'card simulation', 'aria-label': 'Simulation' });
  lines = [];
  #onChange;
  #onTest;
  #clock = h('b', { class: 'num' });
  #undo = h('button', { type: 'button', class: 'small', on: { click: () => this.#set(this.lines.slice(0, -1)) } }, icon('undo', 14), 'Undo');
  #restart = h('button', { type: 'button', class: 'small', on: { click: () => this.#set([]) } }, 'Restart');
  #save = h('button', { type: 'button', class: 'small', on: { click: () => this.#onTest(this.#test) } }, 'Add as test');
  #log = h('ol', { class: 'log', tabindex: '0', 'aria-label': 'Steps' });
  #state = h('p', { class: 'states' });
  #facts = new Facts();
  #inputs;
  #test = '';
  #waiting = null;

  /** `onChange()` is told that other lines are to be played; `onTest(yaml)` that they become a test. */
  constructor(onChange, onTest) {
    this.#onChange = onChange;
    this.#onTest = onTest;
    this.#inputs = new Inputs(line => this.#give(line), { careful: false });
    const advance = ADVANCES.map(by => h('button', { type: 'button', class: 'small', on: { click: () => this.#set([...this.lines, { advance: by }]) } }, `+${by}`));
    fill(this.node,
      h('header', null, h('h2', null, 'Simulate'), this.#undo, this.#restart, this.#save),
      h('div', { class: 'body' },
        h('div', { class: 'clock' }, icon('clock'), this.#clock, advance, h('button', { type: 'button', class: 'small', on: { click: () => this.#record() } }, 'Record …')),
        this.#state, this.#inputs.node, this.#log, this.#facts.node));
  }

  #set(lines) {
    this.lines = lines;
    this.#onChange();
  }

  /** Gives a line; resolves when the server has played it. */
  #give(line) {
    return new Promise(resolve => {
      this.#waiting = resolve;
      this.#set([...this.lines, line]);
    });
  }

  async #record() {
    const line = await askPayload('Record of an agent', { tool: 'string', file: 'string?', command: 'string?', success: 'bool', output: 'string?', error: 'string?' }, { confirm: 'Report' });
    if (line) this.#set([...this.lines, { type: 'tool_call', ...line }]);
  }

  /** Shows what the server played; null where the files do not load. */
  show(played, events) {
    const none = !played;
    this.node.classList.toggle('off', none);
    this.#facts.node.hidden = none;
    this.#inputs.node.hidden = none;
    this.#log.hidden = none;
    for (const button of this.node.querySelectorAll('.clock button, header button')) button.disabled = none;
    this.#undo.disabled = none || !this.lines.length;
    this.#save.disabled = none || !this.lines.length;
    if (none) {
      fill(this.#state, h('span', { class: 'soft' }, 'The chart does not load yet; its problems are listed above.'));
      fill(this.#log);
      this.#inputs.show([], false);
      this.#answer({ outcome: 'rejected', message: 'the chart does not load' });
      return;
    }
    this.#test = played.test;
    this.#clock.textContent = `t = ${played.elapsed}`;
    fill(this.#state, 'in ', played.configuration.map(state => [h('span', { class: 'chip' }, state), ' ']), played.done ? h('span', { class: 'badge' }, 'ended') : null);
    this.#inputs.declare(events);
    this.#inputs.show(played.enabled, played.done);
    this.#facts.show(played);
    const at = this.#log.scrollHeight;
    fill(this.#log, played.steps.map(step => h('li', { class: isRefused(step) ? 'refused' : step.outcome },
      h('details', null, h('summary', null, h('b', null, causeOf(step)), ' ', h('span', { class: `badge ${isRefused(step) ? 'bad' : step.outcome === 'taken' || step.outcome === 'started' ? 'good' : ''}` }, step.outcome), ' ', outcomeText(step),
        (step.findings ?? []).map(found => [' ', h('span', { class: `badge ${found.level}` }, `${found.level} ${found.pattern}`)])), valueTree(step)))));
    if (this.#log.scrollHeight !== at) this.#log.scrollTop = this.#log.scrollHeight;
    this.#answer(played.steps.findLast(step => step.line === this.lines.length) ?? played.steps.at(-1));
  }

  #answer(step) {
    this.#waiting?.(step);
    this.#waiting = null;
  }
}

const causeOf = step => (step.in?.advance ? `+${step.in.advance}` : causeText(step));
