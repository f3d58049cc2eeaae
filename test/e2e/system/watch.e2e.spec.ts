/**
 * What an operator sees: every panel and alert is evaluated by a real Prometheus; each fault fires its alerts and no others; and
 * the commands of the runbook work.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { type RunningServer, startMongo } from '#embedded-servers';
import { inForm } from '#testing/long-form.js';
import { freeze, type Frozen } from '#testing/freeze.js';
import { adapterRules } from '#testing/autoscaling/adapter-rules.js';
import { askedByGrafana, dashboardDocuments } from '#testing/dashboards/dashboard-document.js';
import { SmallDisk } from '#testing/small-disk.js';
import { TcpRelay } from '#testing/tcp-relay.js';
import { Api } from '../support/api.js';
import { EchoWorker } from '../support/echo-worker.js';
import { eventually } from '../support/eventually.js';
import { QuickstartProcess, type ServiceName } from '../support/quickstart-process.js';
import { runbookCommands, typed } from '../support/runbook.js';
import { startAhead } from '../support/skewed-replica.js';
import { prometheusRules, WatchingPrometheus } from '../support/watching-prometheus.js';

const LIMIT_MS = 300_000;
const folder = mkdtempSync(join(tmpdir(), 'carillon-watched-'));
const around: Record<string, string> = {};
const quickstart = QuickstartProcess.inNewFolder(around);
/** Where commands write their output; null if this machine lets nobody mount a disk. */
const spoolDisk = SmallDisk.mount(join(quickstart.dataDir, 'spool'), 4);
const api = new Api(() => quickstart.state());
const prometheus = new WatchingPrometheus(quickstart.dataDir);
const echo = new EchoWorker();
let mongo: RunningServer;
/** The services' connection to the database. */
let toDatabase: TcpRelay;

/** There are no such events here: these panels may be empty. */
const MAY_BE_EMPTY = new Map([
  ...[
    'Kubernetes requests',
    'Duration of Kubernetes requests',
    'Wait of Kubernetes requests for KUB_QPS',
    'Restarted watches',
  ].map((title) => [title, 'there is no cluster'] as const),
  ['Attempts with incomplete logs', 'no log has lost anything'],
  ['Dropped callbacks', 'every callback came in time'],
  ['Found by sweeps instead of messages', 'no message was lost'],
  ['Database operations that failed', 'none failed'],
  ['Redelivered messages', 'each was acknowledged'],
  ['Messages that were not handled', 'all were handled'],
  ['Jobs that have not succeeded, by age', 'each has within the hour'],
  ['Longest time in a phase', 'runs here end between two looks of Prometheus'],
  ['Pings to the external monitor', 'there is no such monitor'],
  ['Stored secrets by key', 'nothing is encrypted yet'],
]);

const panels = dashboardDocuments().flatMap(({ name, panels: own }) =>
  own.map((panel) => [name, panel.title, panel] as const),
);
test('each panel that may be empty exists', () => {
  const titles = new Set(panels.map(([, title]) => title));
  expect([...MAY_BE_EMPTY.keys()].filter((title) => !titles.has(title))).toEqual([]);
});

/** The period of rates and the like. */
const RATES_OVER = '20s';

/** The database of a busy machine may be late: then the same request is sent again, with its key. */
async function asked(path: string, body: object): Promise<unknown> {
  const key = { 'idempotency-key': randomUUID() };
  const { text } = await eventually(path, async () => {
    const answer = await api.request('POST', path, body, key);
    if (answer.status >= 300 && answer.status !== 503) throw new Error(`${path} was answered ${answer.text}`);
    return answer.status === 503 ? null : answer;
  });
  return JSON.parse(text);
}

async function makeWork(): Promise<void> {
  await api.call('POST', '/tenants', { id: 'watched', name: 'Watched', maxActiveRuns: 50, groups: { few: 2 } });
  await api.call('POST', '/workers', { id: 'plain', name: 'Plain', engine: 'process', command: ['echo', 'hello'] });
  const url = await echo.listen();
  await api.call('POST', '/workers', { id: 'echo', name: 'Echo', engine: 'webservice', url });
  const each = { tenant: 'watched', schedule: { every: 2 } };
  await api.call('POST', '/jobs', { ...each, id: 'by-process', name: 'By process', worker: 'plain' });
  const concurrency = { policy: 'Enqueue', group: 'few' };
  await api.call('POST', '/jobs', { ...each, id: 'by-service', name: 'By service', worker: 'echo', concurrency });
  const monitor = await api.call('POST', '/monitors', {
    id: 'elsewhere',
    tenant: 'watched',
    schedule: { every: 3_600 },
  });
  const { pingUrl } = z.object({ pingUrl: z.url() }).parse(monitor);
  expect((await fetch(pingUrl, { method: 'POST' })).status).toBe(200);
  await api.call('POST', '/rules', { id: 'failures', tenant: 'watched', when: { type: 'failed' } });
  for (const job of ['by-process', 'by-service'])
    await eventually(`a run of ${job} has finished`, async () =>
      (await api.runs(job)).find(({ state }) => state === 'FINISHED'),
    );
}

