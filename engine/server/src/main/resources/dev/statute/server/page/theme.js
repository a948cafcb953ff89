import { h, icon, fill } from './dom.js';

const KEY = 'statute.theme';
const system = matchMedia('(prefers-color-scheme: dark)');

function stored() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // a browser that keeps nothing
  }
}

let chosen = stored();
const dark = () => (chosen ? chosen === 'dark' : system.matches);
const heard = new Set();

function show() {
  document.documentElement.classList.toggle('dark', dark());
  heard.forEach(each => each(dark()));
}

/** Tells the theme now and whenever it changes. */
export function onTheme(listener) {
  heard.add(listener);
  listener(dark());
}

system.addEventListener('change', show);
show();

/** Creates the button that switches between light and dark; it begins as the system has it. */
export function themeButton() {
  const button = h('button', {
    class: 'quiet icon', type: 'button',
    on: {
      click: () => {
        chosen = dark() ? 'light' : 'dark';
        try {
          localStorage.setItem(KEY, chosen);
        } catch { /* then it lasts until the page is closed */ }
        show();
      },
    },
  });
  onTheme(isDark => {
    fill(button, icon(isDark ? 'sun' : 'moon'));
    button.setAttribute('aria-label', isDark ? 'Use the light theme' : 'Use the dark theme');
  });
  return button;
}
