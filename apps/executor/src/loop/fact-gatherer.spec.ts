import { asReplicaId, type AttemptId } from '#common/domain/ids.js';
import type { AttemptRecord } from '#common/run/run.js';
import { aPlan, aRun, aSpec, T0 } from '#testing/builders/run-builder.js';
import { ended, first } from '#testing/run-story.js';
import type { Input } from '../run/inputs.js';
import { FactGatherer, type FactRequest, type Facts } from './fact-gatherer.js';
import type { StartTerms } from './start-queue.js';

const plan = aPlan({ engine: 'webservice', idleTimeoutMs: 10_000 });
const claimed = aRun(plan);
const basis = { plan, spec: aSpec({ tenant: 'ibm', name: 'j', worker: 'w' }), tenant: null };
const LIMITS = [
  { key: 'engine/webservice', maxActive: 3, maxPerSecond: null },
  { key: 'tenant/ibm', maxActive: 7, maxPerSecond: null },
];
const TERMS: StartTerms = {
  limits: LIMITS,
  share: { tenant: 'ibm', weight: 1, group: null, groupWeight: 1 },
};

/** What a decision is given, and what was asked of others for it. */
async function gathered(change: Partial<FactRequest> = {}): Promise<{ facts: Facts; waits: number[]; hidden: number }> {
  const waits: number[] = [];
  let hidden = 0;
  const gatherer = new FactGatherer({
    texts: { hide: (_run, _spec, inputs) => Promise.resolve(((hidden += inputs.length), inputs)) },
    signs: { of: () => [], verify: (_run, silent) => Promise.resolve(silent.map((attempt) => seen(attempt))) },
    sealer: { sealEnds: (_run, _ends, ms) => Promise.resolve((waits.push(ms), [])) },
    starts: { take: (_run, _limits, { most }) => Math.min(most, 2), demandOf: () => null },
    surroundings: () => ({
      now: T0 + 1_000,
      self: { replica: asReplicaId('r'), incarnation: 'i', host: 'h', lease: 1 },
      engines: ['webservice'],
      ranUntil: null,
      sealHoldMs: 60_000,
      priorities: {},
      alive: null,
      nonce: 'n',
    }),
  });
  const request = { inputs: [], storedEnds: [], terms: TERMS, urgent: false, ...change };
  const facts = await gatherer.gather({ run: claimed, chunks: null, tables: null }, basis, request);
  return { facts, waits, hidden };
}

const seen = (attempt: AttemptId): Extract<Input, { type: 'seen' }> => ({ type: 'seen', attempt, at: T0 });

test('inputs come first, in their order, so that answers can be matched with them; stored ends need no mask', async () => {
  const inputs: Input[] = [seen(first), ended(first, T0)];
  const stored: Input = { type: 'recorded', record: { id: first } as AttemptRecord };
  const { facts, hidden } = await gathered({ inputs, storedEnds: [stored] });
  expect(facts.inputs.slice(0, 3)).toEqual([...inputs, stored]);
  expect(hidden).toBe(2);
});

test('the start queue decides how many may start, within the smallest of the limits', async () => {
  const { facts } = await gathered();
  expect(facts.context.capacity).toBe(3);
  expect(facts.context.grant({ most: 9, least: 1 })).toBe(2);
});

test('a seal is waited for less long while a caller waits', async () => {
  const [patient] = (await gathered()).waits;
  const [urgent] = (await gathered({ urgent: true })).waits;
  expect(urgent).toBeLessThan(1_000);
  expect(patient).toBeGreaterThan(urgent ?? Infinity);
});