const knock = (): Promise<unknown> =>
  fetch(`${quickstart.state().apiUrl}/jobs`, { headers: { authorization: 'Bearer carillon_wrong' } });
/** No alert will fire later because of the former fault either: runs that waited for its end start late, and are visible for a while. */
const nothingFires = (): Promise<unknown> =>
  eventually('no alert to fire', async () => {
    const pending = (await prometheus.pending()).filter((name) => !OF_BUSY_MACHINES.includes(name));
    return (await prometheus.firing()).length + pending.length === 0 ? 'quiet' : null;
  });

/** On a machine whose processors are used by others everything may be late, which is not caused by the fault. */
const OF_BUSY_MACHINES = ['CarillonDatabaseSlow', 'CarillonStartsSlow'];
/** If ten programs want each processor no service answers Prometheus within the second that it waits here. */
const OF_STARVED_MACHINES = ['CarillonDown', 'CarillonServiceAbsent'];
const isStarved = (): boolean => (loadavg()[0] ?? 0) > 10 * availableParallelism();

/** The fault lasts until its alerts fire; then it is ended, and they stop. Other alerts that may fire are in `beside`. */
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
  const expected = new Set([...alerts, ...beside, ...OF_BUSY_MACHINES, ...(isStarved() ? OF_STARVED_MACHINES : [])]);
  expect([...seen].filter((name) => !expected.has(name))).toEqual([]);
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

async function beginDatabase(): Promise<void> {
  const env = { ...process.env, MONGODB_URI: '' };
  mongo = await startMongo({ dataDir: folder, port: 0, log: () => undefined, env });
  const uri = new URL(mongo.url);
  const target = { host: uri.hostname, port: Number(uri.port) };
  toDatabase = await TcpRelay.start({ host: '127.0.0.1', port: 0 }, () => target);
  uri.host = `127.0.0.1:${toDatabase.port}`;
  uri.searchParams.delete('replicaSet');
  uri.searchParams.set('directConnection', 'true');
  around['MONGODB_URI'] = uri.toString();
}

beforeAll(async () => {
  await beginDatabase();
  await quickstart.start('--empty', '--no-restart');
  await prometheus.start(quickstart.state());
  await makeWork();
  await knock();
}, LIMIT_MS);
afterAll(async () => {
  await prometheus.stop();
  spoolDisk?.unmount();
  await quickstart.dispose();
  await toDatabase.stop();
  await mongo.stop();
  await echo.close();
  rmSync(folder, { recursive: true, force: true });
}, LIMIT_MS);

test.each(panels)(
  '%s: the panel "%s" has data',
  async (_dashboard, title, { targets }) => {
    for (const { expr } of targets) {
      const query = askedByGrafana(expr, RATES_OVER);
      const shown = await eventually(query, async () => {
        const samples = await prometheus.query(query);
        return samples.length > 0 || MAY_BE_EMPTY.has(title) ? samples : null;
      });
      expect(shown.every(({ value: [, figure] }) => figure !== '')).toBe(true);
    }
  },
  LIMIT_MS,
);

test.each(adapterRules().map((rule) => [rule.metric, rule] as const))(
  'the services export %s, by which autoscalers scale them',
  async (_metric, { queryFor }) => {
    const query = queryFor('job!=""', 'instance').replaceAll('[2m]', '[20s]');
    const found = await eventually(query, async () => {
      const samples = await prometheus.query(query);
      return samples.length > 0 ? samples : null;
    });
    expect(found.every(({ value: [, figure] }) => Number(figure) >= 0)).toBe(true);
  },
  LIMIT_MS,
);

test('every panel in the list of empty panels exists', () => {
  const titles = new Set(panels.map(([, title]) => title));
  expect([...MAY_BE_EMPTY.keys()].filter((title) => !titles.has(title))).toEqual([]);
});

