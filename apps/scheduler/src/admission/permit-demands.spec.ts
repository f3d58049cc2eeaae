import { asRunId } from '#common/domain/ids.js';
import { PERMIT_DEMAND_MS } from '#common/domain/limits.js';
import type { RunCommand } from '#common/spec/definitions.js';
import { aPlan, aRun } from '#testing/builders/run-builder.js';
import { PermitDemands } from './permit-demands.js';

const takers = 'run urgent of priority 20';

test('a run gets one demand for its permits within a minute, from any number of requesters', async () => {
  const added: RunCommand[] = [];
  const dispatched: string[] = [];
  let now = 10 * PERMIT_DEMAND_MS;
  const run = aRun(aPlan(), { id: asRunId('low'), phase: 'Running' });
  const ended = aRun(aPlan(), { id: asRunId('gone'), phase: 'Completed' });
  const demands = new PermitDemands(
    {
      reads: {
        load: (ids) => Promise.resolve(new Map([run, ended].flatMap((r) => (ids.includes(r.id) ? [[r.id, r]] : [])))),
      },
      commands: {
        add: (command) => {
          added.push(command);
          return Promise.resolve();
        },
      },
    },
    { dispatch: ({ id }) => void dispatched.push(id) },
    { now: () => now },
  );
  await demands.ask(run.id, takers);
  now += PERMIT_DEMAND_MS - 1;
  await demands.ask(run.id, takers);
  now += 1;
  await demands.ask(run.id, takers);
  await demands.ask(ended.id, takers);
  await demands.ask(asRunId('none'), takers);
  expect(added.map(({ id }) => id)).toEqual(['preempt-low-10', 'preempt-low-10', 'preempt-low-11']);
  expect(added[0]).toMatchObject({
    run: 'low',
    command: 'preempt',
    reason: 'the permit is needed by run urgent of priority 20',
  });
  expect(dispatched).toEqual(['low', 'low', 'low']);
  added.length = 0;
  for (const id of [run.id, ended.id]) await demands.replace(id);
  expect(added).toMatchObject([{ id: 'replace-low-0', run: 'low', command: 'abort', at: now }]);
});
