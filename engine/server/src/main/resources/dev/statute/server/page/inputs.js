import { ServerError } from './api.js';
import { announce, fill, h } from './dom.js';
import { askPayload } from './forms.js';
import { isRefused, outcomeText, reasonOf, ruleOf } from './steps.js';

/**
 * The inputs that mean something now: enabled ones as buttons, refused ones greyed with the reason of the rule. A
 * button with `…` asks first: for a payload, or because what follows cannot be taken back.
 *
 * `send(line)` gives an input line to the instance and resolves to the output line. Without `careful`, as in a
 * simulation, moves and ends are not asked about.
 */
export class Inputs {
  node = h('section', { class: 'card inputs', 'aria-label': 'Inputs' });
  #send;
  #careful;
  #events = {};
  #finals = new Set();
  #told = h('p', { class: 'told small', role: 'status' });
  #buttons = h('div', { class: 'body' });
  #key = '';

  constructor(send, { careful = true } = {}) {
    this.#send = send;
    this.#careful = careful;
    fill(this.node, h('header', null, h('h2', null, 'Inputs')), this.#buttons, this.#told);
  }

  /** Takes the payloads that the chart declares, by event, and the names of its final states. */
  declare(events, finals = []) {
    this.#events = events ?? {};
    this.#finals = new Set(finals);
    this.#key = '';
  }

  /** Shows what `enabled` answers: inputs with the outcome that each would have. */
  show(answers, done) {
    const key = JSON.stringify([answers, done]);
    if (key === this.#key) return;
    this.#key = key;
    const groups = [
      ['Events', answers.filter(each => each.event && !isRefused(each))],
      ['Moves', answers.filter(each => each.move && !isRefused(each))],
    ];
    const refused = answers.filter(isRefused);
    fill(this.#buttons,
      groups.map(([title, all]) => (all.length ? h('div', { class: 'group' }, h('h3', null, title), h('div', { class: 'acts' }, all.map(each => this.#button(each)))) : null)),
      refused.length ? h('div', { class: 'group' }, h('h3', null, 'Refused now'), h('ul', { class: 'refused' }, refused.map(refusal))) : null,
      done ? h('p', { class: 'soft' }, 'The instance has ended; it takes no more inputs.')
        : answers.length ? null : h('p', { class: 'soft' }, 'Nothing is listened to in this state.'),
      done ? null : h('div', { class: 'group' }, h('button', { type: 'button', class: 'quiet small', on: { click: () => this.#other() } }, 'Send another input …')));
  }

  #button(answer) {
    const to = (answer.to ?? []).join(', ');
    const asks = this.#fields(answer) !== null || this.#consequence(answer) !== null;
    return h('button', {
      type: 'button', title: to ? `leads to ${to}` : null, 'aria-haspopup': asks ? 'dialog' : null,
      on: { click: () => this.#press(answer) },
    }, answer.event ?? answer.move, asks ? ' …' : null);
  }

  /** The payload to ask for, or null; an event of which nothing is declared may have any. */
  #fields(answer) {
    if (!answer.event) return null;
    const fields = this.#events[answer.event] ?? { '...': 'any' };
    return Object.keys(fields).length ? fields : null;
  }

  /** What a press leads to that is asked about, or null: a move passes by the chart's events, an end is for good. */
  #consequence(answer) {
    if (!this.#careful) return null;
    const to = answer.to ?? [];
    const ends = to.filter(state => this.#finals.has(state));
    if (ends.length) return `This leads to ${ends.join(', ')}, which is final.`;
    return answer.move ? `This moves it to ${to.length ? to.join(', ') : answer.move}, whatever it waits for.` : null;
  }

  async #press(answer) {
    const name = answer.event ?? answer.move;
    const line = answer.event ? { event: answer.event } : { move: answer.move };
    const fields = this.#fields(answer);
    const note = this.#consequence(answer);
    if (fields || note) {
      const { '...': open, ...declared } = fields ?? {};
      const data = await askPayload(name, declared, { open: open !== undefined, note, confirm: answer.move ? 'Move' : 'Send' });
      if (data === null) return;
      if (Object.keys(declared).length || Object.keys(data).length) line.data = data;
    }
    await this.give(line);
  }

  async #other() {
    const line = await askPayload('Input line', {}, { open: true });
    if (line && Object.keys(line).length) await this.give(line);
  }

  /** Gives an input line and says what came of it. */
  async give(line) {
    try {
      const came = await this.#send(line);
      const refused = isRefused(came);
      const said = `${line.event ?? line.move ?? line.type ?? 'input'}: ${came.outcome}${came.outcome === 'taken' || refused ? ` – ${outcomeText(came)}` : ''}`;
      this.#say(said, refused);
      return came;
    } catch (error) {
      if (!(error instanceof ServerError) && !(error instanceof TypeError)) throw error;
      this.#say(error.message, true);
      return null;
    }
  }

  #say(text, bad) {
    this.#told.classList.toggle('bad', bad);
    this.#told.textContent = text;
    announce(text);
  }
}

function refusal(answer) {
  const by = ruleOf(answer);
  return h('li', null,
    h('button', { type: 'button', disabled: true }, answer.event ?? answer.move),
    h('span', { class: 'small' }, reasonOf(answer) ?? answer.outcome,
      by ? h('span', { class: 'soft' }, ` — ${by.rule}${by.place ? ` (${by.place})` : ''}`) : null));
}
