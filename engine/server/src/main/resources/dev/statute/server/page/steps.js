/** How steps of a decision log are named, coloured and put into words. */

const KINDS = { taken: 'good', started: 'good', recorded: 'plain', ignored: 'quiet', blocked: 'refused', denied: 'refused', rejected: 'refused', failed: 'refused', deferred: 'quiet', duplicate: 'quiet' };
const LEVELS = ['hint', 'recover', 'stop'];

/** Names of the kinds of work, as on the page of `statute scan`. */
export const EFFECTS = {
  READ: 'reads', SEARCH: 'searches', PAGE: 'pages', EDIT: 'edits', EXEC_WRITE: 'writes', EXEC: 'runs', TEST: 'tests', POLL: 'polls',
  CLOCK: 'waits', THINK: 'thinks', MSG: 'talks', HANDOFF: 'hands off', FORMAT: 'unreadable reply', SUBMIT: 'submits',
};

/** A CSS colour for a kind of work. */
export const effectColour = name => `var(--${name in EFFECTS ? name : 'none'})`;

/** A CSS colour for the level of a finding. */
export const levelColour = level => `var(--${LEVELS.includes(level) ? level : 'hint'})`;

/** The higher of two levels; null is lowest. */
export const higher = (a, b) => (LEVELS.indexOf(a) >= LEVELS.indexOf(b) ? a : b);

/** The group of an outcome: good, plain, quiet or refused. */
export const tone = step => KINDS[step.outcome] ?? 'plain';

/** Whether a rule, a guard or the chart refused the input. */
export const isRefused = step => tone(step) === 'refused';

/** The highest level of a step's findings, or null. */
export const levelOf = step => (step.findings ?? []).reduce((level, found) => higher(found.level, level), null);

/** What was put to the instance, in few words. */
export function causeText(step) {
  const cause = step.in ?? {};
  if (cause.start) return 'start';
  if (cause.timer) return `timer ${cause.timer}`;
  if (cause.sent) return `sent ${cause.sent}`;
  if (cause.move) return `move to ${cause.move}`;
  if (cause.event) return cause.event;
  if (cause.type === 'tool_call') return cause.tool ?? 'tool call';
  if (cause.type) return cause.type.replaceAll('_', ' ');
  if (cause.cancelled) return 'cancelled';
  if (cause.overrun) return 'phase overrun';
  return 'step';
}

/** The kind of cause: start, timer, move, event, record or sent. */
export function causeKind(step) {
  const cause = step.in ?? {};
  if (cause.type) return 'record';
  for (const kind of ['start', 'timer', 'sent', 'move', 'event']) if (cause[kind]) return kind;
  return 'other';
}

/** What came of it, in a sentence. */
export function outcomeText(step) {
  const from = (step.from ?? []).join(', ');
  const to = (step.to ?? step.configuration ?? []).join(', ');
  switch (step.outcome) {
    case 'started': return `begins in ${to}`;
    case 'taken': return from === to ? `stays in ${to}` : `${from} → ${to}`;
    case 'recorded': return 'recorded';
    case 'deferred': return `kept until ${(step.until ?? []).join(', ')}`;
    default: return step.message ?? reasonOf(step) ?? step.outcome;
  }
}

/** Why an input was refused: the decisive rule's reason, or what the candidates lacked; null if it was not. */
export function reasonOf(step) {
  const decisive = (step.why ?? []).find(each => each.decisive && each.verdict !== 'finding');
  if (decisive?.reason) return decisive.reason;
  if (step.message) return step.message;
  const tried = (step.candidates ?? []).map(each => {
    if (each.guard && !each.granted) return `no rule grants ${each.guard}`;
    return each.when ? `${each.when} is ${each.value ?? 'false'}` : null;
  }).filter(Boolean);
  return tried.join('; ') || null;
}

/** The rule that decided, with its place; null if none did. */
export function ruleOf(step) {
  const decisive = (step.why ?? []).find(each => each.decisive && each.verdict !== 'finding');
  const rule = step.rule ?? decisive?.rule;
  return rule ? { rule, place: step.place ?? decisive?.place ?? '' } : null;
}
