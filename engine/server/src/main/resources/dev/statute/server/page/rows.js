import { millis } from './time.js';

/** An instance of the server's list, or one by itself, in the form that the list shows. */
export function rowOf(each) {
  const states = each.configuration ?? each.states ?? [];
  const finding = each.finding ?? null;
  const status = each.status ?? (each.done ? 'done' : 'live');
  const stuck = each.stuck ?? finding !== null;
  const row = {
    id: each.id,
    chart: each.chart?.name ?? each.chart ?? '',
    status,
    states,
    level: stuck && status !== 'done' && finding ? finding.level : null,
    pattern: finding?.pattern ?? null,
    reason: finding?.reason ?? each.reason ?? '',
    asks: states.includes('asking') && status === 'live',
    waits: waitsOf(each),
    changed: each.changed ? millis(each.changed) : 0,
  };
  row.text = [row.id, row.chart, row.status, ...states, row.pattern, row.reason].join(' ').toLowerCase();
  return row;
}

/** What an instance waits for, the next one first: `kind`, `name`, and `due` where a clock decides. */
function waitsOf(each) {
  if (Array.isArray(each.waits)) return each.waits;
  if (Array.isArray(each.timers)) return each.timers.map(timerOf);
  return each.due ? [{ kind: 'timer', name: '', due: each.due }] : [];
}

/** A timer of a snapshot as `kind`, `name`, `event` and `due`. */
export function timerOf(timer) {
  const kind = ['timer', 'after', 'send', 'stuck', 'event'].find(each => timer[each] !== undefined) ?? 'timer';
  return { kind, name: timer.name ?? String(timer[kind] ?? ''), event: kind === 'event' ? null : timer.event ?? null, due: timer.due, denied: timer.denied };
}

const LEVELS = { stop: 0, recover: 1, hint: 3 };

/** The place of an instance in the list: what needs a person comes first. */
export function rank(row) {
  if (row.level) return LEVELS[row.level] ?? 3;
  if (row.status === 'parked' || row.status === 'quarantined') return 0;
  if (row.asks) return 2;
  return row.status === 'done' ? 5 : 4;
}
