import { get } from '../lib/api.mjs';
import { fill, h, table, tableRow } from '../lib/dom.mjs';
import { onRun } from '../lib/live.mjs';
import { moreButton } from '../lib/pages.mjs';
import { jobLink, jobState, scheduleText } from '../lib/parts.mjs';
import { when } from '../lib/time.mjs';

const SEARCH_DELAY_MS = 250;
const REFRESH_DELAY_MS = 1_000;

const columns = [
  { title: 'Job', cell: (job) => jobLink(job.id, job.name) },
  { title: 'State', cell: jobState },
  { title: 'Tenant', cell: (job) => job.tenant },
  { title: 'Worker', cell: (job) => job.worker },
  { title: 'Schedule', class: 'mono', cell: scheduleText },
  { title: 'Next slot', cell: (job) => when(job.status.nextSlot) },
  { title: 'Last slot', cell: (job) => when(job.status.lastSlot) },
];

export async function jobsPage({ query, signal }) {
  const list = h('div', {});
  const question = () => {
    const asked = new URLSearchParams({ limit: '50' });
    for (const field of form.elements) if (field.name && field.value) asked.set(field.name, field.value);
    return asked;
  };
  const load = async () => {
    const asked = question();
    const page = await get(`jobs?${asked}`, signal);
    const shown = table(columns, page.items, { empty: 'No jobs.', caption: 'Jobs' });
    const body = shown.querySelector('tbody');
    const more = moreButton(
      (cursor) => `jobs?${asked}&cursor=${encodeURIComponent(cursor)}`,
      page.nextCursor,
      (items) => body.append(...items.map((job) => tableRow(columns, job))),
    );
    fill(list, shown, more);
  };
  const form = filterForm(query, load);
  await load();
  keepFresh(list, signal);
  return [
    h(
      'div',
      { class: 'title-row' },
      h('h1', {}, 'Jobs'),
      h('a', { class: 'button primary', href: '#/jobs/new' }, 'New job'),
    ),
    form,
    list,
  ];
}

function filterForm(query, load) {
  let timer = 0;
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void load().catch(() => undefined), SEARCH_DELAY_MS);
  };
  const input = (name, label, props = {}) =>
    h('label', {}, label, h('input', { name, value: query.get(name) ?? '', ...props }));
  return h(
    'form',
    { class: 'filters', role: 'search', oninput: later, onsubmit: (event) => event.preventDefault() },
    input('q', 'Name', { type: 'search', placeholder: 'a part of it' }),
    input('tenant', 'Tenant'),
    input('worker', 'Worker'),
    h(
      'label',
      {},
      'Enabled',
      h('select', { name: 'enabled' }, [
        h('option', { value: '' }, 'all'),
        h('option', { value: 'true' }, 'enabled'),
        h('option', { value: 'false' }, 'disabled'),
      ]),
    ),
  );
}

/** A run of a shown job changes what the row says: its slots and how many runs are active. */
function keepFresh(list, signal) {
  const stale = new Set();
  let timer = 0;
  const refresh = async () => {
    timer = 0;
    const ids = [...stale];
    stale.clear();
    for (const id of ids) {
      const row = list.querySelector(`tr[data-id="${CSS.escape(id)}"]`);
      const job = row && (await get(`jobs/${encodeURIComponent(id)}`, signal).catch(() => null));
      if (job) row.replaceWith(tableRow(columns, job));
    }
  };
  onRun((run) => {
    if (!list.querySelector(`tr[data-id="${CSS.escape(run.job)}"]`)) return;
    stale.add(run.job);
    timer ||= setTimeout(() => void refresh(), REFRESH_DELAY_MS);
  }, signal);
}
