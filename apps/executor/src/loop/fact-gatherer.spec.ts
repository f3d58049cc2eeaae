import { asReplicaId, type AttemptId } from '#common/domain/ids.js';
import type { AttemptRecord } from '#common/run/run.js';
import { aPlan, aRun, aSpec, T0 } from '#testing/builders/run-builder.js';
import { ended, first } from '#testing/run-story.js';
import type { Input } from '../run/inputs.js';
import { FactGatherer, type FactRequest, type Facts } from './reconcile-run.js';

const plan = aPlan({ engine: 'webservice', idleTimeoutMs: 10_000 });
const claimed = aRun(plan);
const basis = { plan, spec: aSpec({ tenant: 'ibm', name: 'j', worker: 'w' }), tenant: null };
const starts = { facts: () => ({ capacity: 3, demand: null, grant: () => 2, mayClaimAgain: () => true }) };

/** Notes the requests to other services. */
const aGatherer = (asked: { waits: number[]; hidden: number } = { waits: [], hidden: 0 }): FactGatherer =>
  new FactGatherer({
    plans: { of: () => Promise.resolve(basis) },
    texts: { hide: (_run, _spec, inputs) => Promise.resolve(((asked.hidden += inputs.length), inputs)) },
    signs: { of: () => [], verify: (_run, silent) => Promise.resolve(silent.map((attempt) => seen(attempt))) },
    sealer: { sealEnds: (_run, _ends, ms) => Promise.resolve((asked.waits.push(ms), [])) },
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

/** The facts of a decision, and the requests that were made for them. */
async function gathered(change: Partial<FactRequest> = {}): Promise<{ facts: Facts; waits: number[]; hidden: number }> {
  const asked = { waits: [], hidden: 0 };
  const request = { inputs: [], storedEnds: [], starts, urgent: false, ...change };
  const facts = await aGatherer(asked).gather({ run: claimed, chunks: null, tables: null }, basis, request);
  return { facts, ...asked };
}

const seen = (attempt: AttemptId): Extract<Input, { type: 'seen' }> => ({ type: 'seen', attempt, at: T0 });

test('inputs come first and keep their order, so that answers match them; stored ends are not masked', async () => {
  const inputs: Input[] = [seen(first), ended(first, T0)];
  const stored: Input = { type: 'recorded', record: { id: first } as AttemptRecord };
  const { facts, hidden } = await gathered({ inputs, storedEnds: [stored] });
  expect(facts.inputs.slice(0, 3)).toEqual([...inputs, stored]);
  expect(hidden).toBe(2);
});

test('a run that a newer version has written is left to that version, and inputs for it are refused for now', async () => {
  const gatherer = aGatherer();
  const newer = { ...claimed, form: Number.MAX_SAFE_INTEGER };
  expect(await gatherer.basisOf(claimed, [])).toBe(basis);
  expect(await gatherer.basisOf(newer, [])).toBeNull();
  await expect(gatherer.basisOf(newer, [seen(first)])).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});

test('the wait for a seal is shorter while a caller waits', async () => {
  const [patient] = (await gathered()).waits;
  const [urgent] = (await gathered({ urgent: true })).waits;
  expect(urgent).toBeLessThan(1_000);
  expect(patient).toBeGreaterThan(urgent ?? Infinity);
});
