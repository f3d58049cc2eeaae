/** The output of pods, from the cluster to the reader: the whole service, each part with its own rights and no others. */
import { until } from '#testing/until.js';
import { POD_LIMIT_MS } from './support/engine-harness.js';
import { PodSuite } from './support/pod-suite.js';
import { TESTBED_LIMIT_MS } from './support/testbed.js';
import type { PodAttempt, WholeService } from './support/whole-service.js';

const FINAL = new Set(['FINISHED', 'FAILED', 'ABORTED']);
const POLL_MS = 200;

const suite = await PodSuite.begin();

beforeAll(() => suite.start(), TESTBED_LIMIT_MS);
afterAll(() => suite.stop(), TESTBED_LIMIT_MS);
let service: WholeService;

async function ended(run: string): Promise<PodAttempt[]> {
  await until(`the end of ${run}`, async () => FINAL.has(await service.stateOf(run)), POD_LIMIT_MS, POLL_MS);
  return service.attemptsOf(run);
}

const numbered = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, i) => `line ${from + i}\n`).join('');

(suite.runsPods ? describe : describe.skip)(suite.titled('the output of pods'), () => {
  beforeAll(() => {
    service = suite.service;
  });

  it(
    'is complete when the run ends, its storage is saved, and nothing is left in the cluster',
    async () => {
      const script =
        'seq 1 5000 | sed "s/^/line /"; echo "[saveJobStorage] {\\"page\\": 7}"; sleep 1; echo oops >&2; sleep 1; printf "no end"';
      await service.shellJob('plain', script, { secureParameters: { password: 'hunter2-very-secret' } });
      const run = await service.run('plain');
      expect(await ended(run)).toMatchObject([{ state: 'succeeded', logComplete: true, logReason: null }]);
      expect(await service.api.log(run)).toBe(`${numbered(1, 5000)}oops\nno end\n`);
      expect(await service.storageOf('plain')).toEqual({ page: 7 });
      await until('an empty namespace', async () => (await suite.testbed.left()) === '', POD_LIMIT_MS, POLL_MS);
    },
    POD_LIMIT_MS,
  );

  it(
    'does not show values that a worker got from a secret of the cluster',
    async () => {
      const secret = 'kind: Secret\nmetadata: {name: yl.env, namespace: workers}\nstringData: {db2: open-sesame-42}';
      await suite.testbed.apply(`apiVersion: v1\n${secret}`);
      const envFrom = [{ secret: 'yl.env', key: 'db2', as: 'DB2' }];
      await service.shellJob('secret', 'echo "it is $DB2 and ${#DB2} long"', {}, { envFrom });
      const run = await service.run('secret');
      expect(await ended(run)).toMatchObject([{ state: 'succeeded', logComplete: true }]);
      expect(await service.api.log(run)).toBe('it is *** and 14 long\n');
    },
    POD_LIMIT_MS,
  );

  it(
    'of every attempt is kept, also of failed ones and of a container that was restarted',
    async () => {
      await service.shellJob('fails', 'echo attempt $TASK_ATTEMPT; exit 3', { maxAttempts: 2 });
      const script = 'n=$(cat /tmp/n 2>/dev/null || echo 0); echo $((n+1)) >/tmp/n; echo round; exit 1';
      await service.shellJob('again', script, { restartPolicy: 'OnFailure', timeoutSeconds: 4 });
      const fails = await service.run('fails');
      const again = await service.run('again');
      expect(await ended(fails)).toMatchObject([{ logComplete: true }, { logComplete: true }]);
      expect(await service.api.log(fails)).toBe('main/0.1 attempt 1\nmain/0.2 attempt 2\n');
      expect(await ended(again)).toMatchObject([{ result: 'deadline', reason: 'TimeoutExceeded', logComplete: true }]);
      expect(await service.api.log(again)).toMatch(/^(round\n){2,}$/);
    },
    POD_LIMIT_MS,
  );

  it(
    'contains lines that the runtime had to split, and characters that it split as well',
    async () => {
      const script = 'i=0; while [ $i -lt 1500 ]; do printf "0123456789é"; i=$((i+1)); done; echo; echo after';
      await service.shellJob('long', script);
      const run = await service.run('long');
      expect(await ended(run)).toMatchObject([{ logComplete: true }]);
      const [long, after] = (await service.api.log(run)).split('\n');
      expect(long).toMatch(/^(0123456789é)+ \[cut: the line has 18000 bytes\]$|^(0123456789é){1365}/);
      expect(long).not.toContain('�');
      expect(after).toBe('after');
    },
    POD_LIMIT_MS,
  );

  it(
    'is read to the end by collectors that are killed while pods print, each line once and in order',
    async () => {
      const script = 'for i in $(seq 1 40); do seq $((i*100-99)) $((i*100)) | sed "s/^/line /"; sleep 0.2; done';
      await service.shellJob('watched', script);
      const runs = await Promise.all(Array.from({ length: 4 }, () => service.run('watched')));
      for (let kill = 0; kill < 3; kill++) {
        const grows = async (): Promise<boolean> => (await service.api.log(runs[0]!)).length > 2_000 * (kill + 1);
        await until('some more output', grows, POD_LIMIT_MS, POLL_MS);
        await service.quickstart.killService('log-collector');
      }
      for (const run of runs) {
        expect(await ended(run)).toMatchObject([{ state: 'succeeded', logComplete: true, logReason: null }]);
        expect(await service.api.log(run)).toBe(numbered(1, 4_000));
      }
    },
    2 * POD_LIMIT_MS,
  );

  it(
    'of a deleted pod is kept as far as it was written',
    async () => {
      await service.shellJob('deleted', 'echo up; trap "echo bye; exit 0" TERM; while :; do sleep 0.1; done');
      const run = await service.run('deleted');
      await until('the first line', async () => (await service.api.log(run)) === 'up\n', POD_LIMIT_MS, POLL_MS);
      await suite.testbed.kubectl('-n', 'workers', 'delete', 'pods', '-l', `carillon.dev/run=${run}`, '--wait=false');
      const [attempt] = await ended(run);
      expect(await service.api.log(run)).toMatch(/^up\nbye\n/);
      expect(attempt?.logComplete).toBe(true);
    },
    POD_LIMIT_MS,
  );
});
