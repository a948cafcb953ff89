import { noteServerDate } from './time.js';

/** An answer that is no success: an `application/problem+json`, or what stands for one. */
export class ServerError extends Error {
  constructor(status, problem) {
    super(problem.detail || problem.title || `the server answered ${status}`);
    this.status = status;
    this.code = problem.code;
  }
}

const TOKEN = 'statute.token';
let askToken = null;

/** Names the dialogue that asks a person for a token; it resolves to the text, or to null. */
export function onTokenNeeded(dialogue) {
  askToken = dialogue;
}

function headers(more) {
  const token = sessionStorage.getItem(TOKEN);
  return token ? { ...more, Authorization: `Bearer ${token}` } : more;
}

let asking = null;

/** Asks once for all requests that were refused at the same time. */
async function newToken() {
  asking ??= Promise.resolve(askToken?.()).finally(() => { asking = null; });
  const token = await asking;
  if (token) sessionStorage.setItem(TOKEN, token);
  return Boolean(token);
}

/** Sends a request; 401 asks for a token and tries again. */
export async function send(path, options = {}) {
  for (;;) {
    const answer = await fetch(path, { ...options, headers: headers(options.headers ?? {}), cache: 'no-store' });
    noteServerDate(answer.headers.get('date'));
    if (answer.status !== 401 || !(await newToken())) return answer;
  }
}

async function failure(answer) {
  const text = await answer.text();
  try {
    return new ServerError(answer.status, JSON.parse(text));
  } catch {
    return new ServerError(answer.status, { title: text.slice(0, 300) });
  }
}

/** Reads JSON. */
export async function get(path, signal) {
  const answer = await send(path, { headers: { Accept: 'application/json' }, signal });
  if (!answer.ok) throw await failure(answer);
  return answer.json();
}

/** Reads a text, such as a picture. */
export async function getText(path, accept) {
  const answer = await send(path, { headers: { Accept: accept } });
  if (!answer.ok) throw await failure(answer);
  return answer.text();
}

/** Sends JSON and reads the answer as JSON; null where there is none. */
export async function post(path, body, more = {}) {
  const answer = await send(path, {
    method: 'POST', headers: { 'Content-Type': 'application/json', Accept: 'application/json', ...more }, body: JSON.stringify(body),
  });
  if (!answer.ok) throw await failure(answer);
  const text = await answer.text();
  return text ? JSON.parse(text) : null;
}

/** Removes what is at a path. */
export async function remove(path) {
  const answer = await send(path, { method: 'DELETE' });
  if (!answer.ok) throw await failure(answer);
}

/** The path of an instance. */
export const instancePath = id => `/v1/instances/${encodeURIComponent(id)}`;
