
'use strict';
(() => {
  const data = JSON.parse(document.getElementById('data').textContent);
  const LEVELS = ['hint', 'recover', 'stop'];
  const EFFECTS = { READ: 'reads', SEARCH: 'searches', PAGE: 'pages', EDIT: 'edits', EXEC_WRITE: 'writes', EXEC: 'runs', TEST: 'tests',
    POLL: 'polls', CLOCK: 'waits', THINK: 'thinks', MSG: 'talks', HANDOFF: 'hands off', FORMAT: 'unreadable reply', SUBMIT: 'submits' };
  // a text from a log becomes a text node and nothing else
  const make = (tag, kind, text) => {
    const node = document.createElement(tag);
    if (kind) node.className = kind;
    if (text !== undefined) node.textContent = text;
    return node;
  };
  const colour = name => `var(--${/^[A-Z_]+$/.test(name) && name in EFFECTS ? name : 'none'})`;
  const level = name => `var(--${LEVELS.includes(name) ? name : 'hint'})`;
  const percent = (part, all) => all === 0 ? '–' : Math.round(100 * part / all) + ' %';
  const highest = session => Math.max(-1, ...session.marks.map(mark => LEVELS.indexOf(mark[2])));
  const first = session => session.marks.length ? session.marks[0][0] : Infinity;
  data.sessions.forEach((session, index) => { session.index = index; session.high = highest(session); });

  const byId = id => document.getElementById(id);
  // what all names and ends have in common is said once
  const names = data.sessions.map(session => session.name);
  let common = names.length > 1 ? names[0].slice(0, names[0].lastIndexOf('/') + 1) : '';
  while (common && !names.every(name => name.startsWith(common))) common = common.slice(0, common.lastIndexOf('/', common.length - 2) + 1);
  const alike = new Set(data.sessions.map(session => session.ends)).size === 1;
  byId('chart').textContent = 'watched by ' + data.chart + (common ? ' in ' + common : '');

  const sum = pick => data.sessions.reduce((total, session) => total + pick(session), 0);
  const calls = session => session.beats.filter(beat => beat[1] === 'tool_call').length;
  const tiles = [
    [data.sessions.length, data.sessions.length === 1 ? 'session' : 'sessions'],
    [sum(calls), 'tool calls'],
    [sum(session => session.marks.length ? 1 : 0), 'with findings'],
    [sum(session => session.high === 2 ? 1 : 0), 'would have been stopped'],
    [percent(sum(session => session.wasted), sum(session => session.after)), 'of the calls after a first finding brought nothing'],
  ];
  tiles.forEach(([value, words]) => {
    const tile = make('div', 'tile');
    tile.append(make('b', '', value), make('span', '', words));
    byId('tiles').append(tile);
  });

  const state = { show: 'all', sort: 'file', pattern: null };
  const patterns = new Map();
  data.sessions.forEach(session => {
    const best = new Map();
    session.marks.forEach(mark => best.set(mark[1], Math.max(best.get(mark[1]) ?? -1, LEVELS.indexOf(mark[2]))));
    best.forEach((rank, pattern) => {
      if (!patterns.has(pattern)) patterns.set(pattern, [0, 0, 0]);
      patterns.get(pattern)[Math.max(0, rank)]++;
    });
  });
  const total = counts => counts[0] + counts[1] + counts[2];
  const most = Math.max(1, ...[...patterns.values()].map(total));
  [...patterns].sort((a, b) => total(b[1]) - total(a[1])).forEach(([pattern, counts]) => {
    const row = make('div', 'pattern');
    const bar = make('div', 'bar');
    counts.forEach((count, rank) => {
      const part = make('span');
      part.style.width = 100 * count / most + '%';
      part.style.background = level(LEVELS[rank]);
      bar.append(part);
    });
    row.append(make('span', '', pattern), bar, make('span', 'n', total(counts)));
    row.title = counts.map((count, rank) => `${count} at ${LEVELS[rank]}`).join(', ') + ': click to see only these';
    row.onclick = () => {
      state.pattern = state.pattern === pattern ? null : pattern;
      document.querySelectorAll('.pattern').forEach(other => other.classList.toggle('on', other === row && state.pattern !== null));
      draw();
    };
    byId('patterns').append(row);
  });

  const choice = (key, words) => Object.entries(words).map(([value, text]) => {
    const button = make('button', state[key] === value ? 'on' : '', text);
    button.onclick = () => {
      state[key] = value;
      [...button.parentNode.children].filter(other => other.dataset.key === key).forEach(other => other.classList.toggle('on', other === button));
      draw();
    };
    button.dataset.key = key;
    return button;
  });
  byId('controls').append(
    ...choice('show', { all: 'all', found: 'with findings', stop: 'stop', silent: 'silent' }), make('span', 'gap'), make('label', '', 'by'),
    ...choice('sort', { file: 'file', waste: 'most wasted', early: 'earliest finding', long: 'longest' }));

  const used = new Set(data.sessions.flatMap(session => session.beats.map(beat => beat[3])));
  Object.entries(EFFECTS).filter(([effect]) => used.has(effect)).forEach(([effect, words]) => {
    const entry = make('span');
    const swatch = make('i');
    swatch.style.background = colour(effect);
    entry.append(swatch, words);
    byId('legend').append(entry);
  });
  if (data.sessions.some(session => session.beats.some(beat => beat[1] !== 'tool_call'))) {
    const other = make('span');
    other.append(make('i', 'say'), 'words, phases and other records');
    byId('legend').append(other);
  }
  const pale = make('span');
  const faded = make('i');
  faded.style.cssText = 'opacity: .5; background:' + colour('READ');
  pale.append(faded, 'paler: brought nothing');
  const dotted = make('span');
  dotted.append(make('i', 'dot'), 'failed');
  byId('legend').append(pale, dotted);
  const shades = make('span');
  const shade = make('i');
  shade.style.background = 'repeating-linear-gradient(135deg, var(--waste) 0 2px, transparent 2px 5px)';
  shades.append(shade, 'after a finding, brought nothing');
  byId('legend').append(shades);
  LEVELS.forEach(name => {
    const entry = make('span');
    const flag = make('i');
    flag.style.cssText = 'clip-path: polygon(0 0, 100% 0, 50% 100%); height: 9px; vertical-align: 0; background:' + level(name);
    entry.append(flag, name);
    byId('legend').append(entry);
  });

  const tip = byId('tip');
  const near = event => {
    tip.hidden = false;
    const box = tip.getBoundingClientRect();
    const left = Math.min(event.clientX + 14, innerWidth - box.width - 10);
    const below = event.clientY + 18;
    tip.style.left = Math.max(8, left) + 'px';
    tip.style.top = (below + box.height > innerHeight - 8 ? Math.max(8, event.clientY - box.height - 12) : below) + 'px';
  };
  const WORTH = ['brought something', '', 'brought nothing'];
  const tell = (session, beat) => {
    const [line, type, tool, effect, worth, what, came] = beat;
    const facts = ['line ' + line, EFFECTS[effect] ?? (type === 'tool_call' ? 'does not count' : ''), worth & 4 ? 'failed' : '', WORTH[worth & 3]];
    tip.replaceChildren(make('div', 'k', facts.filter(Boolean).join(' · ')), make('strong', '', tool || type));
    if (what) tip.append(make('div', 'what', what));
    if (came) tip.append(make('div', 'came', came));
    session.marks.filter(mark => mark[0] === line).forEach(mark => {
      const found = make('div', 'found');
      found.style.setProperty('--c', level(mark[2]));
      found.append(make('b', '', `${mark[2]} ${mark[1]} ×${mark[3]}`), ' ' + mark[4], make('div', 'k', `cost ${mark[8]}; an end here saves ${mark[9]}`));
      tip.append(found);
    });
  };

  const SHOWN = 5;
  const card = session => {
    const root = make('section', 'session');
    const head = make('div', 'head');
    const own = session.name.slice(common.length);
    const cut = own.lastIndexOf('/') + 1;
    const name = make('div', 'name');
    name.append(make('small', '', own.slice(0, cut)), own.slice(cut));
    const meta = make('div', 'meta');
    meta.append(`${calls(session)} ${calls(session) === 1 ? 'call' : 'calls'}` + (alike ? '' : ` · ends in ${session.ends}`));
    if (session.marks.length && session.after) meta.append(' · ', make('b', '', percent(session.wasted, session.after)), ' wasted after line ' + first(session));
    if (session.cost) meta.append(` · loops cost ${session.cost} · an end at the first finding saves ${session.saved}`);
    head.append(name, meta);
    const strip = make('div', 'strip');
    const cells = new Map();
    const from = first(session);
    session.beats.forEach(beat => {
      const [line, type, , effect, worth] = beat;
      const cell = make('span', 'beat');
      if (type !== 'tool_call') cell.classList.add('say');
      if ((worth & 3) === 2) cell.classList.add(line > from ? 'waste' : 'nothing');
      if (worth & 4) cell.classList.add('failed');
      cell.style.setProperty('--c', colour(effect));
      cell.append(make('i'));
      const here = session.marks.filter(mark => mark[0] === line);
      if (here.length) {
        const flag = make('u');
        flag.style.setProperty('--c', level(LEVELS[Math.max(...here.map(mark => LEVELS.indexOf(mark[2])))]));
        cell.append(flag);
      }
      cell.onmouseenter = event => { tell(session, beat); near(event); light(here.flatMap(mark => mark[7])); };
      cell.onmousemove = near;
      cell.onmouseleave = () => { tip.hidden = true; light([]); };
      cells.set(line, cell);
      strip.append(cell);
    });
    const light = lines => {
      strip.classList.toggle('dim', lines.length > 0);
      cells.forEach((cell, line) => cell.classList.toggle('lit', lines.includes(line)));
    };
    root.append(head, strip);
    if (session.marks.length) {
      const list = make('div', 'marks');
      const rows = session.marks.map(mark => {
        const row = make('div', 'mark');
        row.style.setProperty('--c', level(mark[2]));
        row.append(make('span', 'at', 'line ' + mark[0]), make('span', 'level', mark[2] === 'stop' ? 'would stop' : mark[2]), make('span', '', `${mark[1]} ×${mark[3]}`), make('span', '', mark[4]));
        row.title = `${mark[5]}  ${mark[6]}\ncost ${mark[8]}; an end here saves ${mark[9]}`;
        row.onmouseenter = () => light(mark[7]);
        row.onmouseleave = () => light([]);
        return row;
      });
      list.append(...rows.slice(0, SHOWN));
      root.append(list);
      if (rows.length > SHOWN) {
        const more = make('button', 'more', `${rows.length - SHOWN} more`);
        more.onclick = () => { list.append(...rows.slice(SHOWN)); more.remove(); };
        root.append(more);
      }
    }
    return root;
  };

  const cards = new Map();
  const draw = () => {
    const wanted = data.sessions.filter(session =>
      (state.show === 'all' || (state.show === 'silent' ? session.high < 0 : state.show === 'stop' ? session.high === 2 : session.high >= 0))
      && (state.pattern === null || session.marks.some(mark => mark[1] === state.pattern)));
    const order = { file: s => s.index, waste: s => -s.wasted, early: first, long: s => -s.beats.length }[state.sort];
    wanted.sort((a, b) => order(a) - order(b) || a.index - b.index);
    byId('sessions').replaceChildren(...wanted.map(session => {
      if (!cards.has(session)) cards.set(session, card(session));
      return cards.get(session);
    }));
    if (!wanted.length) byId('sessions').append(make('p', '', 'No session is like that.'));
  };

  const theme = byId('theme');
  const root = document.documentElement;
  const dark = () => root.classList.contains('dark') || (!root.classList.contains('light') && matchMedia('(prefers-color-scheme: dark)').matches);
  const label = () => { theme.textContent = dark() ? 'light' : 'dark'; };
  theme.onclick = () => { const to = dark() ? 'light' : 'dark'; root.classList.remove('light', 'dark'); root.classList.add(to); label(); };
  label();
  draw();
})();
