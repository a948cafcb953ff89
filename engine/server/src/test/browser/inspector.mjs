/**
 * Drives the pages of a running server: `node inspector.mjs URL [--many N] [--pictures FOLDER]`. Prints a line per
 * check and ends with 1 if one failed.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium } from 'playwright-core';
import { ASKS, CHAT, LOOP, ORDER, client, seed } from './sessions.mjs';

const [base, ...options] = process.argv.slice(2);
const option = (name, absent) => (options.includes(name) ? options[options.indexOf(name) + 1] : absent);
const many = Number(option('--many', 200));
const pictures = option('--pictures', null);
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const api = client(base);
let failed = 0;

async function check(name, body) {
  try {
    const said = await body();
    console.log(`ok      ${name}${said ? `: ${said}` : ''}`);
  } catch (error) {
    failed++;
    console.log(`FAILED  ${name}: ${error.message}`);
  }
}

function equal(actual, expected, what) {
  if (JSON.stringify(actual) !== JSON.stringify(expected)) throw new Error(`${what} is ${JSON.stringify(actual)}, not ${JSON.stringify(expected)}`);
}

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || '/usr/bin/chromium', args: ['--no-sandbox'] });

/** Opens a page that must ask nobody but the server, and must report no error. */
async function open(path, { width = 1400, scheme = 'light' } = {}) {
  const context = await browser.newContext({ viewport: { width, height: width > 800 ? 900 : 780 }, colorScheme: scheme });
  const page = await context.newPage();
  page.faults = [];
  page.on('request', request => new URL(request.url()).origin === base || request.url().startsWith('blob:') || page.faults.push(`request of ${request.url()}`));
  page.on('pageerror', error => page.faults.push(error.message));
  page.on('console', message => message.type() === 'error' && page.faults.push(message.text()));
  await page.goto(base + path);
  return page;
}

async function end(page) {
  const faults = page.faults;
  await page.context().close();
  equal(faults, [], 'the list of faults');
}

const instance = id => `/#/instance/${encodeURIComponent(id)}`;
const lit = page => page.evaluate(() => [...document.querySelector('.sheet').shadowRoot.querySelectorAll('.lit')].map(node => node.id.replace('state-', '')).sort());

await seed(api, many);

await check('what is stuck comes first in the list', async () => {
  const page = await open('/');
  await page.locator('.tile.stuck b', { hasText: /[1-9]/ }).waitFor();
  await page.locator('.rows .row.stop, .rows .row.recover').first().waitFor();
  const first = await page.locator('.rows li[aria-posinset="1"] b').textContent();
  if (![LOOP, ASKS].includes(first)) throw new Error(`the first row is ${first}`);
  await end(page);
});

await check('the list keeps few rows in the document, filters and is walked by keyboard', async () => {
  const page = await open('/');
  await page.locator('[role=status]', { hasText: /^\d+ instances$/ }).waitFor({ timeout: 60_000 });
  const rows = await page.locator('.rows li').count();
  if (rows > 60) throw new Error(`${rows} rows in the document`);
  await page.keyboard.press('/');
  await page.keyboard.type('chat-actor ended');
  await page.fill('input[type=search]', 'chat-44');
  await page.locator('[role=status]', { hasText: /^1 of / }).waitFor();
  await page.keyboard.press('Tab');
  await page.locator('.rows a').first().focus();
  await page.keyboard.press('Enter');
  await page.locator('h1', { hasText: 'chat-44' }).waitFor();
  await page.locator('text=The instance has ended').waitFor();
  await end(page);
  return `${rows} rows of ${many} and more`;
});

await check('a new instance appears by itself', async () => {
  const page = await open('/');
  await page.locator('.pulse.live').waitFor();
  await api.begin('chat-actor', 'appears');
  await page.fill('input[type=search]', 'appears');
  await page.locator('.rows b', { hasText: 'appears' }).waitFor();
  await end(page);
});

