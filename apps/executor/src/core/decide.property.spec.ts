import fc from 'fast-check';
import { parseAttemptId, type AttemptId } from '#common/domain/ids.js';
import { isClosed, isFinal, TRANSITIONS } from '#common/domain/phase.js';
import type { Run } from '#common/domain/run.js';
import { RUN_COMMANDS } from '#common/domain/definitions.js';
import { aPlan, aRun, aTask, aTurn, T0 } from '#testing/builders/run-builder.js';
import { Crash, RunWorld, type CrashPoint, type StartFate } from '#testing/run-world.js';
import { worlds } from '#testing/worlds.js';
import { decide, type Decision } from './decide.js';
import type { Input } from './inputs.js';
import type { RunPlan } from './plan.js';

const plans: fc.Arbitrary<RunPlan> = fc
  .record({
    engine: fc.constantFrom('process' as const, 'kubernetes' as const, 'webservice' as const),
    indexes: fc.integer({ min: 1, max: 4 }),
    maxAttempts: fc.integer({ min: 1, max: 3 }),
    delayMs: fc.constantFrom(0, 1_000, 60_000),
    timeoutMs: fc.constantFrom(null, 30_000),
    idleTimeoutMs: fc.constantFrom(10_000, 100_000),
    activeDeadlineMs: fc.constantFrom(null, 120_000),
    idempotentStart: fc.boolean(),
    onIdleTimeout: fc.boolean(),
  })
  .map(({ engine, indexes, maxAttempts, delayMs, onIdleTimeout, idempotentStart, idleTimeoutMs, ...limits }) =>
    aPlan({
      engine,
      ...limits,
      idleTimeoutMs: engine === 'webservice' ? idleTimeoutMs : null,
      idempotentStart: engine === 'webservice' && idempotentStart,
      startDeadlineMs: 50_000,
      tasks: [aTask({ indexes, retry: { maxAttempts, delayMs, onIdleTimeout } })],
    }),
  );

const crashes = fc.constantFrom<CrashPoint>(
  'no',
  'no',
  'no',
  'beforeRecords',
  'beforeChunks',
  'beforeSave',
  'beforeEffects',
  'withinEffects',
);
const fates = fc.constantFrom<StartFate>('starts', 'starts', 'created', 'refused', 'fails', 'doubtStarted', 'doubtNot');
const pick = fc.nat({ max: 1_000 });
type Step =
  | { do: 'turn'; crash: CrashPoint; repeat: boolean; fate: StartFate; seals: boolean }
  | { do: 'end'; pick: number; exitCode: number }
  | { do: 'hear'; pick: number }
  | { do: 'lose'; pick: number }
  | { do: 'double'; pick: number }
  | { do: 'turnAround' }
  | { do: 'wait'; ms: number }
  | { do: 'crash' }
  | { do: 'command'; name: (typeof RUN_COMMANDS)[number] };
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({
        do: fc.constant('turn' as const),
        crash: crashes,
        repeat: fc.boolean(),
        fate: fates,
        seals: fc.boolean(),
      }),
    },
    { weight: 4, arbitrary: fc.record({ do: fc.constant('end' as const), pick, exitCode: fc.constantFrom(0, 0, 1) }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('hear' as const), pick }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('lose' as const), pick }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('double' as const), pick }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('turnAround' as const) }) },
    {
      weight: 3,
      arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(10, 1_000, 15_000, 60_000) }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('crash' as const) }) },
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constant('command' as const), name: fc.constantFrom(...RUN_COMMANDS) }),
    },
  ),
  { maxLength: 60 },
);

const of = <T>(items: readonly T[], at: number): T | undefined => items[at % Math.max(1, items.length)];

const followers: { [K in Step['do']]: (world: RunWorld, step: Extract<Step, { do: K }>) => void } = {
  turn: (world, step) => {
    world.fate = step.fate;
    world.sealsAnswer = step.seals;
    try {
      world.turn(step);
    } catch (error) {
      if (!(error instanceof Crash)) throw error;
    }
  },
  end: (world, step) => {
    const id = of([...world.engine.keys()], step.pick);
    if (id) world.endAttempt(id, step.exitCode);
  },
  hear: (world, step) => {
    const id = of([...world.engine.keys()], step.pick);
    if (id) world.hear(id);
  },
  // Words of engines may be lost; what a start came to is told within the process that made it.
  lose: (world, step) => {
    const doomed = of(world.waiting, step.pick);
    if (doomed?.type !== 'startResult') world.waiting = world.waiting.filter((input) => input !== doomed);
  },
  double: (world, step) => {
    const input = of(world.waiting, step.pick);
    if (input) world.waiting.push(input);
  },
  turnAround: (world) => {
    world.waiting.reverse();
  },
  wait: (world, step) => {
    world.now += step.ms;
  },
  crash: (world) => {
    world.crash();
  },
  command: (world, step) => {
    world.command(step.name);
  },
};

const follow = (world: RunWorld, step: Step): void => {
  (followers[step.do] as (world: RunWorld, step: Step) => void)(world, step);
};

/** From now on all goes well: every attempt ends, every word is heard, every effect is done. */
function drain(world: RunWorld): void {
  world.fate = 'starts';
  world.sealsAnswer = true;
  for (let round = 0; round < 120 && !isFinal(world.run.phase); round++) {
    world.crash();
    for (const id of world.engine.keys()) world.endAttempt(id, 0);
    for (const id of world.engine.keys()) world.hear(id);
    world.turn({ repeat: true });
    world.turn({ repeat: true });
    world.now = Math.max(world.now + 1, world.run.wakeAt ?? 0);
  }
}

