import { inForm } from '#testing/long-form.js';
import { starts, type StartsStory } from './support/starts.js';

const FIRST_SEED = Number(process.env['CARILLON_SEED'] ?? 1);
const STORIES = process.env['CARILLON_SEED'] === undefined ? inForm({ short: 4, long: 12 }) : 1;

async function tell(story: Omit<StartsStory, 'seed'>): Promise<{ failures: string[]; seen: Map<string, number> }> {
  const failures: string[] = [];
  const seen = new Map<string, number>();
  for (let seed = FIRST_SEED; seed < FIRST_SEED + STORIES; seed++) {
    const outcome = await starts({ ...story, seed });
    if (outcome.problems.length > 0) failures.push([`seed ${seed}`, ...outcome.problems].join('\n  '));
    for (const [what, count] of outcome.seen) seen.set(what, (seen.get(what) ?? 0) + count);
  }
  return { failures, seen };
}

it('no start is given up or duplicated, however long executors stand still between any two steps', async () => {
  const { failures, seen } = await tell({ kills: false });
  expect(failures).toEqual([]);
  const sights = [
    ...['prepare', 'before save', 'after save'].map((step) => `frozen: ${step}`),
    'not sent',
    'sent late',
  ];
  for (const what of sights) expect([what, seen.get(what) ?? 0]).not.toEqual([what, 0]);
}, 600_000);

it('no run is preempted more often than allowed, and each attempt once, while executors stand still and die', async () => {
  const { failures, seen } = await tell({ kills: true, preempts: true });
  expect(failures).toEqual([]);
  expect(seen.get('preempted') ?? 0).toBeGreaterThan(0);
}, 600_000);

it('runs are preempted while executors stand still as well, and no place of a run that others have ended counts', async () => {
  const { failures, seen } = await tell({ kills: false, preempts: true });
  expect(failures).toEqual([]);
  expect(seen.get('preempted') ?? 0).toBeGreaterThan(0);
}, 600_000);

it('each call whose answer is its end is made once, or as often as it may be, whatever executor dies and whatever connection breaks', async () => {
  const { failures, seen } = await tell({ kills: true, answers: true });
  expect(failures).toEqual([]);
  for (const what of ['Http200', 'NoAnswer', 'CallInterrupted', 'repeated', 'answer to a dead executor'])
    expect([what, seen.get(what) ?? 0]).not.toEqual([what, 0]);
}, 600_000);

it('every run ends and no start is duplicated when executors die as well', async () => {
  expect((await tell({ kills: true })).failures).toEqual([]);
}, 600_000);

it('a tenant with little demand gets its share, whatever tenant floods the places, and whatever process dies or stands still', async () => {
  const { failures, seen } = await tell({ kills: true, shares: true });
  expect(failures).toEqual([]);
  expect(seen.get('start of the flood') ?? 0).toBeGreaterThan(10);
}, 600_000);

it('every command is applied, even if all executors or the database stand still for minutes after it was saved', async () => {
  const { failures, seen } = await tell({ kills: false, commands: true });
  expect(failures).toEqual([]);
  for (const what of ['abort', 'resume', 'standstill of minutes'])
    expect([what, seen.get(what) ?? 0]).not.toEqual([what, 0]);
}, 600_000);

it('never more attempts than the limit of the worker allows, whatever executor or scheduler stands still or dies', async () => {
  const { failures, seen } = await tell({ kills: true, limits: true });
  expect(failures).toEqual([]);
  for (const what of ['limit reached', 'shared by several']) expect([what, seen.get(what) ?? 0]).not.toEqual([what, 0]);
}, 600_000);

it('every run of a limited worker ends, and none is started twice', async () => {
  expect((await tell({ kills: false, limits: true })).failures).toEqual([]);
}, 600_000);

it('a limit that is lowered takes effect as attempts end, and all of it is used again once it is raised', async () => {
  const { failures, seen } = await tell({ kills: true, limits: true, edits: true });
  expect(failures).toEqual([]);
  expect(seen.get('limit reached') ?? 0).toBeGreaterThan(0);
}, 600_000);

it('what is stored of the limit of a deleted worker is removed, and the limit holds again when the worker is stored again', async () => {
  const { failures, seen } = await tell({ kills: false, limits: true, deletes: true });
  expect(failures).toEqual([]);
  for (const what of ['limit removed', 'limit reached']) expect([what, seen.get(what) ?? 0]).not.toEqual([what, 0]);
}, 600_000);