await check('an input sent elsewhere is painted at once', async () => {
  const page = await open(instance(CHAT));
  await page.locator('.pulse.live').waitFor();
  await page.waitForFunction(() => document.querySelector('.sheet')?.shadowRoot.querySelector('.lit'));
  const took = [];
  for (const event of ['ProcessInteraction', 'Pause', 'ProcessInteraction', 'Pause', 'ProcessInteraction']) {
    const before = (await lit(page)).join();
    const painted = page.evaluate(old => new Promise(resolve => {
      const look = () => {
        const now = [...document.querySelector('.sheet').shadowRoot.querySelectorAll('.lit')].map(node => node.id.replace('state-', '')).sort().join();
        if (now && now !== old) requestAnimationFrame(() => resolve(Date.now()));
        else requestAnimationFrame(look);
      };
      look();
    }), before);
    const began = Date.now();
    await api.send(CHAT, { event, data: event === 'Pause' ? {} : { user_id: '123e4567-e89b-12d3-a456-426614174000' } });
    took.push(await painted - began);
  }
  equal(await lit(page), (await api.get(`/v1/instances/${CHAT}`)).active.sort(), 'the painted states');
  await end(page);
  return `POST to painted state: ${took.join(', ')} ms`;
});

await check('an enabled input is a button with a form, a refused one says which rule', async () => {
  const page = await open(instance(CHAT));
  await page.locator('.inputs button', { hasText: 'Cancel' }).click();
  await page.locator('dialog input').first().fill('enough');
  await page.keyboard.press('Enter');
  await page.locator('.told', { hasText: 'Cancel: taken' }).waitFor();
  equal((await api.get(`/v1/instances/${CHAT}`)).configuration, ['cancelled'], 'the state');
  await end(page);
});

await check('moves and ends are asked about once, and an answer is not empty', async () => {
  const page = await open(instance(ORDER));
  const state = async () => (await api.get(`/v1/instances/${ORDER}`)).configuration;
  const press = name => page.locator('.inputs .acts button', { hasText: name }).click();
  await press(/^RUNNING …$/);
  await page.locator('dialog', { hasText: 'This moves it to RUNNING' }).waitFor();
  await page.keyboard.press('Escape');
  await press(/^Answer …$/);
  await page.locator('dialog button.primary').click();
  await page.locator('dialog [role=alert]', { hasText: 'answer: a value is needed' }).waitFor();
  await page.locator('dialog button', { hasText: 'Cancel' }).click();
  equal(await state(), ['WAITING_FOR_APPROVAL'], 'the state');
  await press(/^CANCELLED …$/);
  await page.locator('dialog', { hasText: 'CANCELLED, which is final' }).waitFor();
  if (pictures) await page.screenshot({ path: `${pictures}/asked-move.png` });
  await page.locator('dialog button.primary', { hasText: 'Move' }).click();
  await page.locator('.told', { hasText: 'CANCELLED: taken' }).waitFor();
  equal(await state(), ['CANCELLED'], 'the state');
  await end(page);
});

await check('scrubbed to a step, chart and data are those of the decision log', async () => {
  const page = await open(instance(LOOP));
  const { steps } = await api.get(`/v1/instances/${encodeURIComponent(LOOP)}/steps?limit=1000`);
  await page.locator('.timeline .strip .beat').nth(steps.length - 1).waitFor();
  await page.locator('.timeline .strip').focus();
  await page.keyboard.press('Home');
  for (const step of steps) {
    await page.locator('.step h2', { hasText: new RegExp(`^Step ${step.seq}$`) }).waitFor();
    const then = await api.get(`/v1/instances/${encodeURIComponent(LOOP)}/steps/${step.seq}`);
    await page.waitForFunction(active => {
      const now = [...document.querySelector('.sheet').shadowRoot.querySelectorAll('.lit')].map(node => node.id.replace('state-', '')).sort();
      return JSON.stringify(now) === JSON.stringify(active);
    }, [...then.active].sort());
    equal(then.configuration, step.configuration, `the state after step ${step.seq}`);
    if (step !== steps.at(-1)) await page.keyboard.press('ArrowRight');
  }
  await page.keyboard.press('Home');
  const found = steps.findIndex(step => step.findings?.length);
  for (let at = 0; at < found; at++) await page.keyboard.press('ArrowRight');
  const why = await api.get(`/v1/instances/${encodeURIComponent(LOOP)}/steps/${steps[found].seq}/why`);
  const fired = why.asked.flatMap(each => each.rules).filter(rule => rule.fired).map(rule => rule.rule);
  await page.locator('.rules li.fired').nth(fired.length - 1).waitFor();
  equal(await page.locator('.rules li.fired b').allTextContents(), fired, 'the list of rules that fired');
  await end(page);
  return `${steps.length} steps`;
});

