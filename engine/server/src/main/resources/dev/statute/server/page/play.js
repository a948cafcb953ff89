import { get, getText, onTokenNeeded, post } from './api.js';
import { announce, fill, h, icon } from './dom.js';
import { Editor } from './editor.js';
import { EXAMPLE } from './example.js';
import { askPayload } from './forms.js';
import { Picture } from './picture.js';
import { pack, unpack } from './share.js';
import { Simulation } from './simulation.js';
import { themeButton } from './theme.js';

const SETTLE = 250;
const FILES = { chart: 'chart.yaml', rules: 'rules.drl', test: 'chart.test.yaml' };

const pulse = document.getElementById('pulse');
const picture = new Picture();
const simulation = new Simulation(() => soon(0), addTest);
const tests = h('section', { class: 'card tests', 'aria-label': 'Tests' });
const general = h('div', { class: 'general' });
const editors = {
  chart: new Editor(FILES.chart, 'yaml', () => soon(SETTLE)),
  rules: new Editor(FILES.rules, 'drl', () => soon(SETTLE)),
  test: new Editor(FILES.test, 'yaml', () => soon(SETTLE)),
};
let timer = null;
let round = 0;

const values = () => ({ chart: editors.chart.text, rules: editors.rules.text, test: editors.test.text, lines: simulation.lines });

function soon(wait) {
  clearTimeout(timer);
  timer = setTimeout(play, wait);
}

async function play() {
  const mine = ++round;
  const asked = values();
  say('lost', 'checking …');
  keep(asked);
  try {
    const played = await post('/v1/playground', asked);
    if (mine === round) show(played);
  } catch (error) {
    if (mine !== round) return;
    fill(general, h('div', { class: 'notice bad', role: 'alert' }, error.message));
    simulation.show(null);
    say('lost', 'not checked');
  }
}

function say(state, words) {
  pulse.className = `pulse ${state}`;
  fill(pulse, h('span', null, words));
}

function show(played) {
  fill(general, played.failure ? h('div', { class: 'notice bad', role: 'alert' }, `The engine failed on these files: ${played.failure}`) : null);
  const problems = played.problems ?? [];
  const known = new Set(Object.values(FILES));
  for (const [key, name] of Object.entries(FILES)) {
    editors[key].show(problems.filter(each => each.file === name || (key === 'chart' && !known.has(each.file))));
    tabs[key].textContent = name + (problems.some(each => each.file === name && each.severity === 'error') ? ' !' : '');
  }
  if (played.svg) picture.show(played.svg);
  const last = played.simulation?.steps.findLast(step => step.transitions?.length && step.outcome === 'taken');
  picture.paint(played.simulation ? { active: played.simulation.active, left: last?.exited ?? [], ran: last?.transitions ?? [] } : {});
  simulation.show(played.simulation, played.events ?? {});
  showTests(played.tests ?? []);
  const errors = problems.filter(each => each.severity === 'error').length;
  const failed = (played.tests ?? []).filter(test => !test.passed).length;
  say(errors || failed ? 'lost' : 'live', errors ? `${errors} ${errors === 1 ? 'error' : 'errors'}` : failed ? `${failed} failed` : 'all is well');
  announce(pulse.textContent);
}

function showTests(all) {
  const passed = all.filter(test => test.passed).length;
  fill(tests, h('header', null, h('h2', null, 'Tests'), all.length ? h('span', { class: `badge ${passed === all.length ? 'good' : 'bad'}` }, `${passed} of ${all.length} passed`) : null),
    h('div', { class: 'body' }, all.length ? h('ul', null, all.map(testNode)) : h('p', { class: 'soft' }, 'No test ran. Write some, or play a simulation and press “Add as test”.')));
}

