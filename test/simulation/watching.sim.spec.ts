/** Monitors under kills, freezes, a slow database and channels that refuse: each incident once, notified to each channel in order. */
import { inForm } from '#testing/long-form.js';
import { watching } from './support/watching.js';

const LONGEST_MS = 300_000;
const MINUTES = inForm({ short: 20, long: 60 });
const SEEDS = inForm({ short: [1, 2, 3], long: Array.from({ length: 20 }, (_, i) => i + 1) });

it.each(SEEDS)(
  'every incident is found once, and each channel is notified of each step in order (seed %i)',
  async (seed) => {
    const { problems, seen } = await watching(seed, MINUTES);
    expect(problems).toEqual([]);
    const sights = ['killed', 'frozen', 'refused', 'sent again', 'opened', 'ended', 'told escalated', 'told resolved'];
    for (const what of sights) expect([what, seen.get(what) ?? 0]).not.toEqual([what, 0]);
  },
  LONGEST_MS,
);

it(
  'an intended fault is found: a notice does not wait for the earlier ones that its channel has refused',
  async () => {
    const { problems } = await watching(1, 20, { inAnyOrder: true });
    expect(problems.join('\n')).toMatch(/arrived after a later step/);
  },
  LONGEST_MS,
);
