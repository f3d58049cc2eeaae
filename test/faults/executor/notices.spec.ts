/** Notices of jobs whose executor dies: the next executor sends them again. */
import { jest } from '@jest/globals';
import { asJobId } from '#common/domain/ids.js';
import { until } from '#testing/until.js';
import { NoticesOfThisFile } from '../../integration/executor/support/notice-world.js';

jest.setTimeout(240_000);
/** A machine that is busy with other things takes its time. */
const LIMIT_MS = 90_000;

const here = new NoticesOfThisFile();
const { jobWith, rule } = here;

test('an executor that dies while it sends leaves the notice to the next, under the same key', async () => {
  const options = await jobWith('crash', [rule(['failed'])]);
  here.webhook.answers = [0];
  const run = await here.world.begin(['sh', '-c', 'exit 1'], options);
  await until('the failure to be sent', () => here.webhook.of(run.id).length === 1, LIMIT_MS);
  await here.crew.killExecutor();
  await here.crew.nextExecutor();
  await until('the failure to be sent again', () => here.webhook.of(run.id).length === 2, LIMIT_MS);
  const keys = here.webhook.of(run.id).map(({ key }) => key);
  expect(new Set(keys).size).toBe(1);
});

test('a run that ended while no executor decided notices is found by the sweep', async () => {
  const options = await jobWith('unseen', [rule(['failed'])]);
  const run = await here.world.begin(['sh', '-c', 'exit 1'], options);
  await here.world.ended(run.id);
  await here.crew.killExecutor();
  await here.world.mongo.collection('notices').deleteMany({ _id: { $gt: '' }, job: asJobId('unseen') });
  const before = here.webhook.of(run.id).length;
  await here.crew.nextExecutor();
  await until('the failure to be told', () => here.webhook.of(run.id).length > before, LIMIT_MS);
  expect(here.webhook.of(run.id).at(-1)?.body).toMatchObject({ on: 'failed', job: 'unseen' });
});
