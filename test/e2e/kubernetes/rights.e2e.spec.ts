/** What a real API server reports of the executor's account: with the rights of the manifests, with one right less, and with one too many. */
import { systemClock } from '#common/clock/clock.js';
import { ApiClient } from '#common/kubernetes/api-client.js';
import { clusterEnv, clusterSettings } from '#common/kubernetes/cluster-env.js';
import type { RightsFound } from '#common/domain/cluster-rights.js';
import { reviewRights } from '#common/kubernetes/rights.js';
import { Metrics } from '#common/metrics/catalogue.js';
import { until } from '#testing/until.js';
import { Testbed, TESTBED_LIMIT_MS, whyNoTestbed } from './support/testbed.js';

const suite = whyNoTestbed() === null ? describe : describe.skip;

suite('the rights of the executor in a real cluster', () => {
  let testbed: Testbed;
  let client: ApiClient;
  /** What was opened: after a failure, only some of it. */
  const closers: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    testbed = await Testbed.start();
    closers.push(() => testbed.stop());
    const { server, token, ca } = await testbed.account('executor');
    const env = { KUB_HOST: server, KUB_TOKEN: token, KUB_CA: ca, KUB_NAMESPACE: 'workers' };
    const tools = { clock: systemClock, metrics: new Metrics('executor', '0'), random: Math.random };
    client = new ApiClient(clusterSettings(clusterEnv.parse(env)), tools);
    closers.push(() => client.close());
    await client.open();
  }, TESTBED_LIMIT_MS);
  afterAll(async () => {
    for (const close of closers.reverse()) await close();
  }, TESTBED_LIMIT_MS);

  /** The authorizer learns of a change within moments. */
  const found = (want: Omit<RightsFound, 'namespace'>): Promise<unknown> =>
    until(`the rights to be ${JSON.stringify(want)}`, async () => {
      const rights = await reviewRights(client, 'workers');
      return JSON.stringify(rights) === JSON.stringify({ namespace: 'workers', ...want });
    });

  it(
    'are sufficient by the manifests, and a missing right and an excessive right are reported',
    async () => {
      await found({ lacks: [], lacksForSome: [], beyond: [] });
      const listing = ['--verb=list,watch', '--resource=secrets'];
      await testbed.kubectl('-n', 'workers', 'create', 'role', 'too-much', ...listing);
      const whom = ['--role=too-much', '--serviceaccount=carillon:executor'];
      await testbed.kubectl('-n', 'workers', 'create', 'rolebinding', 'too-much', ...whom);
      await found({ lacks: [], lacksForSome: [], beyond: ['list secrets', 'watch secrets'] });
      await testbed.kubectl('-n', 'workers', 'delete', 'rolebinding', 'too-much', 'carillon-executor');
      const none = await until('no rights', async () => {
        const rights = await reviewRights(client, 'workers');
        return rights?.beyond.length === 0 && rights.lacks.length > 0 ? rights : null;
      });
      expect(none.lacks).toEqual(expect.arrayContaining(['create pods', 'get pods/log', 'list events']));
      expect(none.lacksForSome).toContain('create services (the plugin svc)');
    },
    TESTBED_LIMIT_MS,
  );
});
