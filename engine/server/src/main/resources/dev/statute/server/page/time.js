const UNITS = [['d', 86_400], ['h', 3_600], ['m', 60], ['s', 1]];

/** Formats milliseconds in at most two units: `4 m 12 s`. */
export function duration(ms) {
  let seconds = Math.max(0, Math.round(ms / 1000));
  const parts = [];
  for (const [unit, size] of UNITS) {
    if (seconds >= size && parts.length < 2) {
      parts.push(`${Math.floor(seconds / size)} ${unit}`);
      seconds %= size;
    } else if (parts.length > 0) break;
  }
  return parts.join(' ') || '0 s';
}

/** Milliseconds of an instant that the server gave, as ISO text or as a number. */
export function millis(instant) {
  return typeof instant === 'number' ? instant : Date.parse(instant);
}

/** Difference between the server's clock and this machine's, in milliseconds. */
let skew = 0;

/** Takes the server's clock from the header `Date` of an answer; it counts in seconds, so small differences stay. */
export function noteServerDate(text) {
  const at = text ? Date.parse(text) : NaN;
  if (!Number.isNaN(at)) {
    const apart = at - Date.now();
    skew = Math.abs(apart) > 2_000 ? apart : 0;
  }
}

/** The server's clock, as far as it is known. */
export const now = () => Date.now() + skew;

/** Says how long ago an instant was. */
export function ago(instant) {
  const passed = now() - millis(instant);
  return passed < 5_000 ? 'now' : duration(passed).split(' ').slice(0, 2).join(' ') + ' ago';
}

/** Says how long it is until an instant. */
export function left(instant) {
  const rest = millis(instant) - now();
  return rest <= 0 ? 'due' : duration(rest);
}

const clockForm = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', second: '2-digit' });
const dayForm = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

/** The time of day of an instant, with the date where it was not today. */
export function moment(instant) {
  const at = new Date(millis(instant));
  return at.toDateString() === new Date().toDateString() ? clockForm.format(at) : dayForm.format(at);
}

const tickers = new Set();
setInterval(() => tickers.forEach(tick => tick()), 1_000);

/** Calls every second until the node has left the page. */
export function everySecond(node, tick) {
  const each = () => (node.isConnected ? tick() : tickers.delete(each));
  tick();
  tickers.add(each);
}
