import { agentsPage } from './agents.js';
import { onTokenNeeded } from './api.js';
import { fill, h } from './dom.js';
import { askPayload } from './forms.js';
import { instancePage } from './instance.js';
import { listPage } from './list.js';
import { themeButton } from './theme.js';

const main = document.getElementById('main');
const pulse = document.getElementById('pulse');
const WORDS = { live: 'live', lost: 'connecting …', over: '' };
let page = null;
let shown = null;

function onState(state) {
  pulse.className = `pulse ${state}`;
  fill(pulse, h('span', null, WORDS[state]));
  pulse.title = state === 'live' ? 'Changes appear at once' : 'No connection to the server; trying again';
}

/** The address is `#/`, `#/agents` or `#/instance/ID`; the list keeps its filter behind a question mark. */
function route() {
  const [path, query = ''] = location.hash.replace(/^#/, '').split('?');
  const key = path || '/';
  if (key === shown) return;
  shown = key;
  page?.close();
  const [, kind, id] = key.split('/');
  if (kind === 'instance' && id) page = instancePage(decode(id), onState);
  else if (kind === 'agents') page = agentsPage(onState);
  else page = listPage(new URLSearchParams(query), keepFilter, onState);
  document.title = `${page.title} · Statute`;
  fill(main, page.node);
  scrollTo(0, 0);
  document.querySelectorAll('.bar nav a').forEach(link => {
    const on = link.hash === (kind === 'agents' ? '#/agents' : '#/');
    if (on) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  });
}

/** The id in an address; one that a person typed need not be encoded. */
function decode(id) {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

function keepFilter(filter) {
  const query = new URLSearchParams(Object.entries(filter).filter(([, value]) => value));
  history.replaceState(null, '', `#/${query.size ? `?${query}` : ''}`);
}

addEventListener('keydown', event => {
  if (event.defaultPrevented || event.target.matches('input, textarea, select') || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === '/' && page?.search) {
    event.preventDefault();
    page.search.focus();
  } else if (event.key === 'ArrowDown' && page?.search && event.target === document.body) {
    event.preventDefault();
    document.querySelector('.rows a')?.focus();
  } else if (event.key === 'Escape' && shown.startsWith('/instance') && !document.querySelector('dialog[open]')) {
    location.hash = '#/';
  }
});

onTokenNeeded(async () => (await askPayload('This server asks for a token', { token: 'string' }, { confirm: 'Sign in' }))?.token);
document.getElementById('theme').append(themeButton());
fetch('/play', { method: 'HEAD' }).then(answer => { document.getElementById('to-play').hidden = !answer.ok; }, () => {});
addEventListener('hashchange', route);
route();
