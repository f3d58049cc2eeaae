/** The kubernetes engine in the conformance suite of all engines, on a cluster that really runs its pods. */
import { z } from 'zod';
import { parseAttemptId, type AttemptId } from '#common/domain/ids.js';
import { aContainerLaunch } from '#testing/builders/container-launch.js';
import { checkEngineConformance, type Behaviour, type EngineBench } from '#testing/conformance/engine-conformance.js';
import type { Account } from '#testing/manifest-account.js';
import type { KubernetesEngine } from '../../../apps/executor/src/engines/kubernetes/kubernetes-engine.js';
import type { ContainerLaunch } from '../../../apps/executor/src/engines/engine.js';
import { engineAs, POD_LIMIT_MS } from './support/engine-harness.js';
import { shell } from './support/launches.js';
import { PodSuite } from './support/pod-suite.js';
import { TESTBED_LIMIT_MS, type Testbed } from './support/testbed.js';

const suite = await PodSuite.begin();

const SCRIPTS = {
  runs: 'trap "exit 143" TERM; while :; do sleep 0.1; done',
  resists: 'trap "" TERM; while :; do sleep 0.1; done',
} as const;
const scriptOf = (behaviour: Behaviour): string =>
  behaviour.type === 'exits' ? `exit ${behaviour.code}` : SCRIPTS[behaviour.type];

const pods = z.object({
  items: z.array(z.object({ metadata: z.object({ name: z.string(), annotations: z.record(z.string(), z.string()) }) })),
});
/** What the node reports about containers; it outlives their pods. */
const events = z.object({
  items: z.array(z.object({ involvedObject: z.object({ name: z.string() }), count: z.int().nullish() })),
});

class RealCluster implements EngineBench<'kubernetes'> {
  readonly engine = 'kubernetes';
  readonly host = 'h';
  readonly limitMs = POD_LIMIT_MS;
  private readonly names = new Map<AttemptId, Set<string>>();

  private constructor(
    private readonly testbed: Testbed,
    private readonly account: Account,
  ) {}

  static async of(testbed: Testbed): Promise<RealCluster> {
    return new RealCluster(testbed, await testbed.account('executor'));
  }

  create(): KubernetesEngine {
    return engineAs(this.account);
  }

  launch(attempt: AttemptId, behaviour: Behaviour): ContainerLaunch {
    const { command, podTemplates, startBy } = shell(scriptOf(behaviour));
    return aContainerLaunch({ command, podTemplates, startBy }, parseAttemptId(attempt)!);
  }

  async starts(attempt: AttemptId): Promise<number> {
    const known = this.names.get(attempt) ?? new Set();
    this.names.set(attempt, known);
    for (const { metadata } of pods.parse(await this.get('pods')).items)
      if (metadata.annotations['carillon.dev/attempt-id'] === attempt) known.add(metadata.name);
    const { items } = events.parse(await this.get('events', '--field-selector', 'reason=Started'));
    return items
      .filter(({ involvedObject }) => known.has(involvedObject.name))
      .reduce((sum, { count }) => sum + (count ?? 1), 0);
  }

  dispose(): Promise<void> {
    return Promise.resolve();
  }

  private async get(...what: readonly string[]): Promise<unknown> {
    return JSON.parse(await this.testbed.kubectl('-n', 'workers', 'get', ...what, '-o', 'json'));
  }
}

afterAll(() => suite.stop(), TESTBED_LIMIT_MS);

(suite.runsPods ? describe : describe.skip)(
  suite.titled('the kubernetes engine, as every engine, on real pods'),
  () => {
    checkEngineConformance(() => RealCluster.of(suite.testbed), { seesEnds: true });
  },
);
