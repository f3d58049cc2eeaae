import { get } from '../lib/api.mjs';
import { h, table, tableRow } from '../lib/dom.mjs';
import { moreButton } from '../lib/pages.mjs';
import { jsonText } from '../lib/parts.mjs';

const columns = [
  { title: 'Worker', cell: (worker) => [h('strong', {}, worker.name), h('br'), h('code', {}, worker.id)] },
  { title: 'Engine', cell: (worker) => (worker.allowRoot ? `${worker.engine}, may be root` : worker.engine) },
  {
    title: 'Runs',
    class: 'mono wrap',
    cell: (worker) => worker.image ?? worker.url ?? worker.command?.join(' ') ?? 'what its jobs name',
  },
  { title: 'Tenants', cell: (worker) => worker.tenants?.join(', ') ?? 'all' },
  { title: 'Jobs', cell: (worker) => h('a', { href: `#/jobs?worker=${encodeURIComponent(worker.id)}` }, 'show') },
  {
    title: 'Definition',
    cell: (worker) => h('details', {}, h('summary', {}, 'JSON'), h('pre', { class: 'code' }, jsonText(worker))),
  },
];

export async function workersPage({ signal }) {
  const page = await get('workers?limit=100', signal);
  const shown = table(columns, page.items, { empty: 'No workers.', caption: 'Workers' });
  const more = moreButton(
    (cursor) => `workers?limit=100&cursor=${encodeURIComponent(cursor)}`,
    page.nextCursor,
    (items) => shown.querySelector('tbody').append(...items.map((worker) => tableRow(columns, worker))),
  );
  return [
    h('h1', {}, 'Workers'),
    h('p', { class: 'dim' }, 'What jobs can be done by. Administrators register them through the API.'),
    shown,
    more,
  ];
}
