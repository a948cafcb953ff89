import { fill, h, icon } from './dom.js';

/** A question that waits for a person, as a chart emits it in `question {text, choices}`, with a button per choice. */
export class Question {
  node = h('section', { class: 'card question', 'aria-label': 'Question', hidden: true });
  #give;
  #seq = null;

  /** `give(line)` gives an input line to the instance. */
  constructor(give) {
    this.#give = give;
  }

  /** Shows the last question among the steps; null steps hide it. */
  show(steps) {
    const asked = steps?.findLast(step => step.effects?.some(effect => effect.emit === 'question'));
    this.node.hidden = !asked;
    if (!asked || asked.seq === this.#seq) {
      if (!asked) this.#seq = null;
      return;
    }
    this.#seq = asked.seq;
    const data = asked.effects.find(effect => effect.emit === 'question').data ?? {};
    const words = h('input', { type: 'text', placeholder: 'Words for the agent, where another way is asked for', 'aria-label': 'Words for the agent' });
    const answer = choice => this.#give({ event: 'answer', data: words.value ? { choice, text: words.value } : { choice } });
    fill(this.node, h('header', null, icon('ask'), h('h2', null, 'Waits for a person')),
      h('div', { class: 'body' }, h('p', null, data.text ?? 'What should it do?'), words,
        h('div', { class: 'acts' }, (data.choices ?? []).map((choice, index) => h('button', { type: 'button', class: index === 0 ? 'primary' : null, on: { click: () => answer(choice) } }, choice)))));
  }
}
