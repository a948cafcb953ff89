import { millis } from './time.js';

/** An instance of the server's list, or one by itself, in the form that the list shows. */
export function rowOf(each) {
  const states = each.configuration ?? [];
  const status = each.status ?? (each.done ? 'done' : 'live');
  const stuck = each.stuck ?? null;
  const finding = each.finding ?? null;
  const isFinding = stuck?.by === 'finding';
  const waits = waitsOf(each);
  const row = {
    id: each.id,
    chart: each.chart,
    status,
    states,
    stuck: stuck !== null,
    level: isFinding ? stuck.level : null,
    pattern: (isFinding ? stuck : finding)?.pattern ?? null,
    reason: stuck?.reason ?? '',
    asks: status === 'live' && asks(states),
    waits,
    changed: each.changed ? millis(each.changed) : 0,
  };
  row.text = [row.id, row.chart, row.status, ...states, row.pattern, row.reason].join(' ').toLowerCase();
  return row;
}

/** Whether a person has to answer: the chart asks, or waits for input or an approval. */
const asks = states => states.some(state => /^(asking|waiting_for_(input|approval|person|user))$/i.test(state));

/** What an instance waits for, the next one first: `kind`, `name`, and `due` where a clock decides. */
function waitsOf(each) {
  if (Array.isArray(each.waits)) return each.waits.map(waitOf);
  if (Array.isArray(each.timers)) return each.timers.map(timerOf);
  return each.due ? [{ kind: 'timer', name: '', due: each.due }] : [];
}

function waitOf(wait) {
  if (wait.for === 'timer') return timerOf(wait);
  if (wait.for === 'call') return { kind: 'call', name: wait.call, since: wait.since };
  return { kind: 'event', name: (wait.events ?? []).join(', '), events: wait.events ?? [] };
}

/** A timer of a snapshot as `kind`, `name`, `event` and `due`. */
export function timerOf(timer) {
  const kind = ['timer', 'after', 'send', 'stuck', 'event'].find(each => timer[each] !== undefined) ?? 'timer';
  return { kind, name: timer.name ?? String(timer[kind] ?? ''), event: kind === 'event' ? null : timer.event ?? null, due: timer.due, denied: timer.denied };
}

const LEVELS = { stop: 0, recover: 1, hint: 3 };

/** The place of an instance in the list: what needs a person comes first. */
export function rank(row) {
  if (row.stuck) return LEVELS[row.level] ?? 0;
  if (row.asks) return 2;
  return row.status === 'done' ? 5 : 4;
}
