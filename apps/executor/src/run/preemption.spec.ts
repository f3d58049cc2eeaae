import { PERMIT_DEMAND_MS } from '#common/domain/limits.js';
import type { Run } from '#common/run/run.js';
import type { RunCommand } from '#common/spec/definitions.js';
import { aPlan, aTask, planFor } from '#testing/builders/run-builder.js';
import { command, ended, failed, first, RunStory, sealed, second } from '#testing/run-story.js';
import type { Demand } from './context.js';
import type { Input } from './inputs.js';
import { preemptibleOf } from './preemption.js';

const preemption = { maxTimes: 2, graceSeconds: 20 };
const plan = aPlan({ preemption });
const demand = (fields: Partial<Demand> = {}): { readonly demand: Demand } => ({
  demand: { permits: 1, times: 0, message: 'the permit was given to run urgent-1', ...fields },
});
const preempted = (): RunStory => new RunStory(plan).begun().with(demand(), 10);

test('a preempted attempt is asked to end, and the history of its run names the run that gets the place', () => {
  const { run } = preempted();
  expect(run).toMatchObject({
    phase: 'Running',
    preemptions: 1,
    live: [{ state: 'stopping', stop: { reason: 'preempted', graceSeconds: 20 } }],
    effects: [{ type: 'stop', attempt: first, force: false, graceSeconds: 20 }],
  });
  expect(run.transitions.at(-1)).toMatchObject({
    reason: 'PlacePreempted',
    message: 'the permit was given to run urgent-1',
  });
});

test('a preempted attempt waits for a place again, and counts neither as a failure nor as an attempt', () => {
  const story = preempted();
  const ends = story.with({ grant: 0 }, 10, failed(first, story.now, 143), sealed(first));
  expect(ends.last?.records).toMatchObject([
    {
      id: first,
      end: { result: 'preempted', reason: 'PlacePreempted', message: 'the permit was given to run urgent-1' },
    },
  ]);
  expect(story.run).toMatchObject({ phase: 'Pending', reason: 'WaitingForCapacity', retries: 0, live: [] });
  expect(story.after(10).run.live).toMatchObject([{ id: second, state: 'claimed' }]);
  // The single attempt that `maxAttempts` allows.
  expect(story.after(10, ended(second, story.now), sealed(second)).run.phase).toBe('Completed');
});

test('a preemption by the cluster is a failure of the attempt, not a preemption by Carillon', () => {
  const byCluster = { result: 'preempted', reason: 'Preempted', message: 'Preempted by workers/urgent' } as const;
  const story = new RunStory(plan).begun();
  const { run } = story.after(10, ended(first, story.now, byCluster), sealed(first));
  expect(run).toMatchObject({
    phase: 'Failed',
    message: expect.stringContaining('Preempted by workers/urgent') as string,
  });
  expect(run.preemptions).toBeUndefined();
});

test('a preemption is performed once, even if it is requested repeatedly', () => {
  const story = preempted().with(demand(), 10).with(demand(), 10);
  expect(story.run.preemptions).toBe(1);
  const again = story.after(10, failed(first, story.now, 143), sealed(first));
  // The preemption of an attempt does not apply to its next one.
  expect(again.with(demand(), 10).run.live).toMatchObject([{ id: second, state: 'claimed' }]);
  expect(again.with(demand({ times: 1 }), 10).run).toMatchObject({ preemptions: 2, live: [{ state: 'stopping' }] });
});

test('a run keeps its places after `maxTimes` preemptions', () => {
  const story = new RunStory(plan).begun();
  story.run = { ...story.run, preemptions: 2 };
  expect(story.with(demand({ times: 2 }), 10).run.live).toMatchObject([{ state: 'started' }]);
  expect(preemptibleOf(story.run, plan)).toBeNull();
});

test('a preempted attempt that ends with success before it is stopped has succeeded', () => {
  const story = preempted();
  expect(story.after(10, ended(first, story.now), sealed(first)).run).toMatchObject({ phase: 'Completed' });
});

test('no policy matches a preemption by Carillon', () => {
  const spec = { tenant: 't', name: 'j', worker: 'w', preemptible: {} } as const;
  const policies = [{ event: 'PodEvicted' as const, action: 'AbortJob' as const }];
  const story = new RunStory(planFor({ ...spec, policies })).begun().with(demand(), 10);
  expect(story.after(10, failed(first, story.now, 143), sealed(first)).run).toMatchObject({ ending: null, retries: 0 });
});

