import { get, instancePath } from './api.js';
import { announce, append, counted, fill, h, icon } from './dom.js';
import { rowOf, rank } from './rows.js';
import { follow } from './stream.js';
import { ago, everySecond, left, now } from './time.js';
import { VirtualRows } from './virtual.js';

const PAGE = 1_000;
const MOST = 20_000;
const SETTLE = 400;
const ONE_BY_ONE = 20;
const NEWEST = 100;
const NEWEST_EVERY = 2_000;

const TILES = [
  ['stuck', 'stuck', row => row.stuck],
  ['asking', 'wait for a person', row => row.asks],
  ['parked', 'set aside', row => row.status === 'parked' || row.status === 'quarantined'],
  ['live', 'at work', row => row.status === 'live'],
  ['done', 'ended', row => row.status === 'done'],
];

/** The list of instances: what is stuck comes first, then what waits for a person, then the newest. */
export function listPage(query, setQuery, onState) {
  const rows = new Map();
  const filter = { kind: query.get('kind'), chart: query.get('chart'), state: query.get('state'), finding: query.get('finding'), text: query.get('text') ?? '' };
  const tiles = h('div', { class: 'tiles', role: 'group', 'aria-label': 'Show only' });
  const count = h('p', { class: 'soft small num', role: 'status' });
  const list = new VirtualRows(rowNode, { height: () => (innerWidth < 720 ? 106 : 58) });
  const search = h('input', { type: 'search', placeholder: 'Search ids, states, reasons', 'aria-label': 'Search', value: filter.text, 'aria-keyshortcuts': '/' });
  const selects = {
    chart: h('select', { 'aria-label': 'Chart' }),
    state: h('select', { 'aria-label': 'State' }),
    finding: h('select', { 'aria-label': 'Finding' }),
  };
  const control = new AbortController();
  let loaded = false;
  let problem = null;

  search.addEventListener('input', () => change({ text: search.value }));
  for (const [name, select] of Object.entries(selects)) select.addEventListener('change', () => change({ [name]: select.value || null }));

  function change(part) {
    Object.assign(filter, part);
    setQuery(filter);
    show();
  }

  function matches(row) {
    const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
    return (!filter.kind || TILES.find(tile => tile[0] === filter.kind)?.[2](row) !== false)
      && (!filter.chart || row.chart === filter.chart)
      && (!filter.state || row.states.includes(filter.state))
      && (!filter.finding || row.pattern === filter.finding)
      && words.every(word => row.text.includes(word));
  }

  function show() {
    const all = [...rows.values()];
    const shown = all.filter(matches).sort((a, b) => rank(a) - rank(b) || b.changed - a.changed || (a.id < b.id ? -1 : 1));
    fill(tiles, TILES.map(([kind, words, is]) => tile(kind, words, all.filter(is).length)));
    options(selects.chart, 'All charts', all.map(row => row.chart), filter.chart);
    options(selects.state, 'All states', all.flatMap(row => row.states), filter.state);
    options(selects.finding, 'All findings', all.map(row => row.pattern), filter.finding);
    list.show(shown);
    const filtered = shown.length !== all.length;
    count.textContent = !loaded ? `${counted(all.length, 'instance')}, reading on …`
      : `${shown.length}${filtered ? ` of ${all.length}` : ''} ${all.length === 1 ? 'instance' : 'instances'}`
        + (all.length >= MOST ? `; only the newest ${MOST} are read, filter by chart for others` : '');
    empty.hidden = shown.length > 0 || !loaded;
    if (!empty.hidden) fill(empty, ...nothing(all.length));
  }

  function nothing(all) {
    if (problem) return [h('strong', null, 'The list cannot be read'), problem];
    if (all) return [h('strong', null, 'No instance is like that'), h('button', { type: 'button', on: { click: reset } }, 'Show all')];
    return [h('strong', null, 'No instance yet'), 'Begin one with ', h('code', null, 'POST /v1/instances'), ' or ', h('code', null, 'statute guard'), '; it appears here at once.'];
  }

  function reset() {
    search.value = '';
    change({ kind: null, chart: null, state: null, finding: null, text: '' });
  }

  function tile(kind, words, number) {
    const on = filter.kind === kind;
    return h('button', {
      type: 'button', class: `tile ${kind}${number ? '' : ' none'}`, 'aria-pressed': String(on),
      on: { click: () => change({ kind: on ? null : kind }) },
    }, h('b', { class: 'num' }, number.toLocaleString()), h('span', null, words));
  }

  function options(select, all, values, chosen) {
    const names = [...new Set(values.filter(Boolean))].sort();
    if (chosen && !names.includes(chosen)) names.unshift(chosen);
    const key = names.join('\n');
    if (select.dataset.names !== key) {
      select.dataset.names = key;
      fill(select, h('option', { value: '' }, all), names.map(name => h('option', { value: name }, name)));
    }
    select.value = chosen ?? '';
  }

  async function readAll() {
    let after = null;
    const stuck = await get(`/v1/instances?stuck=true&limit=${PAGE}`, control.signal);
    for (const each of stuck.instances) rows.set(each.id, rowOf(each));
    do {
      const path = `/v1/instances?limit=${PAGE}${after ? `&after=${encodeURIComponent(after)}` : ''}`;
      const page = await get(path, control.signal);
      for (const each of page.instances) rows.set(each.id, rowOf(each));
      after = page.next ?? null;
      show();
    } while (after && rows.size < MOST);
    loaded = true;
    problem = null;
    show();
  }

  const changed = new Set();
  let settling = null;

  function note(id) {
    if (typeof id !== 'string') return;
    changed.add(id);
    settling ??= setTimeout(refresh, SETTLE);
  }

  async function refresh() {
    const ids = [...changed];
    changed.clear();
    try {
      if (ids.length > ONE_BY_ONE) {
        const page = await get(`/v1/instances?limit=${PAGE}`, control.signal);
        for (const each of page.instances) rows.set(each.id, rowOf(each));
      } else {
        await Promise.all(ids.map(readOne));
      }
      show();
    } catch (error) {
      if (!control.signal.aborted) onState('lost');
    }
    settling = changed.size ? setTimeout(refresh, SETTLE) : null;
  }

  /** What begins, or changes without an event, is among the newest. */
  async function readNewest() {
    if (document.hidden || !loaded) return;
    try {
      const page = await get(`/v1/instances?limit=${NEWEST}`, control.signal);
      const fresh = page.instances.map(rowOf).filter(row => rows.get(row.id)?.changed !== row.changed);
      for (const row of fresh) rows.set(row.id, row);
      if (fresh.length) show();
    } catch (error) {
      if (!control.signal.aborted) onState('lost');
    }
  }

  async function readOne(id) {
    try {
      rows.set(id, { ...rowOf(await get(instancePath(id), control.signal)), changed: now() });
    } catch (error) {
      if (error.status !== 404) throw error;
      rows.delete(id);
    }
  }

  const empty = h('div', { class: 'empty', hidden: true });
  const node = h('div', { class: 'list' },
    h('h1', { class: 'said' }, 'Instances'), tiles,
    h('div', { class: 'filters' }, search, selects.chart, selects.state, selects.finding, count),
    list.node, empty);
  const tick = h('span', { hidden: true });
  node.append(tick);
  show();
  readAll().catch(error => {
    if (control.signal.aborted) return;
    loaded = true;
    problem = error.message;
    announce(error.message);
    show();
  });
  const stop = follow('/v1/stream', { onEvent: told => note(told.data?.instance ?? told.data?.id), onState });
  const newest = setInterval(readNewest, NEWEST_EVERY);
  queueMicrotask(() => everySecond(tick, () => list.refresh()));
  return {
    node,
    title: 'Instances',
    search,
    close: () => {
      control.abort();
      clearTimeout(settling);
      clearInterval(newest);
      list.close();
      stop();
    },
  };
}

