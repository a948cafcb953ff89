import { append, fill, h } from './dom.js';
import { causeText, isRefused, outcomeText, reasonOf, ruleOf } from './steps.js';
import { moment } from './time.js';
import { valueTree } from './values.js';

/** What one step was, what came of it, and why; the account of the rules is that of `statute explain`. */
export class StepDetail {
  node = h('section', { class: 'card step', 'aria-label': 'Step' });
  #explain;
  #shown = null;

  /** `explain(seq)` resolves to the object of `statute explain --output json`. */
  constructor(explain) {
    this.#explain = explain;
  }

  /** Shows a step; null shows nothing. */
  async show(step) {
    this.#shown = step?.seq ?? null;
    this.node.hidden = !step;
    if (!step) return;
    const rules = h('div', { class: 'rules' }, h('p', { class: 'soft small' }, 'Asking the rules …'));
    fill(this.node,
      h('header', null, h('h2', null, `Step ${step.seq}`), h('span', { class: 'small soft num' }, moment(step.at))),
      h('div', { class: 'body' }, summary(step), rules, parts(step)));
    try {
      const explained = await this.#explain(step.seq);
      if (this.#shown === step.seq) fill(rules, account(explained));
    } catch (error) {
      if (this.#shown === step.seq) fill(rules, h('p', { class: 'small soft' }, `Not explained: ${error.message}`));
    }
  }
}

function summary(step) {
  const refused = isRefused(step);
  const by = refused ? ruleOf(step) : null;
  const said = refused ? reasonOf(step) ?? outcomeText(step) : outcomeText(step);
  return h('div', { class: 'summary' },
    h('p', { class: 'headline' }, h('b', null, causeText(step)), ' ', h('span', { class: `badge ${refused ? 'bad' : step.outcome === 'taken' || step.outcome === 'started' ? 'good' : ''}` }, step.outcome)),
    said === step.outcome ? null : h('p', null, said),
    by ? h('p', { class: 'small soft' }, `by ${by.rule}`, by.place ? h('code', null, ` ${by.place}`) : null) : null,
    (step.transitions ?? []).map(each => h('p', { class: 'small' }, `${each.from} → ${each.to.join(', ') || 'stays'}`, each.reason ? ` · ${each.reason}` : '', each.place ? h('code', { class: 'soft' }, ` ${each.place}`) : null)),
    (step.findings ?? []).map(each => h('p', { class: 'small' }, h('span', { class: `badge ${each.level}` }, each.level), ` ${each.pattern} ×${each.count}: ${each.reason} `,
      h('span', { class: 'soft' }, `by ${each.rule}`), each.place ? h('code', { class: 'soft' }, ` ${each.place}`) : null)));
}

function parts(step) {
  const given = step.in && Object.keys(step.in).length ? step.in : null;
  return [
    given ? h('details', { class: 'part' }, h('summary', null, 'Input'), valueTree(given)) : null,
    step.effects?.length ? h('details', { class: 'part', open: true }, h('summary', null, `Effects (${step.effects.length})`), valueTree(step.effects)) : null,
    step.errors?.length ? h('details', { class: 'part', open: true }, h('summary', null, 'Errors'), valueTree(step.errors)) : null,
  ];
}

/** Every rule that was asked: those that fired with their facts, the others with what they lacked. */
function account(explained) {
  const asked = explained.asked ?? [];
  const node = h('div', null);
  append(node, [
    h('h3', null, explained.layer ? `Decided by layer ${explained.layer}` : asked.length ? 'No rule decided' : 'No rule was asked'),
    (explained.change ?? []).length ? h('div', { class: 'change' }, h('p', { class: 'small' }, 'For it to go another way:'), h('ul', null, explained.change.map(each => h('li', { class: 'small' }, each)))) : null,
  ]);
  let elsewhere = 0;
  for (const question of asked) {
    const fired = question.rules.filter(rule => rule.fired);
    const lacking = question.rules.filter(rule => !rule.fired && !isElsewhere(rule));
    elsewhere += question.rules.length - fired.length - lacking.length;
    if (!fired.length && !lacking.length) continue;
    append(node, [
      h('p', { class: 'small soft about' }, `Asked about ${aboutText(question.about)}`),
      fired.length ? h('ul', { class: 'accounts' }, fired.map(ruleNode)) : null,
      lacking.length ? h('details', { class: 'lacking', open: lacking.length <= MOST_OPEN },
        h('summary', { class: 'small' }, `${lacking.length} ${lacking.length === 1 ? 'rule' : 'rules'} did not match, and what was lacking`),
        h('ul', { class: 'accounts' }, lacking.map(ruleNode))) : null,
    ]);
  }
  if (elsewhere) append(node, [h('p', { class: 'small soft' }, `${elsewhere} ${elsewhere === 1 ? 'rule is' : 'rules are'} about something else.`)]);
  return node;
}

/** So many rules that did not match are shown without being asked for. */
const MOST_OPEN = 4;

const SCOPE = /^(chart|from|to|source|event|kind|guard)\b/;

/** Whether what a rule lacked is its subject: then it is about another transition, as `statute explain` has it. */
const isElsewhere = rule => (rule.lacks?.conditions ?? []).some(each => SCOPE.test(each.condition));

function aboutText(facts) {
  return (facts ?? []).map(fact => {
    const { fact: kind, ...fields } = fact;
    const text = Object.entries(fields).filter(([, value]) => value !== '' && value !== null && typeof value !== 'object').slice(0, 5).map(([key, value]) => `${key} ${value}`).join(', ');
    return text ? `${kind}(${text})` : kind;
  }).join(', ') || 'the record';
}

function ruleNode(rule) {
  const lacks = rule.lacks;
  return h('li', { class: rule.fired ? 'fired' : 'lacking' },
    h('p', null, h('b', null, rule.rule), h('span', { class: 'soft small' }, ` ${rule.layer} `), h('code', { class: 'soft' }, rule.place)),
    lacks ? [
      lacks.pattern ? h('code', { class: 'pattern' }, lacks.pattern) : null,
      (lacks.conditions ?? []).map(each => h('p', { class: 'small' }, h('code', null, each.condition), ` saw ${text(each.saw)}, needs ${text(each.needs)}`)),
      lacks.conditions?.length ? null : h('p', { class: 'small' }, lacks.words),
    ] : (rule.facts ?? []).length ? h('details', null, h('summary', { class: 'small' }, 'on these facts'), valueTree(rule.facts.flat())) : null);
}

const text = value => (typeof value === 'string' ? value : JSON.stringify(value));
