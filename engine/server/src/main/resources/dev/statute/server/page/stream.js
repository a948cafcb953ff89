import { send } from './api.js';

const FIRST_WAIT = 500;
const LONGEST_WAIT = 15_000;

/**
 * Follows server-sent events, and connects again where they stop, from the last number on. Browsers allow six
 * connections to a server, so a page that is not seen closes its own.
 *
 * `onEvent({ id, event, data })` is told each event, `onState('live' | 'lost' | 'over')` the state of the connection.
 * Returns a function that ends it.
 */
export function follow(path, { onEvent, onState = () => {}, after = null }) {
  let last = after;
  let wait = FIRST_WAIT;
  let ended = false;
  let control = null;
  let timer = null;

  async function connect() {
    timer = null;
    if (ended || document.hidden || control) return;
    control = new AbortController();
    try {
      const headers = { Accept: 'text/event-stream' };
      if (last !== null) headers['Last-Event-ID'] = String(last);
      const answer = await send(path, { headers, signal: control.signal });
      if (!answer.ok) throw new Error(`the stream answered ${answer.status}`);
      onState('live');
      await read(answer.body.pipeThrough(new TextDecoderStream()).getReader());
      wait = FIRST_WAIT;
    } catch { /* it is tried again below */ }
    control = null;
    if (!ended && !document.hidden) {
      onState('lost');
      timer = setTimeout(connect, wait);
      wait = Math.min(LONGEST_WAIT, wait * 2);
    }
  }

  async function read(reader) {
    let rest = '';
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      wait = FIRST_WAIT;
      rest += value.replaceAll('\r\n', '\n');
      const blocks = rest.split('\n\n');
      rest = blocks.pop();
      blocks.forEach(block => told(block));
    }
  }

  function told(block) {
    const event = { id: null, event: 'message', data: '' };
    for (const line of block.split('\n')) {
      const colon = line.indexOf(':');
      if (colon <= 0) continue;
      const field = line.slice(0, colon);
      const text = line.slice(colon + 1).replace(/^ /, '');
      if (field === 'data') event.data += (event.data ? '\n' : '') + text;
      else if (field === 'id' || field === 'event') event[field] = text;
    }
    if (event.id !== null) last = event.id;
    if (!event.data && event.event === 'message') return;
    let data = event.data;
    try {
      data = JSON.parse(event.data);
    } catch { /* a text */ }
    onEvent({ ...event, data });
  }

  function seen() {
    if (document.hidden) control?.abort();
    else if (timer === null) connect();
  }

  document.addEventListener('visibilitychange', seen);
  connect();
  return () => {
    ended = true;
    clearTimeout(timer);
    control?.abort();
    document.removeEventListener('visibilitychange', seen);
    onState('over');
  };
}
