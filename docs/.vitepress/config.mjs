/** The documents as a web site: `npm run docs:site` writes it to dist/site. A link that leads nowhere fails the build. */
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';

const docs = fileURLToPath(new URL('..', import.meta.url));
const root = resolve(docs, '..');
/** Where the sources can be read, such as https://github.com/acme/carillon/blob/main; without it such links are plain text. */
const sources = process.env.DOCS_SOURCES_URL;
/** Where the site is served, such as /carillon/. */
const base = process.env.DOCS_BASE ?? '/';

const isElsewhere = (href) => href === '' || /^([a-z]+:|#|\/)/i.test(href);

/** Where a link of a page leads that is no page itself; null for all other links. Throws where there is no such file. */
function sourceOf(href, from) {
  if (isElsewhere(href)) return null;
  const file = resolve(dirname(from), decodeURIComponent(href.split('#')[0]));
  if (file.startsWith(docs) && file.endsWith('.md')) return null;
  if (!existsSync(file)) throw new Error(`${from} links to ${href}, which does not exist`);
  return relative(root, file);
}

/** Links to files and folders of the repository lead to where its sources can be read. */
function linkSources(md) {
  md.core.ruler.push('carillon-sources', ({ tokens, env }) => {
    for (const { children } of tokens)
      for (const [at, child] of (children ?? []).entries()) {
        const file = child.type === 'link_open' ? sourceOf(child.attrGet('href') ?? '', env.path) : null;
        if (file === null) continue;
        if (sources !== undefined) child.attrSet('href', `${sources}/${file}`);
        else
          for (const each of [child, children.slice(at).find(({ type }) => type === 'link_close')]) each.type = 'text';
      }
  });
}

const page = (text, link) => ({ text, link });
const decisions = readdirSync(join(docs, 'adr')).sort();

export default defineConfig({
  title: 'Carillon',
  description: 'A central, multi-tenant job scheduler',
  base,
  outDir: '../dist/site',
  cacheDir: '../.carillon/vitepress',
  rewrites: {
    'README.md': 'index.md',
    'guide/README.md': 'guide/index.md',
    'semantics/README.md': 'semantics/index.md',
  },
  lastUpdated: false,
  markdown: { html: false, config: linkSources },
  vite: { publicDir: false },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [page('Guide', '/guide/'), page('Command line', '/guide/command-line'), page('Operations', '/operations')],
    sidebar: [
      {
        text: 'Guide',
        items: [
          page('By tasks', '/guide/'),
          page('Your first job', '/guide/first-job'),
          page('Pods', '/guide/pods'),
          page('Web services', '/guide/web-service'),
          page('From curl in cron', '/guide/curl'),
          page('Parallel runs', '/guide/parallel-runs'),
          page('Schedules', '/guide/schedules'),
          page('Retries and limits', '/guide/retries'),
          page('Many requests, one run', '/guide/requests'),
          page('Jobs after other jobs', '/guide/dependencies'),
          page('State', '/guide/state'),
          page('Triggers', '/guide/triggers'),
          page('Notifications', '/guide/notifications'),
          page('Errors', '/guide/errors'),
          page('Secrets', '/guide/secrets'),
          page('Identity', '/guide/identity'),
          page('Moving to Carillon', '/guide/moving'),
          page('The command line', '/guide/command-line'),
          page('Editors and schemas', '/guide/schemas'),
        ],
      },
      {
        text: 'Use',
        items: [
          page('Writing workers', '/workers'),
          page('The web UI', '/tour'),
          page('Dependencies', '/dependencies'),
          page('Comparison', '/comparison'),
          page('Feature by feature', '/matrix'),
          page('Glossary', '/glossary'),
        ],
      },
      {
        text: 'Semantics',
        collapsed: true,
        items: [
          page('By topics', '/semantics/'),
          page('Schedules', '/semantics/schedules'),
          page('Calendars', '/semantics/calendars'),
          page('Limits, shares, priority', '/semantics/limits'),
          page('Requests', '/semantics/requests'),
          page('Retries', '/semantics/retries'),
          page('Parallel runs', '/semantics/parallel-runs'),
          page('Tasks and gangs', '/semantics/tasks'),
          page('Runs', '/semantics/runs'),
          page('Pods', '/semantics/pods'),
          page('Processes', '/semantics/processes'),
          page('Output and logs', '/semantics/output'),
          page('Parameters and state', '/semantics/parameters'),
          page('Secrets', '/semantics/secrets'),
          page('Triggers', '/semantics/triggers'),
          page('Monitors and rules', '/semantics/watching'),
          page('Other systems', '/semantics/other-systems'),
        ],
      },
      {
        text: 'Run',
        items: [
          page('Installation', '/installation'),
          page('Packages', '/packages'),
          page('Operations', '/operations'),
          page('Dashboards', '/dashboards'),
          page('Scaling', '/scaling'),
          page('Runbook', '/runbook'),
          page('Security', '/security'),
          page('Performance', '/performance'),
        ],
      },
      {
        text: 'Reference',
        collapsed: true,
        items: [
          page('Environment', '/env'),
          page('Limits', '/limits'),
          page('Metrics', '/metrics'),
          page('Phases of a run', '/state-machines'),
          page('Messages', '/contracts'),
          page('Shard keys', '/shard-keys'),
          page('Internal limits', '/reference/internal-limits'),
          page('Tests of the security promises', '/reference/security-tests'),
        ],
      },
      {
        text: 'Inside',
        items: [
          page('Architecture', '/ARCHITECTURE'),
          {
            text: 'Decisions',
            collapsed: true,
            items: decisions.map((file) => page(file.slice(0, -3).replace(/-/g, ' '), `/adr/${file.slice(0, -3)}`)),
          },
        ],
      },
    ],
  },
});