test('a run that is not preemptible, is ending or is restarting keeps its attempts', () => {
  const stopsOf = ({ live }: Run): (string | undefined)[] => live.map(({ stop }) => stop?.reason);
  expect(stopsOf(new RunStory(aPlan()).begun().with(demand(), 10).run)).toEqual([undefined]);
  expect(stopsOf(new RunStory(plan).begun().with(demand(), 10, command('abort')).run)).toEqual(['aborted']);
  expect(stopsOf(new RunStory(plan).begun().with(demand(), 10, command('restart')).run)).toEqual(['replaced']);
});

test('only the required number of attempts is stopped, the youngest first, or none', () => {
  const wide = aPlan({ preemption, tasks: [aTask({ indexes: 3 })] });
  const story = new RunStory(wide).after(0);
  expect(preemptibleOf(story.run, wide)).toMatchObject({ permits: 3, leaving: 0, times: 0 });
  expect(story.with(demand({ permits: 4 }), 10).run.live.every(({ stop }) => stop === null)).toBe(true);
  story.with(demand({ permits: 2 }), 10);
  expect(story.run.live.filter(({ stop }) => stop?.reason === 'preempted').map(({ index }) => index)).toEqual([1, 2]);
  expect(preemptibleOf(story.run, wide)).toMatchObject({ permits: 1, leaving: 2, times: 1 });
});

test('a gang is not preemptible', () => {
  const gang = { tenant: 't', name: 'j', worker: 'w', completions: 3, minAvailable: 2, preemptible: {} } as const;
  expect(planFor(gang).preemption).toBeNull();
  expect(planFor({ ...gang, minAvailable: null }).preemption).toEqual({ maxTimes: 3, graceSeconds: 30 });
});

const demandOfPermits = (fields: Partial<RunCommand> = {}): Input =>
  command('preempt', { actor: 'scheduler', reason: 'the permit is needed by run urgent-1 of priority 10', ...fields });

test('a run whose permits are preempted stops, and waits in the queue again with its successes', () => {
  const pair = aPlan({ preemption, tasks: [aTask({ indexes: 2 })] });
  const story = new RunStory(pair).begun();
  const other = story.run.live[1]!.id;
  story.after(10, ended(first, story.now), sealed(first));
  story.after(10, demandOfPermits({ at: story.now }));
  expect(story.run).toMatchObject({
    phase: 'Restarting',
    reason: 'PermitPreempted',
    preemptions: 1,
    live: [{ id: other, state: 'stopping', stop: { reason: 'preempted', graceSeconds: 20 } }],
  });
  story.after(10, failed(other, story.now, 143), sealed(other));
  expect(story.last?.records).toMatchObject([{ end: { result: 'preempted', reason: 'PermitPreempted' } }]);
  expect(story.run).toMatchObject({
    phase: 'Queued',
    reason: 'PermitPreempted',
    generation: 1,
    live: [],
    effects: [],
    wakeAt: null,
    ending: null,
    tasks: [{ succeeded: 1, pending: 1 }],
  });
  expect(story.run.transitions.at(-1)).toMatchObject({
    message: 'the permit is needed by run urgent-1 of priority 10',
  });
});

test('a run whose permits are preempted may still end by its results or by a command', () => {
  const done = new RunStory(plan).begun();
  done.after(10, demandOfPermits({ at: done.now })).after(10, ended(first, done.now), sealed(first));
  expect(done.run).toMatchObject({ phase: 'Completed', preemptions: 1 });
  const aborted = new RunStory(plan).begun();
  aborted.after(10, demandOfPermits({ at: aborted.now })).after(10, command('abort'));
  aborted.after(10, failed(first, aborted.now, 143), sealed(first));
  expect(aborted.run).toMatchObject({ phase: 'Aborted', reason: 'AbortedByCommand' });
});

test('a run keeps its permits if it is not preemptible, was preempted too often, is ending, or gets the request too late', () => {
  const phaseOf = (story: RunStory, fields: Partial<RunCommand> = {}): string =>
    story.after(10, demandOfPermits({ at: story.now, ...fields })).run.phase;
  expect(phaseOf(new RunStory(aPlan()).begun())).toBe('Running');
  const often = new RunStory(plan).begun();
  often.run = { ...often.run, preemptions: 2 };
  expect(phaseOf(often)).toBe('Running');
  expect(phaseOf(new RunStory(plan).begun().after(10, command('abort')))).toBe('Aborting');
  const late = new RunStory(plan).begun().after(PERMIT_DEMAND_MS + 1);
  expect(phaseOf(late, { at: late.now - PERMIT_DEMAND_MS - 1 })).toBe('Running');
});

test('a repeated request for permits is applied once', () => {
  const story = new RunStory(plan).begun();
  const asked = demandOfPermits({ at: story.now });
  story.after(10, asked).after(10, asked);
  expect(story.run.preemptions).toBe(1);
});
