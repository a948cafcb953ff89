/** Instances that the pages are tried with: healthy ones, stuck ones, one that asks, many idle ones. */

const USER = '123e4567-e89b-12d3-a456-426614174000';
const call = (tool, fields) => ({ type: 'tool_call', tool, success: true, ...fields });
const healthy = rounds => Array.from({ length: rounds }, (_, at) => [
  call('read_file', { args: { path: `src/part${at}.go` }, output: `package part${at}` }),
  call('edit', { file: `src/part${at}.go`, args: { path: `src/part${at}.go`, text: `return ${at}` }, content_hash: `h${at}` }),
  call('bash', { command: `go test ./part${at}`, output: `ok part${at} 0.${at}2s` }),
]).flat();
const failing = times => Array.from({ length: times }, () => call('bash', { command: 'go build ./...', success: false, error: 'undefined: parseExpr' }));
const reading = times => Array.from({ length: times }, () => call('read_file', { args: { path: 'README.md' }, output: '# Project' }));

export const LOOP = 'claude-code:loop';
export const ASKS = 'opencode:asks';
export const CHAT = 'chat-42';
export const ORDER = 'order-7';

/** A client of the server's routes. */
export function client(base) {
  const post = async (path, body, type = 'application/json') => {
    const answer = await fetch(base + path, { method: 'POST', headers: { 'Content-Type': type }, body });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.text();
  };
  return {
    get: async path => (await fetch(base + path)).json(),
    begin: (chart, id, settings) => post('/v1/instances', JSON.stringify({ chart, id, ...settings })),
    send: (id, ...lines) => post(`/v1/instances/${encodeURIComponent(id)}/inputs`, lines.map(line => JSON.stringify(line)).join('\n') + '\n', 'application/x-ndjson'),
  };
}

/** Begins the instances. */
export async function seed({ begin, send }, many) {
  await begin('chat-actor', CHAT);
  await send(CHAT, { event: 'ProcessInteraction', data: { user_id: USER } }, { event: 'Pause', data: { reason: 'lunch' } }, { event: 'InteractionComplete', data: { success: true } });
  await begin('chat-actor', 'chat-44');
  await send('chat-44', { event: 'Cancel', data: { reason: 'user left' } });
  await begin('onevalet', ORDER);
  await send(ORDER, { move: 'WAITING_FOR_APPROVAL' });
  await begin('supervised', 'codex:healthy');
  await send('codex:healthy', { type: 'user_message', text: 'Please port the parser.' }, ...healthy(14));
  await begin('supervised', LOOP);
  await send(LOOP, { type: 'user_message', text: 'Fix the build.' }, ...healthy(4), ...failing(4));
  await begin('attended', ASKS);
  await send(ASKS, ...healthy(2), ...reading(6));
  for (let at = 0; at < many; at += 50) {
    await Promise.all(Array.from({ length: Math.min(50, many - at) }, (_, each) => begin('chat-actor', `idle-${String(at + each).padStart(5, '0')}`)));
  }
}
