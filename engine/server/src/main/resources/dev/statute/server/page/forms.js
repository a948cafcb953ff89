import { h } from './dom.js';

/**
 * Asks for the fields of a payload in a dialogue, and resolves to their values, or to null if it is closed.
 * `fields` maps names to types of the chart language (`string`, `int?`, `[string]` …); `choices` offers values for
 * fields by name; `note` says what follows.
 */
export function askPayload(title, fields, { open = false, choices = {}, confirm = 'Send', note = null } = {}) {
  return new Promise(resolve => {
    const inputs = new Map();
    const rows = Object.entries(fields).map(([name, type]) => {
      const field = fieldFor(name, String(type), choices[name]);
      inputs.set(name, field);
      return field.node;
    });
    const raw = open ? rawField() : null;
    const problem = h('p', { class: 'small', role: 'alert' });
    const dialog = h('dialog', { 'aria-label': title },
      h('form', {
        method: 'dialog',
        on: {
          submit: event => {
            event.preventDefault();
            const said = collect(inputs, raw);
            if (said.problem) {
              problem.textContent = said.problem;
              said.field?.focus();
              return;
            }
            done(said.values);
          },
        },
      }, h('h1', null, title), note ? h('p', { class: 'soft' }, note) : null, rows, raw?.node, problem,
      h('div', { class: 'acts' },
        h('button', { type: 'button', on: { click: () => done(null) } }, 'Cancel'),
        h('button', { class: 'primary' }, confirm))));
    const done = values => {
      dialog.close();
      dialog.remove();
      resolve(values);
    };
    dialog.addEventListener('cancel', event => {
      event.preventDefault();
      done(null);
    });
    document.body.append(dialog);
    dialog.showModal();
    if (!rows.length && !raw) dialog.querySelector('button.primary').focus();
  });
}

function collect(inputs, raw) {
  const values = {};
  for (const [name, field] of inputs) {
    try {
      const value = field.read();
      if (value !== undefined) values[name] = value;
    } catch (error) {
      return { problem: `${name}: ${error.message}`, field: field.focus };
    }
  }
  try {
    return { values: { ...values, ...raw?.read() } };
  } catch (error) {
    return { problem: `more fields: ${error.message}`, field: raw.focus };
  }
}

function rawField() {
  const area = h('textarea', { placeholder: '{ }', spellcheck: 'false' });
  return {
    node: h('label', null, 'Data', h('small', null, 'any JSON object; empty for none'), area),
    focus: area,
    read: () => {
      const value = area.value.trim() ? JSON.parse(area.value) : {};
      if (value === null || typeof value !== 'object' || Array.isArray(value)) throw new Error('a JSON object is needed');
      return value;
    },
  };
}

function fieldFor(name, declared, choices) {
  const optional = declared.endsWith('?');
  const type = optional ? declared.slice(0, -1) : declared;
  const said = `${type}${optional ? ', may be left empty' : ''}`;
  if (choices) return choiceField(name, choices, optional);
  if (type === 'bool') {
    const select = h('select', null, h('option', { value: '' }, '–'),
      h('option', { value: 'true' }, 'true'), h('option', { value: 'false' }, 'false'));
    return field(name, said, select, text => text === 'true', optional);
  }
  if (type === 'int' || type === 'number') {
    const input = h('input', { type: 'number', step: type === 'int' ? '1' : 'any' });
    return field(name, said, input, text => number(text, type), optional);
  }
  if (['map', 'list', 'any'].includes(type) || type.startsWith('[')) {
    return field(name, `${said}, as JSON`, h('textarea', { spellcheck: 'false' }), text => JSON.parse(text), optional);
  }
  const hint = { uuid: '00000000-0000-4000-8000-000000000000', timestamp: '2026-01-01T00:00:00Z', duration: '10m', decimal: '12.30' }[type];
  return field(name, said, h('input', { type: 'text', placeholder: hint, autocomplete: 'off' }), text => text, optional);
}

function number(text, type) {
  const value = Number(text);
  if (Number.isNaN(value)) throw new Error('a number is needed');
  if (type === 'int' && !Number.isInteger(value)) throw new Error('a whole number is needed');
  return value;
}

function choiceField(name, choices, optional) {
  const select = h('select', null, h('option', { value: '' }, '–'),
    choices.map(each => h('option', { value: each }, each)));
  return field(name, '', select, text => text, optional);
}

/** A field that is not optional must have a value: an empty answer is none. */
function field(name, said, input, parse, optional) {
  return {
    node: h('label', null, name, said ? h('small', null, said) : null, input),
    focus: input,
    read: () => {
      if (input.value.trim() !== '') return parse(input.value);
      if (optional) return undefined;
      throw new Error('a value is needed');
    },
  };
}
