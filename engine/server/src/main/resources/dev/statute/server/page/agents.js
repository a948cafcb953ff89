import { get, instancePath, post } from './api.js';
import { announce, append, counted, fill, h, icon } from './dom.js';
import { EFFECTS, effectColour, isRefused, levelColour, outcomeText } from './steps.js';
import { follow } from './stream.js';
import { Tip } from './tip.js';
import { ago, everySecond, now } from './time.js';

const PAGE = 20;
const SETTLE = 300;
const NEWEST = 50;
const NEWEST_EVERY = 2_000;
const SHOWN = 5;
const WORTH = { gain: 'brought something', nothing: 'brought nothing' };
const RESPONSES = { hint: ['warn', 'hint'], recover: ['undo', 'recover'], question: ['ask', 'ask'], halted: ['stop', 'halt'], advice: ['warn', 'advice'] };

/** Each agent's session as a strip of its tool calls, live, with what was found and what was done about it. */
export function agentsPage(onState) {
  const cards = new Map();
  const tip = new Tip();
  const control = new AbortController();
  const list = h('div', { class: 'sessions' });
  const more = h('button', { type: 'button', hidden: true, on: { click: () => readMore() } }, 'Show more');
  const empty = h('div', { class: 'empty', hidden: true }, h('strong', null, 'No agent has reported anything yet'),
    'Add hooks with ', h('code', null, 'statute guard install AGENT'), ' and start the agent with ', h('code', null, `STATUTE_GUARD_URL=${location.origin}`), ', send its records to ', h('code', null, 'POST /v1/instances/ID/inputs'), ', or its spans to ', h('code', null, 'POST /v1/traces'), '.');
  const unread = h('p', { class: 'soft', role: 'status' });
  const node = h('div', { class: 'agents' }, h('h1', null, 'Agents'), legend(), list, more, unread, empty, tip.node);
  let next = null;
  let left = 0;

  async function readMore() {
    const page = await get(`/v1/timelines?limit=${PAGE}${next ? `&after=${encodeURIComponent(next)}` : ''}`, control.signal);
    page.timelines.forEach(update);
    next = page.next ?? null;
    left += page.unread;
    unread.textContent = left ? `${left} ${left === 1 ? 'instance' : 'instances'} cannot be read here: the chart is not loaded, or the row is damaged` : '';
    more.hidden = next === null;
    empty.hidden = cards.size > 0;
    list.append(...sorted());
  }

  /** Reads the sessions that wait for a person, however many others are newer. */
  async function readAsking() {
    const page = await get(`/v1/instances?state=asking&status=live&limit=${PAGE}`, control.signal);
    const asking = new Map(page.instances.map(each => [each.id, each.changed]));
    await refresh([...asking.keys()].filter(id => !cards.has(id)), id => asking.get(id));
  }

  /** When the newest instances changed, as far as this page has read them. */
  let known = null;

  /** Reads what begins, or changes without an event, which is among the newest. */
  async function readNewest() {
    if (document.hidden && known) return;
    try {
      const page = await get(`/v1/instances?limit=${NEWEST}`, control.signal);
      const newest = new Map(page.instances.map(each => [each.id, each.changed]));
      const before = known ?? newest;
      known = newest;
      await refresh([...newest.keys()].filter(id => before.get(id) !== newest.get(id)), id => newest.get(id));
    } catch {
      // the stream says that the connection is lost, and when it is back
    }
  }

  function update(told) {
    const card = cards.get(told.id) ?? new SessionCard(told.id, tip, line => answer(told.id, line));
    cards.set(told.id, card);
    card.show(told);
  }

  /** A session that waits for a person comes first, then those with findings, then the newest. */
  const sorted = () => [...cards.values()].sort((a, b) => b.urgency - a.urgency || b.changed - a.changed).map(card => card.node);

  /** Answers a question; returns why the answer was not taken, or nothing. */
  async function answer(id, line) {
    try {
      const came = await post(`${instancePath(id)}/inputs`, line);
      const last = Array.isArray(came) ? came[0] : came;
      announce(`${id}: ${last.outcome}`);
      await refresh([id]);
      return isRefused(last) ? outcomeText(last) : '';
    } catch (error) {
      return error.message;
    }
  }

  const changed = new Set();
  let settling = null;
  function note(id) {
    if (typeof id !== 'string') return;
    changed.add(id);
    settling ??= setTimeout(async () => {
      const ids = [...changed];
      changed.clear();
      await refresh(ids);
      settling = null;
      if (changed.size) note([...changed][0]);
    }, SETTLE);
  }

  /** Reads what is new of sessions, which changed just now unless `changed` says when. */
  async function refresh(ids, changed = () => new Date(now()).toISOString()) {
    if (ids.length === 0) return;
    await Promise.all(ids.map(async id => {
      try {
        const after = cards.get(id)?.last ?? -1;
        const told = await get(`${instancePath(id)}/timeline?after=${after}`, control.signal);
        if (told.beats.length || cards.has(id)) update({ ...told, changed: changed(id) });
      } catch (error) {
        if (error.status === 404) {
          cards.get(id)?.node.remove();
          cards.delete(id);
        }
      }
    }));
    empty.hidden = cards.size > 0;
    place();
  }

  /** Moves only those cards that stand elsewhere, so that what is read or written in stays where it is. */
  function place() {
    if (list.contains(document.activeElement) && document.activeElement.matches('input')) return;
    sorted().forEach((card, at) => {
      if (list.children[at] !== card) list.insertBefore(card, list.children[at] ?? null);
    });
  }

  let newest = null;
  readNewest().then(readMore).then(async () => {
    if (control.signal.aborted) return;
    newest = setInterval(readNewest, NEWEST_EVERY);
    try {
      await readAsking();
    } catch (error) {
      if (!control.signal.aborted) unread.textContent = `Older sessions that wait for a person cannot be read: ${error.message}`;
    }
  }, error => {
    if (!control.signal.aborted) fill(empty, h('strong', null, 'The sessions cannot be read'), error.message);
    empty.hidden = false;
  });
  queueMicrotask(() => everySecond(node, () => cards.forEach(card => card.showAge())));
  const stop = follow('/v1/stream', { onEvent: told => note(told.data?.instance ?? told.data?.id), onState });
  return {
    node,
    title: 'Agents',
    close: () => {
      control.abort();
      clearTimeout(settling);
      clearInterval(newest);
      stop();
    },
  };
}

