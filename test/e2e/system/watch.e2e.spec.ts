/** What an operator sees: every panel and alert asked of a real Prometheus, and for each fault the alerts that it fires and no others. */
import { globSync, readFileSync } from 'node:fs';
import { inForm } from '#testing/long-form.js';
import { freeze, type Frozen } from '#testing/freeze.js';
import { Api } from '../support/api.js';
import { EchoWorker } from '../support/echo-worker.js';
import { eventually } from '../support/eventually.js';
import { QuickstartProcess, type ServiceName } from '../support/quickstart-process.js';
import { alertRules, WatchingPrometheus } from '../support/watching-prometheus.js';

const LIMIT_MS = 300_000;
const quickstart = QuickstartProcess.inNewFolder();
const api = new Api(() => quickstart.state());
const prometheus = new WatchingPrometheus(quickstart.dataDir);
const echo = new EchoWorker();

interface Target {
  readonly expr: string;
}
interface PanelDocument {
  readonly title: string;
  readonly targets: readonly Target[];
}

/** Nothing of the kind happens here: these may show nothing. */
const MAY_BE_EMPTY = new Map([
  ...[
    'Kubernetes requests',
    'Time of Kubernetes requests',
    'Kubernetes requests wait for KUB_QPS',
    'Watches begun anew',
  ].map((title) => [title, 'there is no cluster'] as const),
  ['Attempts with incomplete logs', 'no log has lost anything'],
  ['Callbacks that nobody could take', 'every callback came in time'],
  ['Found by sweeps instead of messages', 'no message was lost'],
  ['Database operations that failed', 'none failed'],
  ['Messages that came again', 'each was acknowledged'],
  ['Messages that were not handled', 'all were handled'],
  ['Longest stay in a phase', 'runs here end between two looks of Prometheus'],
  ['Stored secrets by key', 'nothing is encrypted yet'],
]);

const panels = globSync('deploy/grafana/dashboards/*.json')
  .sort()
  .flatMap((path) => {
    const { panels: own } = JSON.parse(readFileSync(path, 'utf8')) as { panels: PanelDocument[] };
    return own.map((panel) => [path.replace(/^.*\/|\.json$/g, ''), panel.title, panel] as const);
  });

/** As Grafana asks it with everything chosen. */
const asked = (expr: string): string =>
  expr
    .replaceAll('$__rate_interval', '20s')
    .replaceAll(/\$(service|tenant)/g, '.*')
    .replaceAll(/\[(5m|1h)\]/g, '[20s]');

async function makeWork(): Promise<void> {
  await api.call('POST', '/tenants', { id: 'watched', name: 'Watched', maxActiveRuns: 50, groups: { few: 2 } });
  await api.call('POST', '/workers', { id: 'plain', name: 'Plain', engine: 'process', command: ['echo', 'hello'] });
  const url = await echo.listen();
  await api.call('POST', '/workers', { id: 'echo', name: 'Echo', engine: 'webservice', url });
  const each = { tenant: 'watched', schedule: { every: 2 } };
  await api.call('POST', '/jobs', { ...each, id: 'by-process', name: 'By process', worker: 'plain' });
  const concurrency = { policy: 'Enqueue', group: 'few' };
  await api.call('POST', '/jobs', { ...each, id: 'by-service', name: 'By service', worker: 'echo', concurrency });
  for (const job of ['by-process', 'by-service'])
    await eventually(`a run of ${job} has finished`, async () =>
      (await api.runs(job)).find(({ state }) => state === 'FINISHED'),
    );
}

const knock = (): Promise<unknown> =>
  fetch(`${quickstart.state().apiUrl}/jobs`, { headers: { authorization: 'Bearer carillon_wrong' } });
const nothingFires = (): Promise<unknown> =>
  eventually('no alert to fire', async () => ((await prometheus.firing()).length === 0 ? 'quiet' : null));

/** On a machine whose processors are taken by others everything may be late; nothing of that is the fault's. */
const OF_STARVED_MACHINES = ['CarillonApiErrors', 'CarillonDatabaseSlow', 'CarillonSlotsLate'];

/** The fault is there until its alerts fire; then it is ended, and they stop. What else fires is in `beside`, or nowhere. */
async function expectAlerts(
  alerts: readonly string[],
  fault: () => Promise<() => Promise<void> | void>,
  beside: readonly string[] = [],
): Promise<void> {
  await nothingFires();
  const seen = new Set<string>();
  const end = await fault();
  try {
    await eventually(`${alerts.join(', ')} to fire`, async () => {
      const firing = await prometheus.firing();
      for (const name of firing) seen.add(name);
      return alerts.every((name) => firing.includes(name));
    });
  } finally {
    await end();
  }
  const expected = new Set([...beside, ...OF_STARVED_MACHINES]);
  expect([...seen].filter((name) => !expected.has(name)).sort()).toEqual([...alerts].sort());
  await nothingFires();
}