function testNode(test) {
  return h('li', { class: test.passed ? 'passed' : 'failed' }, icon(test.passed ? 'check' : 'cross'),
    h('div', null, h('button', { type: 'button', class: 'quiet small', on: { click: () => go(test.line) } }, test.name),
      test.passed ? null : h('div', { class: 'failures' }, test.failures.map(each => h('div', null, h('b', { class: 'num' }, `${each.line}: `), each.message))),
      test.passed || !test.story.length ? null : h('details', null, h('summary', { class: 'small soft' }, 'what happened'), h('pre', { class: 'story' }, test.story.join('\n')))));
}

function go(line) {
  choose('test');
  editors.test.select(line, 1);
}

/** Puts what was played at the end of the test file, under a name that is free. */
function addTest(yaml) {
  const text = editors.test.text.trim();
  let name = 'as it was played';
  for (let count = 2; text.includes(`name: ${name}\n`); count++) name = `as it was played (${count})`;
  const body = yaml.replace('name: as it was played', () => `name: ${name}`).replace(/^/gm, '  ');
  editors.test.text = text ? `${text}\n\n${body}\n` : `chart: ${FILES.chart}\ntests:\n${body}\n`;
  choose('test');
  soon(0);
}

async function keep(asked) {
  const hash = await pack({ c: asked.chart, r: asked.rules, t: asked.test, l: asked.lines });
  if (hash) history.replaceState(null, '', `#${hash}`);
}

function load({ chart, rules, test, lines }) {
  editors.chart.text = chart;
  editors.rules.text = rules;
  editors.test.text = test;
  simulation.lines = lines;
  soon(0);
}

const tabs = Object.fromEntries(Object.entries(FILES).map(([key, name]) => [key, h('button', { type: 'button', role: 'tab', id: `tab-${key}`, on: { click: () => choose(key) } }, name)]));

function choose(key) {
  for (const [each, editor] of Object.entries(editors)) {
    editor.node.classList.toggle('shown', each === key);
    tabs[each].setAttribute('aria-selected', String(each === key));
  }
}

function examples() {
  const select = h('select', { 'aria-label': 'Begin with' }, h('option', { value: '' }, 'Begin with …'), h('option', { value: ' example' }, 'example: expense'), h('option', { value: ' empty' }, 'empty files'));
  get('/v1/charts').then(told => select.append(...told.charts.map(chart => h('option', { value: chart.name }, `chart: ${chart.name}`))), () => {});
  select.addEventListener('change', async () => {
    const name = select.value;
    select.value = '';
    if (name === ' example') load(EXAMPLE);
    else if (name === ' empty') load({ chart: 'chart: mine\nstates:\n  first: {}\n', rules: '', test: '', lines: [] });
    else if (name) load({ chart: await getText(`/v1/charts/${encodeURIComponent(name)}`, 'application/yaml'), rules: '', test: '', lines: [] });
  });
  return select;
}

function shareButton() {
  const button = h('button', { type: 'button' }, icon('link', 15), h('span', null, 'Copy link'));
  button.addEventListener('click', async () => {
    await keep(values());
    try {
      await navigator.clipboard.writeText(location.href);
      button.lastChild.textContent = 'Copied';
    } catch {
      button.lastChild.textContent = 'The link is in the address';
    }
    setTimeout(() => { button.lastChild.textContent = 'Copy link'; }, 2_000);
  });
  return button;
}

onTokenNeeded(async () => (await askPayload('This server asks for a token', { token: 'string' }, { confirm: 'Sign in' }))?.token);
document.getElementById('theme').append(themeButton());
fill(document.getElementById('main'), h('div', { class: 'play' },
  h('div', { class: 'top' }, h('h1', null, 'Playground'), examples(), shareButton()), general,
  h('div', { class: 'tabs', role: 'tablist', 'aria-label': 'Files' }, Object.values(tabs)),
  h('div', { class: 'panes' }, Object.values(editors).map(editor => editor.node)),
  h('div', { class: 'below' }, h('section', { class: 'card chart', 'aria-label': 'Chart' }, picture.node), simulation.node, tests)));
choose('chart');
unpack(location.hash.slice(1)).then(given => load(given ? { chart: given.c ?? '', rules: given.r ?? '', test: given.t ?? '', lines: given.l ?? [] } : EXAMPLE));
