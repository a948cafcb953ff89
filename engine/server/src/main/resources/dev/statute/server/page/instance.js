import { get, instancePath, post } from './api.js';
import { fill, h, icon } from './dom.js';
import { Facts } from './facts.js';
import { Inputs } from './inputs.js';
import { Picture } from './picture.js';
import { Question } from './question.js';
import { rowOf } from './rows.js';
import { StepDetail } from './step.js';
import { isRefused } from './steps.js';
import { follow } from './stream.js';
import { Timeline } from './timeline.js';

const PAGE = 1_000;
const REFUSALS_EVERY = 2_000;

/** Payloads by event, as the forms take them; `...` stands for undeclared fields. */
function forms(events) {
  if (!Array.isArray(events)) return events ?? {};
  return Object.fromEntries(events.map(each => [each.name, each.open ? { ...each.payload, '...': 'any' } : each.payload]));
}

/** Names of the final states among these and below. */
function finals(states) {
  return states.flatMap(each => [...(each.kind === 'final' ? [each.id] : []), ...finals(each.states ?? [])]);
}

/** One instance: its chart painted live, inputs, timers, data, and its timeline. */
export function instancePage(id, onState) {
  const path = instancePath(id);
  const picture = new Picture();
  const facts = new Facts();
  const inputs = new Inputs(give);
  const question = new Question(line => inputs.give(line));
  const detail = new StepDetail(seq => get(`${path}/steps/${seq}/why`));
  const timeline = new Timeline(step => look(step));
  const head = h('div', { class: 'who-head' });
  const banner = h('div', { class: 'banner' });
  const past = h('div', { class: 'notice past', hidden: true });
  const control = new AbortController();
  const side = h('div', { class: 'side' }, question.node, inputs.node, detail.node, facts.node);
  const node = h('div', { class: 'instance' },
    h('div', { class: 'crumb' }, h('a', { href: '#/' }, icon('back', 14), ' Instances')), head, banner, past,
    h('div', { class: 'columns' }, h('div', { class: 'main' }, h('section', { class: 'card chart', 'aria-label': 'Chart' }, picture.node), timeline.node), side));
  let present = null;
  let viewed = null;
  detail.node.hidden = true;

  async function refresh() {
    const last = timeline.steps.at(-1)?.seq ?? -1;
    const [state, steps] = await Promise.all([get(path, control.signal), readSteps(last)]);
    present = state;
    timeline.add(steps);
    if (timeline.selected === null) showPresent();
    if (steps.some(step => step.in?.type)) readBeats(last);
  }

  async function readSteps(after) {
    const all = [];
    for (let from = after; ;) {
      const page = await get(`${path}/steps?limit=${PAGE}&after=${from}`, control.signal);
      all.push(...page.steps.filter(step => step.seq !== undefined));
      if (page.next === null) return all;
      from = page.next;
    }
  }

  async function readBeats(after) {
    try {
      timeline.addBeats((await get(`${path}/timeline?after=${after}`, control.signal)).beats);
    } catch { /* the cells then say less */ }
  }

  // One refresh at a time; what comes while it runs leads to one more.
  let running = null;
  let again = false;
  function soon() {
    if (running) {
      again = true;
      return running;
    }
    running = refresh().then(() => onState('live'), error => {
      if (control.signal.aborted) return;
      if (error.status === 404) gone();
      else onState('lost');
    }).finally(() => {
      running = null;
      if (again) {
        again = false;
        soon();
      }
    });
    return running;
  }

  function gone() {
    fill(node, h('div', { class: 'empty' }, h('strong', null, `There is no instance “${id}”`), h('a', { href: '#/' }, 'All instances')));
  }

  async function give(line) {
    const came = await post(`${path}/inputs`, line);
    timeline.select(null);
    await soon();
    return Array.isArray(came) ? came.at(-1) : came;
  }

  function showPresent() {
    const row = rowOf(present);
    fill(head, heading(row));
    fill(banner, stuckText(row));
    past.hidden = true;
    const ran = timeline.steps.findLast(step => step.transitions?.some(each => each.to.length) && !isRefused(step));
    picture.paint({ active: present.active ?? row.states, left: ran?.exited ?? ran?.from ?? [], ran: ran?.transitions ?? [] });
    inputs.node.hidden = false;
    inputs.show(present.enabled ?? [], row.status === 'done');
    question.show(row.asks ? timeline.steps : null, present);
    facts.show(present);
    detail.show(null);
  }

  async function look(step) {
    viewed = step?.seq ?? null;
    if (step === null) {
      if (present) showPresent();
      return;
    }
    past.hidden = false;
    fill(past, h('span', { class: 'grow' }, `As of step ${step.seq}: chart, data and progress are those of that moment.`),
      h('button', { type: 'button', on: { click: () => timeline.select(null) } }, 'Back to the present'));
    inputs.node.hidden = true;
    question.show(null);
    picture.paint({ active: step.configuration, left: step.exited ?? step.from ?? [], ran: step.transitions ?? [] });
    detail.show(step);
    try {
      const state = await get(`${path}/steps/${step.seq}`, control.signal);
      if (viewed !== step.seq) return;
      picture.paint({ active: state.active, left: step.exited ?? [], ran: step.transitions ?? [] });
      facts.show(state);
    } catch (error) {
      if (viewed === step.seq) facts.fail(error.message);
    }
  }

  function heading(row) {
    const chart = present.chart?.name ?? present.chart;
    return [
      h('h1', null, row.id),
      h('span', { class: 'soft' }, chart, present.version ? ` · version ${present.version}` : ''),
      h('span', { class: `badge ${row.status === 'live' ? 'good' : row.status === 'done' ? '' : 'bad'}` }, { live: 'at work', done: 'ended', parked: 'set aside', quarantined: 'cannot be read' }[row.status] ?? row.status),
      row.status === 'parked' ? h('button', { type: 'button', on: { click: () => act('retry') } }, 'Retry') : null,
      row.status === 'live' ? h('button', { type: 'button', class: 'small', on: { click: () => act('park') } }, 'Set aside') : null,
    ];
  }

  function stuckText(row) {
    if (row.level) {
      const found = present.stuck ?? {};
      return h('div', { class: `notice ${row.level}`, role: 'status' }, h('span', { class: `badge ${row.level}` }, row.level),
        h('span', { class: 'grow' }, h('b', null, row.pattern), ` ${row.reason}`, found.rule ? h('span', { class: 'soft small' }, ` — ${found.rule} ${found.place ?? ''}`) : null));
    }
    if (row.stuck) return h('div', { class: 'notice bad', role: 'status' }, h('span', { class: 'grow' }, present.stuck.reason || 'It was set aside.'));
    return null;
  }

  async function act(verb) {
    try {
      await post(`${path}/${verb}`, verb === 'park' ? { reason: 'set aside in the inspector' } : {});
    } catch (error) {
      fill(banner, h('div', { class: 'notice bad', role: 'alert' }, error.message));
      return;
    }
    soon();
  }

  async function begin() {
    await soon();
    if (!present || control.signal.aborted) return;
    const chart = present.chart?.name ?? present.chart;
    try {
      await Promise.all([
        picture.load(`/v1/charts/${encodeURIComponent(chart)}.svg`),
        get(`/v1/charts/${encodeURIComponent(chart)}`, control.signal).then(told => {
          inputs.declare(forms(told.events), finals(told.states));
          inputs.show(present.enabled ?? [], present.status === 'done');
        }),
      ]);
    } catch (error) {
      picture.node.append(h('p', { class: 'soft' }, `The picture cannot be shown: ${error.message}`));
    }
  }

  begin();
  const stop = follow(`${path}/stream?stay=true`, { onEvent: soon, onState });
  const timer = setInterval(() => document.hidden || soon(), REFUSALS_EVERY);
  return {
    node,
    title: id,
    close: () => {
      control.abort();
      clearInterval(timer);
      stop();
    },
  };
}