await check('an address that is not encoded names the instance that is not there', async () => {
  const page = await open('/#/instance/100%');
  await page.getByText('There is no instance “100%”').waitFor();
  await page.context().close();
});

await check('a session that begins appears on the page of agents with each call, without a finding', async () => {
  const page = await open('/#/agents');
  await page.locator('.session').first().waitFor();
  const card = page.locator('.session', { hasText: 'gemini:appears' });
  await api.begin('supervised', 'gemini:appears');
  for (const [path, calls] of [['a.go', '1 call '], ['b.go', '2 calls ']]) {
    await api.send('gemini:appears', { type: 'tool_call', tool: 'read_file', success: true, args: { path }, output: `package ${path}` });
    await card.getByText(calls).waitFor();
  }
  await end(page);
});

await check('a question is answered on the page of agents', async () => {
  const page = await open('/#/agents');
  const card = page.locator('.session', { hasText: ASKS });
  await card.locator('.ask input').fill('look into main.go');
  await card.locator('button', { hasText: 'other way' }).click();
  await card.locator('.chip', { hasText: 'recovering' }).waitFor();
  await card.locator('.line', { hasText: 'look into main.go' }).waitFor();
  await end(page);
});

await check('the playground shows problems at their place, simulates and tests', async () => {
  const page = await open('/play');
  await page.locator('.tests .badge.good').waitFor({ timeout: 60_000 });
  await page.locator('.simulation button', { hasText: 'Approve' }).click();
  await page.locator('dialog input').first().fill('ann');
  await page.keyboard.press('Enter');
  await page.locator('.log .refused', { hasText: 'the owner of a claim cannot approve it' }).waitFor();
  await page.locator('button', { hasText: 'Add as test' }).click();
  await page.locator('.tests .badge', { hasText: '3 of 3 passed' }).waitFor();
  const area = page.locator('.pane[data-file="chart.yaml"] textarea');
  await area.fill((await area.inputValue()).replace('to: waiting', 'to: wating'));
  await page.locator('.pane[data-file="chart.yaml"] .problems', { hasText: 'C201' }).waitFor();
  await page.locator('.pane[data-file="chart.yaml"] .gutter .error').waitFor();
  const again = await page.context().newPage();
  await page.waitForFunction(() => location.hash.length > 10);
  await again.goto(page.url());
  await again.locator('.pane[data-file="chart.yaml"] .problems', { hasText: 'C201' }).waitFor();
  await end(page);
});

for (const scheme of ['light', 'dark']) {
  for (const width of [1400, 360]) {
    for (const [name, path, ready] of [['list', '/', '.rows a'], ['instance', instance(LOOP), '.strip .beat'], ['step', instance(LOOP), '.strip .beat'], ['agents', '/#/agents', '.session'], ['playground', '/play', '.tests .badge']]) {
      await check(`${name} at ${width}, ${scheme}: no violation of axe, nothing wider than the window`, async () => {
        const page = await open(path, { width, scheme });
        await page.locator(ready).first().waitFor({ timeout: 60_000 });
        if (name === 'step') {
          await page.locator('.timeline .strip').focus();
          for (let at = 0; at < 3; at++) await page.keyboard.press('ArrowLeft');
          await page.locator('.rules h3').waitFor();
        }
        if (name !== 'list' && name !== 'agents') await page.waitForFunction(() => document.querySelector('.sheet')?.shadowRoot.querySelector('svg'));
        await page.evaluate(axe);
        const { violations } = await page.evaluate(() => axe.run(document));
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        // a browser draws what is far below only when it is scrolled to
        await page.evaluate(() => document.querySelectorAll('.session').forEach(each => { each.style.contentVisibility = 'visible'; }));
        if (pictures) await page.screenshot({ path: `${pictures}/${name}-${width}-${scheme}.png`, fullPage: name !== 'list' });
        equal(violations.map(each => `${each.id}: ${each.nodes.slice(0, 3).map(node => node.target.join(' ') + ' ' + (node.any[0]?.message ?? '')).join(' | ')}`), [], 'the list of violations');
        equal(wide, 0, 'the overhang');
        await end(page);
      });
    }
  }
}

await browser.close();
console.log(failed ? `${failed} failed` : 'all passed');
process.exit(failed ? 1 : 0);