class SessionCard {
  node = h('section', { class: 'card session' });
  last = -1;
  changed = 0;
  urgency = 0;
  #id;
  #tip;
  #answer;
  #beats = [];
  #marks = [];
  #responses = [];
  #head = h('div', { class: 'head' });
  #age = h('span');
  #changedAt = null;
  #strip = h('div', { class: 'strip', tabindex: '0', role: 'img' });
  #list = h('div', { class: 'marks' });
  #ask = h('div', { class: 'ask', hidden: true });
  #asked = null;
  #all = false;
  #cells = new Map();

  constructor(id, tip, answer) {
    this.#id = id;
    this.#tip = tip;
    this.#answer = answer;
    append(this.node, [this.#head, this.#ask, this.#strip, this.#list]);
  }

  /** Takes what is new of a session. */
  show(told) {
    const fresh = told.beats.filter(beat => beat.seq > this.last);
    this.#beats.push(...fresh);
    this.#marks.push(...told.marks.filter(mark => mark.seq > this.last));
    this.#responses.push(...told.responses.filter(each => each.seq > this.last));
    this.last = Math.max(this.last, told.last ?? -1);
    this.changed ||= Date.parse(told.changed); // a card at work keeps its place
    const level = told.status === 'done' ? null : told.level ?? null;
    this.urgency = told.question ? 4 : level === 'stop' ? 3 : level === 'recover' ? 2 : level === 'hint' ? 1 : 0;
    this.#changedAt = told.changed ?? this.#changedAt;
    this.showAge();
    fill(this.#head, ...this.#heading(told, level));
    this.#question(told.question ?? null);
    this.#draw(fresh);
    this.#findings();
  }

  /** Shows how long ago the session changed, as far as that is known. */
  showAge() {
    this.#age.textContent = this.#changedAt ? ` · ${ago(this.#changedAt)}` : '';
  }

  #heading(told, level) {
    const calls = this.#beats.filter(beat => beat.type === 'tool_call').length;
    const first = this.#marks[0]?.seq ?? Infinity;
    const after = this.#beats.filter(beat => beat.type === 'tool_call' && beat.seq > first);
    const wasted = after.filter(beat => beat.value === 'nothing').length;
    this.#strip.setAttribute('aria-label', `${counted(calls, 'tool call')}, ${counted(this.#marks.length, 'finding')}`);
    return [
      h('h2', null, h('a', { href: `#/instance/${encodeURIComponent(this.#id)}` }, this.#id)),
      level ? h('span', { class: `badge ${level}` }, level) : null,
      h('span', { class: 'states' }, told.configuration.map(state => h('span', { class: `chip${told.status === 'done' ? ' over' : ''}` }, state))),
      h('span', { class: 'meta soft small num' }, `${calls} ${calls === 1 ? 'call' : 'calls'}`, told.skipped ? ` (${told.skipped} earlier)` : '', after.length ? [' · ', h('b', null, `${Math.round(100 * wasted / after.length)} %`), ' wasted after the first finding'] : null, this.#age),
    ];
  }

  #question(question) {
    const key = question ? question.seq : null;
    this.#ask.hidden = key === null;
    if (key === this.#asked || key === null) {
      this.#asked = key;
      return;
    }
    this.#asked = key;
    const words = h('input', { type: 'text', placeholder: 'Words for the agent (another way)', 'aria-label': `Words for ${this.#id}` });
    const fault = h('p', { class: 'fault', role: 'status' });
    const choose = async choice => {
      fault.textContent = await this.#answer({ event: 'answer', data: words.value ? { choice, text: words.value } : { choice } });
    };
    fill(this.#ask, icon('ask', 18), h('p', null, question.text ?? 'What should it do?'), question.choices?.length ? words : null,
      h('div', { class: 'acts' }, (question.choices ?? []).map((choice, at) => h('button', { type: 'button', class: at === 0 ? 'primary' : null, on: { click: () => choose(choice) } }, choice))), fault);
  }

  #draw(fresh) {
    const from = this.#marks[0]?.seq ?? Infinity;
    for (const beat of fresh) {
      const cell = h('span', { class: `beat${beat.type === 'tool_call' ? '' : ' say'}`, style: { '--c': effectColour(beat.effect) } }, h('i'));
      cell.addEventListener('mouseenter', event => this.#tip.show(event, this.#tell(beat)));
      cell.addEventListener('mousemove', event => this.#tip.move(event));
      cell.addEventListener('mouseleave', () => this.#tip.hide());
      this.#cells.set(beat.seq, cell);
      this.#strip.append(cell);
    }
    for (const beat of this.#beats) {
      const classes = this.#cells.get(beat.seq).classList;
      classes.toggle('failed', Boolean(beat.failed));
      classes.toggle('waste', beat.value === 'nothing' && beat.seq > from);
      classes.toggle('nothing', beat.value === 'nothing' && beat.seq <= from);
    }
    this.#flags();
  }

  #flags() {
    for (const mark of this.#marks) {
      const cell = this.#cells.get(mark.seq);
      if (cell && !cell.querySelector('u')) cell.append(h('u', { style: { '--c': levelColour(mark.level) } }));
    }
    for (const each of this.#responses) {
      const cell = this.#cells.get(each.record ?? each.seq);
      if (cell && RESPONSES[each.emit] && !cell.querySelector('.did')) cell.append(h('span', { class: `did ${each.emit}` }, icon(RESPONSES[each.emit][0], 11)));
    }
  }

  #tell(beat) {
    const facts = [`step ${beat.seq}`, EFFECTS[beat.effect] ?? '', beat.failed ? 'failed' : '', WORTH[beat.value] ?? ''].filter(Boolean).join(' · ');
    return [
      h('div', { class: 'soft small' }, facts), h('strong', null, beat.tool || beat.type),
      beat.summary ? h('div', { class: 'mono' }, beat.summary) : null, beat.result ? h('div', { class: 'mono came soft' }, beat.result) : null,
      this.#marks.filter(mark => mark.seq === beat.seq).map(mark => h('div', null, h('span', { class: `badge ${mark.level}` }, mark.level), ` ${mark.pattern} ×${mark.count}: ${mark.reason}`)),
      this.#responses.filter(each => (each.record ?? each.seq) === beat.seq).map(each => h('div', null, h('b', null, RESPONSES[each.emit]?.[1] ?? each.emit), each.text ? ` ${each.text}` : '')),
    ];
  }

  #findings() {
    const rows = [...this.#marks.map(mark => ({ seq: mark.seq, mark })), ...this.#responses.map(each => ({ seq: each.seq, each }))].sort((a, b) => b.seq - a.seq);
    const shown = this.#all ? rows : rows.slice(0, SHOWN);
    fill(this.#list, shown.map(row => (row.mark ? this.#markRow(row.mark) : this.#responseRow(row.each))),
      rows.length > shown.length ? h('button', { type: 'button', class: 'quiet small', on: { click: () => { this.#all = true; this.#findings(); } } }, `${rows.length - shown.length} earlier`) : null);
  }

  #markRow(mark) {
    const row = h('div', { class: 'line' }, h('span', { class: 'soft num' }, `step ${mark.seq}`), h('span', null, h('span', { class: `badge ${mark.level}` }, mark.level)), h('span', { class: 'what' }, h('b', null, `${mark.pattern} ×${mark.count} `), mark.reason));
    row.addEventListener('mouseenter', () => this.#light(mark.evidence));
    row.addEventListener('mouseleave', () => this.#light([]));
    row.title = `${mark.rule} ${mark.place}`;
    return row;
  }

  #responseRow(each) {
    const [name, word] = RESPONSES[each.emit] ?? ['next', each.emit];
    return h('div', { class: 'line' }, h('span', { class: 'soft num' }, `step ${each.seq}`), h('span', { class: 'badge' }, icon(name, 12), word), h('span', { class: 'what said-text' }, each.text ?? ''));
  }

  #light(seqs) {
    this.#strip.classList.toggle('dim', seqs.length > 0);
    this.#cells.forEach((cell, seq) => cell.classList.toggle('lit', seqs.includes(seq)));
  }
}

function legend() {
  return h('div', { class: 'legend small soft' },
    Object.entries(EFFECTS).slice(0, 8).map(([name, words]) => h('span', null, h('i', { style: { background: effectColour(name) } }), words)),
    h('span', null, h('i', { class: 'pale' }), 'paler: brought nothing'), h('span', null, h('i', { class: 'wasted' }), 'after a finding, brought nothing'),
    ['hint', 'recover', 'stop'].map(level => h('span', null, h('i', { class: 'flag', style: { background: levelColour(level) } }), level)));
}