const standStill = (find: () => readonly number[]) => async (): Promise<() => void> => {
  const frozen: Frozen = await freeze(find);
  return frozen.thaw;
};
const pidsOf = (pattern: RegExp): number[] => {
  const found = quickstart.processes().filter(({ command }) => pattern.test(command));
  expect(found).not.toEqual([]);
  return found.map(({ pid }) => pid);
};
const serviceOf = (name: ServiceName): number[] => [quickstart.state().services[name].pid];

beforeAll(async () => {
  await quickstart.start('--empty', '--no-restart');
  await prometheus.start(quickstart.state());
  await makeWork();
  await knock();
}, LIMIT_MS);
afterAll(async () => {
  await prometheus.stop();
  await quickstart.dispose();
  await echo.close();
}, LIMIT_MS);

test.each(panels)(
  '%s: the panel "%s" shows something',
  async (_dashboard, title, { targets }) => {
    for (const { expr } of targets) {
      const query = asked(expr);
      const shown = await eventually(query, async () => {
        const samples = await prometheus.query(query);
        return samples.length > 0 || MAY_BE_EMPTY.has(title) ? samples : null;
      });
      expect(shown.every(({ value: [, figure] }) => figure !== '')).toBe(true);
    }
  },
  LIMIT_MS,
);

test('what may show nothing is a panel', () => {
  const titles = new Set(panels.map(([, title]) => title));
  expect([...MAY_BE_EMPTY.keys()].filter((title) => !titles.has(title))).toEqual([]);
});

test(
  'every alert can be asked, and none fires while all is well',
  async () => {
    const rules = alertRules();
    const answers = await Promise.all(rules.map(({ expr }) => prometheus.query(expr)));
    expect(answers).toHaveLength(rules.length);
    await nothingFires();
  },
  LIMIT_MS,
);

test(
  'a scheduler that stands still',
  async () => {
    await expectAlerts(
      ['CarillonDown', 'CarillonServiceAbsent'],
      standStill(() => serviceOf('scheduler')),
      ['CarillonSlotsLate'],
    );
  },
  LIMIT_MS,
);

test(
  'a NATS server that stands still',
  async () => {
    await expectAlerts(
      ['CarillonNatsAway'],
      standStill(() => pidsOf(/nats-server /)),
    );
  },
  LIMIT_MS,
);

test(
  'a database that stands still',
  async () => {
    await expectAlerts(
      ['CarillonNotReady'],
      standStill(() => pidsOf(/\bmongod\b|embedded\/src\/gateway\/main/)),
      // What cannot be read or written, or was late when it could be again.
      [
        'CarillonCallbacksWait',
        'CarillonDatabaseErrors',
        'CarillonLogLag',
        // Alerts wait for seconds only here: on starved processors a service loses NATS for that long when all work goes on at once.
        'CarillonNatsAway',
        'CarillonOverloaded',
        'CarillonShardsUnowned',
        'CarillonStartQueueStalled',
      ],
    );
  },
  LIMIT_MS,
);

test(
  'somebody who tries tokens',
  async () => {
    await expectAlerts(['CarillonWrongTokens'], () => {
      const knocking = setInterval(() => void knock().catch(() => undefined), 100);
      return Promise.resolve(() => {
        clearInterval(knocking);
      });
    });
  },
  LIMIT_MS,
);

const longTest = inForm({ short: test.skip, long: test });
longTest(
  'a worker that was released badly',
  async () => {
    await expectAlerts(['CarillonRunsFailing', 'CarillonTenantFailing'], async () => {
      for (const job of ['by-process', 'by-service']) await api.call('POST', `/jobs/${job}/pause`);
      await api.call('PATCH', '/workers/plain', { command: ['false'] });
      await api.call('POST', '/jobs/by-process/resume');
      return async () => {
        await api.call('PATCH', '/workers/plain', { command: ['echo', 'hello'] });
        await api.call('POST', '/jobs/by-service/resume');
      };
    });
  },
  LIMIT_MS,
);

test(
  'an executor that was killed and does not come back',
  async () => {
    await nothingFires();
    process.kill(quickstart.state().services.executor.pid, 'SIGKILL');
    const firing = await eventually('alerts to fire', async () => {
      const names = await prometheus.firing();
      return names.includes('CarillonDown') && names.includes('CarillonServiceAbsent') ? names : null;
    });
    expect(firing.filter((name) => !OF_STARVED_MACHINES.includes(name))).toEqual([
      'CarillonDown',
      'CarillonServiceAbsent',
    ]);
  },
  LIMIT_MS,
);
