import { get } from '../lib/api.mjs';
import { fill, h, table, tableRow } from '../lib/dom.mjs';
import { keepRunsFresh } from '../lib/live.mjs';
import { moreButton } from '../lib/pages.mjs';
import { runColumns } from '../lib/parts.mjs';

const STATES = ['QUEUED', 'RUNNING', 'FINISHED', 'FAILED', 'ABORTED', 'SKIPPED', 'MISSED'];
const TRIGGERS = ['schedule', 'manual', 'backfill', 'retry', 'dependency'];
const MAX_ROWS = 500;

export async function runsPage({ query, signal }) {
  const list = h('div', {});
  let stopLive = new AbortController();
  signal.addEventListener('abort', () => stopLive.abort());
  const load = async () => {
    stopLive.abort();
    stopLive = new AbortController();
    const asked = new URLSearchParams({ limit: '50' });
    for (const field of form.elements) if (field.name && field.value) asked.set(field.name, field.value);
    fill(list, await runTable(asked, stopLive.signal));
  };
  const choice = (name, label, options) =>
    h(
      'label',
      {},
      label,
      h(
        'select',
        { name },
        h('option', { value: '' }, 'all'),
        options.map((value) => h('option', { value, selected: query.get(name) === value }, value.toLowerCase())),
      ),
    );
  const form = h(
    'form',
    { class: 'filters', onchange: () => void load(), onsubmit: (event) => event.preventDefault() },
    choice('state', 'State', STATES),
    choice('trigger', 'Trigger', TRIGGERS),
    h('label', {}, 'Tenant', h('input', { name: 'tenant', value: query.get('tenant') ?? '' })),
    h('label', {}, 'Job id', h('input', { name: 'job', value: query.get('job') ?? '' })),
  );
  await load();
  return [h('h1', {}, 'Runs'), form, list];
}

/** A table of runs under the question, kept up to date until `signal` is aborted. */
export async function runTable(asked, signal, { withJob = true } = {}) {
  const columns = runColumns(withJob);
  const page = await get(`runs?${asked}`, signal);
  const shown = table(columns, page.items, { empty: 'No runs.', caption: 'Runs, newest first' });
  const body = shown.querySelector('tbody');
  const fits = (run) =>
    ['state', 'trigger', 'tenant', 'job'].every((name) => !asked.has(name) || run[name] === asked.get(name));
  const known = (run) => [...body.rows].some((row) => row.dataset.id === run.id);
  keepRunsFresh(
    { body, row: (run) => tableRow(columns, run), wants: (run) => fits(run) || known(run), max: MAX_ROWS },
    signal,
  );
  const more = moreButton(
    (cursor) => `runs?${asked}&cursor=${encodeURIComponent(cursor)}`,
    page.nextCursor,
    (items) => body.append(...items.map((run) => tableRow(columns, run))),
  );
  return [shown, more];
}