/** As `expect` would, but cheap: it is asked a million times. */
function must(holds: boolean, what: string): void {
  if (!holds) throw new Error(`broken: ${what}`);
}

const distinct = (texts: readonly string[]): boolean => new Set(texts).size === texts.length;

function checkStep(before: Run, { next, records, changed, tables }: Decision): void {
  must(!isClosed(before.phase) || next === before, 'a closed run never changes');
  must(changed ? next.rev === before.rev + 1 : next === before, 'a change is one revision, no change is none');
  let phase = before.phase;
  for (const transition of next.transitions.slice(before.transitions.length)) {
    must(
      transition.phase === phase || TRANSITIONS[phase].includes(transition.phase),
      `${phase} may go to ${transition.phase}`,
    );
    ({ phase } = transition);
  }
  must(phase === next.phase, 'the last transition is the phase');
  must(distinct(next.live.map(({ task, index }) => `${task}/${index}`)), 'an index has one live attempt');
  for (const task of next.tasks) {
    const sum = task.pending + task.running + task.succeeded + task.failed + task.terminating;
    must(sum === task.indexes, 'every index is counted once');
    const { totals } = tables.get(task.name)!;
    must(totals.succeeded === task.succeeded, 'successes are counted');
    must(totals.failed === task.failed, 'failures are counted');
  }
  must(distinct(records.map(({ id }) => id)), 'an end is recorded once');
  if (isFinal(next.phase))
    must(next.live.length + next.effects.length === 0 && next.wakeAt === null, 'a final run leaves nothing');
  else must(next.wakeAt !== null, 'an open run is looked at again');
}

function checkWorld(world: RunWorld): void {
  const maxAttempts = world.plan.tasks[0]?.retry.maxAttempts ?? 1;
  const tries = new Map<string, number>();
  for (const id of new Set(world.starts)) {
    const index = id.slice(0, id.lastIndexOf('/'));
    tries.set(index, (tries.get(index) ?? 0) + 1);
  }
  for (const count of tries.values()) must(count <= maxAttempts, 'attempts stay within maxAttempts');
  if (world.plan.engine === 'webservice') return;
  must(distinct(world.starts), 'an attempt is started once');
  const running = [...world.engine].filter(([, { state }]) => state !== 'ended').map(([id]) => indexOf(id));
  must(distinct(running), 'an index runs once');
}

const indexOf = (id: AttemptId): string => {
  const key = parseAttemptId(id)!;
  return `${key.task}/${key.index}`;
};

test('whatever crashes, repeats, is lost or comes in another order: the rules hold, and the run ends when its attempts do', () => {
  fc.assert(
    fc.property(plans, steps, (plan, script) => {
      const world = new RunWorld(plan, checkStep);
      for (const step of script) {
        follow(world, step);
        checkWorld(world);
      }
      drain(world);
      checkWorld(world);
      expect(isFinal(world.run.phase)).toBe(true);
    }),
    { numRuns: worlds(1_000) },
  );
});

test('each start of a web service without idempotentStart happens once at most', () => {
  fc.assert(
    fc.property(plans, steps, (plan, script) => {
      const world = new RunWorld(
        { ...plan, engine: 'webservice', idempotentStart: false, idleTimeoutMs: 10_000 },
        checkStep,
      );
      for (const step of script) follow(world, step);
      drain(world);
      expect(new Set(world.starts).size).toBe(world.starts.length);
    }),
    { numRuns: worlds(300) },
  );
});

test('the result does not depend on the order in which independent ends arrive', () => {
  const codes = fc.array(fc.constantFrom(0, 0, 0, 1), { minLength: 2, maxLength: 6 });
  const shuffledCodes = codes.chain((list) =>
    fc.record({
      list: fc.constant(list),
      order: fc.shuffledSubarray([...list.keys()], { minLength: list.length, maxLength: list.length }),
      inOneTurn: fc.boolean(),
    }),
  );
  const outcome = (list: readonly number[], order: readonly number[], inOneTurn: boolean): unknown => {
    const plan = aPlan({ tasks: [aTask({ indexes: list.length })] });
    let { next: run } = decide(aRun(plan), [], aTurn(plan));
    const ids = run.live.map(({ id }) => id);
    run = decide(
      run,
      ids.map((attempt): Input => ({ type: 'startResult', attempt, result: { type: 'started', at: T0, node: null } })),
      aTurn(plan),
    ).next;
    const ends = order.map((index): Input[] => {
      const [attempt, exitCode] = [ids[index]!, list[index]!];
      const end = {
        result: exitCode === 0 ? 'succeeded' : 'failed',
        at: T0 + index,
        exitCode,
        reason: '',
        message: '',
      } as const;
      return [
        { type: 'observed', observation: { type: 'ended', attempt, startedAt: T0, node: null, end } },
        { type: 'sealed', attempt, complete: true, reason: null },
      ];
    });
    const later = aTurn(plan, { now: T0 + 1_000 });
    for (const inputs of inOneTurn ? [ends.flat()] : ends) run = decide(run, inputs, later).next;
    return { phase: run.phase, reason: run.reason, tasks: run.tasks };
  };
  fc.assert(
    fc.property(shuffledCodes, ({ list, order, inOneTurn }) => {
      expect(outcome(list, order, inOneTurn)).toEqual(outcome(list, [...list.keys()], false));
    }),
    { numRuns: worlds(300) },
  );
});