test(
  'every rule can be evaluated, and no alert fires while all is well',
  async () => {
    const rules = prometheusRules();
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
      standStill(() => mongo.pids.slice(0, 1)),
      // Reads and writes fail, or are late when the database continues.
      [
        'CarillonCallbacksWait',
        'CarillonDatabaseErrors',
        'CarillonLogLag',
        // Alerts wait for seconds only here: on starved processors a service loses NATS for that long when all work continues at once.
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
  'a database of which every twentieth answer is two seconds late',
  async () => {
    await expectAlerts(['CarillonDatabaseSlow'], () => {
      let answers = 0;
      toDatabase.lateByMs = () => (++answers % 20 === 0 ? 2_000 : 0);
      return Promise.resolve(() => {
        toDatabase.lateByMs = () => 0;
      });
    });
  },
  LIMIT_MS,
);

test(
  'a replica whose clock is ahead',
  async () => {
    await expectAlerts(
      ['CarillonClockSkew'],
      async () => {
        const replica = await startAhead('scheduler', quickstart.dataDir, 750);
        const unwatch = prometheus.watchAlso(replica.metricsUrl);
        return async () => {
          unwatch();
          await replica.stop();
        };
      },
      // Shards change their owner, which takes longer than the alert waits here.
      ['CarillonShardsUnowned'],
    );
  },
  LIMIT_MS,
);

test(
  'a queue from which no executor takes, because the executor stands still',
  async () => {
    await asked('/jobs', { id: 'asked', tenant: 'main', name: 'Asked', worker: 'echo' });
    const stop = standStill(() => serviceOf('executor'));
    await expectAlerts(['CarillonDispatchesWaiting', 'CarillonDown', 'CarillonServiceAbsent'], async () => {
      const thaw = await stop();
      try {
        for (let sent = 0; sent < 200; sent += 10)
          await Promise.all(Array.from({ length: 10 }, () => asked('/jobs/asked/run', {})));
      } catch (error) {
        thaw();
        throw error;
      }
      return thaw;
    });
  },
  LIMIT_MS,
);

const withDisk = spoolDisk ? describe : describe.skip;
withDisk('where a disk can be mounted', () => {
  test(
    'a full disk, where commands write their output',
    async () => {
      // It writes once the disk is full, however long this takes here.
      const full = join(folder, 'full');
      const command = ['sh', '-c', `until [ -e '${full}' ]; do sleep 0.2; done; seq 100000`];
      await asked('/workers', { id: 'loud', name: 'Loud', engine: 'process', command });
      await asked('/jobs', { id: 'loud', tenant: 'main', name: 'Loud', worker: 'loud' });
      await asked('/jobs/loud/run', {});
      await eventually('it to run', async () => (await api.runs('loud'))[0]?.phase === 'Running');
      const release = spoolDisk?.fill();
      writeFileSync(full, '');
      try {
        await eventually('its log to use up the budget', async () => {
          const [left] = await prometheus.query('carillon:slo_budget_left:ratio30d{slo="logs"} < 1');
          return left ?? null;
        });
      } finally {
        release?.();
      }
      const [run] = await api.runs('loud');
      expect(run).toMatchObject({ state: 'FINISHED' });
    },
    LIMIT_MS,
  );
});

test(
  'a client that tries tokens',
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
  'a faulty release of a worker',
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
  'the API requests of the runbook are answered',
  async () => {
    const command = ['sleep', '600'];
    await asked('/workers', { id: 'long', name: 'Long', engine: 'process', command });
    await asked('/jobs', {
      id: 'long',
      tenant: 'watched',
      name: 'Long',
      worker: 'long',
      schedule: { every: 3_600 },
    });
    const started = await asked('/jobs/long/run', {});
    const { run } = z.object({ run: z.object({ id: z.string() }) }).parse(started);
    await eventually('it to run', async () => (await api.runs('long')).some(({ phase }) => phase === 'Running'));
    const { apiUrl, token } = quickstart.state();
    const variables = { API: apiUrl, TOKEN: token, JOB: 'long', RUN: run.id, TENANT: 'watched' };
    const commands = runbookCommands('api');
    expect(commands.length).toBeGreaterThan(10);
    for (const { alert, command: line } of commands)
      expect([alert, line, JSON.parse(await typed(line, variables))]).toEqual([alert, line, expect.anything()]);
    await eventually('the run that is killed to end', async () => (await api.runs('long'))[0]?.state === 'ABORTED');
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
    expect(firing.filter((name) => !OF_BUSY_MACHINES.includes(name))).toEqual([
      'CarillonDown',
      'CarillonServiceAbsent',
    ]);
  },
  LIMIT_MS,
);