const LEVEL_ICON = { hint: 'warn', recover: 'warn', stop: 'stop' };

function rowNode(row) {
  const node = h('a', { class: `row ${row.level ?? (row.stuck ? 'stop' : row.status)}`, href: `#/instance/${encodeURIComponent(row.id)}` });
  append(node, [
    h('span', { class: 'mark', 'aria-hidden': 'true' }, row.level ? icon(LEVEL_ICON[row.level] ?? 'warn') : row.stuck ? icon('stop') : row.asks ? icon('ask') : h('i')),
    h('span', { class: 'who' }, h('b', null, row.id), h('span', { class: 'soft small' }, row.chart)),
    h('span', { class: 'states' }, row.states.slice(0, 3).map(state => h('span', { class: `chip${row.status === 'done' ? ' over' : ''}` }, state)),
      row.states.length > 3 ? h('span', { class: 'soft small' }, `+${row.states.length - 3}`) : null),
    h('span', { class: 'why' }, why(row)),
    h('span', { class: 'when soft small num' }, row.changed ? ago(row.changed) : ''),
  ]);
  return node;
}

function why(row) {
  if (row.level) return [h('span', { class: `badge ${row.level}` }, row.level), ' ', h('span', null, row.reason || row.pattern)];
  if (row.status === 'parked' || row.status === 'quarantined') return [h('span', { class: 'badge bad' }, 'set aside'), ' ', row.reason];
  if (row.asks) return [h('span', { class: 'badge accent' }, 'asks'), ' ', row.reason || 'a person has to answer'];
  if (row.status === 'done') return h('span', { class: 'soft' }, 'ended');
  if (row.stuck) return [h('span', { class: 'badge bad' }, 'stuck'), ' ', row.reason];
  const wait = row.waits.find(each => each.kind !== 'event') ?? row.waits[0];
  if (!wait) return h('span', { class: 'soft' }, 'waits for an event');
  if (wait.kind === 'event') return h('span', { class: 'soft' }, `waits for ${wait.name}`);
  const words = { timer: 'timer', after: 'time in', call: 'waits for', send: 'sends' }[wait.kind] ?? wait.kind;
  return h('span', { class: 'soft' }, `${words} ${wait.name}`, wait.due ? [' ', h('span', { class: 'num' }, untilText(wait.due))] : null);
}

const untilText = due => (left(due) === 'due' ? 'due now' : `in ${left(due)}`);
