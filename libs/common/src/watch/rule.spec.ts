import fc from 'fast-check';
import { asRunId } from '../domain/ids.js';
import { MAX_INCIDENT_JOBS } from '../domain/limits.js';
import { advanceRule, firstRuleFacts, stoppedRule, type RuleChange, type RuleFacts, type RulePage } from './rule.js';

const T0 = 1_795_000_000_000;

/** `a!` is affected, `a` is not; `|` says that another page follows. */
function page(at: number, text: string): RulePage {
  const isLast = !text.endsWith('|');
  const judged = text
    .replace('|', '')
    .split(' ')
    .filter((each) => each !== '')
    .map((each) => ({
      job: each.replace('!', ''),
      name: each.replace('!', ''),
      message: each.endsWith('!') ? 'x' : null,
    }));
  return { at: T0 + at, judged, next: isLast ? null : { tenant: 't', name: judged.at(-1)?.name ?? '' } };
}

test('the run by which a problem was found stays the same while others fail, too', () => {
  const failing = (at: number, run: string): RulePage => ({
    at: T0 + at,
    judged: [{ job: 'a', name: 'a', message: 'x', run: asRunId(run) }],
    next: null,
  });
  const first = advanceRule('failed', firstRuleFacts(T0), failing(1, 'r1'));
  expect(first.changes).toMatchObject([{ type: 'opened', jobs: [{ job: 'a', run: 'r1' }] }]);
  const second = advanceRule('failed', first.facts, failing(2, 'r2'));
  expect(second.changes).toEqual([]);
  expect(second.facts.listed).toMatchObject([{ job: 'a', run: 'r1' }]);
});

function play(...pages: readonly string[]): { changes: string[]; facts: RuleFacts } {
  let facts = firstRuleFacts(T0);
  const changes: string[] = [];
  for (const [i, text] of pages.entries()) {
    const next = text === 'pause' ? stoppedRule(facts, T0 + i, 'paused') : advanceRule('failed', facts, page(i, text));
    ({ facts } = next);
    changes.push(...next.changes.map(textOf));
  }
  return { changes, facts };
}

const textOf = (change: RuleChange): string =>
  change.type === 'ended'
    ? `ended ${change.number} ${change.cause}`
    : `${change.type} ${change.number} ${change.jobs.map(({ job }) => job).join(' ')} of ${change.count}`;

test.each<[string, string[], string[]]>([
  ['no job is affected', ['a b', 'a b'], []],
  ['a job is affected, and recovers', ['a! b', 'a! b', 'a b'], ['opened 1 a of 1', 'ended 1 recovered']],
  [
    'another job is affected, too',
    ['a! b', 'a! b!', 'a b!', 'a b'],
    ['opened 1 a of 1', 'changed 1 a b of 2', 'changed 1 b of 1', 'ended 1 recovered'],
  ],
  [
    'a job that is affected after the end opens another incident',
    ['a!', 'a', 'a!'],
    ['opened 1 a of 1', 'ended 1 recovered', 'opened 2 a of 1'],
  ],
  ['a page without affected jobs is not a whole pass', ['a! b|', 'c d', 'a! b|'], ['opened 1 a of 1']],
  ['the first page with an affected job opens an incident', ['a b|', 'c! d|', 'e f'], ['opened 1 c of 1']],
  [
    'the incident ends with the pass',
    ['a!|', 'b', 'a|', 'b'],
    ['opened 1 a of 1', 'changed 1  of 1', 'ended 1 recovered'],
  ],
  ['a removed job has not recovered', ['a! b', 'b'], ['opened 1 a of 1', 'ended 1 unwatched']],
  ['a pause ends the incident', ['a!', 'pause', 'a!'], ['opened 1 a of 1', 'ended 1 paused', 'opened 2 a of 1']],
  ['a pause without an incident changes nothing', ['a', 'pause', 'pause', 'a'], []],
])('%s', (_what, pages, changes) => {
  expect(play(...pages).changes).toEqual(changes);
});

test('an incident lists a bounded number of jobs, and counts all', () => {
  const jobs = Array.from({ length: MAX_INCIDENT_JOBS + 5 }, (_, i) => `j${String(i).padStart(2, '0')}!`).join(' ');
  const { facts } = play(jobs, jobs);
  expect(facts).toMatchObject({ count: MAX_INCIDENT_JOBS + 5, isOpen: true, watched: MAX_INCIDENT_JOBS + 5 });
  expect(facts.listed).toHaveLength(MAX_INCIDENT_JOBS);
});

test('a pass begins after the one before it, whatever the clocks of the replicas say', () => {
  const first = advanceRule('failed', firstRuleFacts(T0), page(1_000, 'a! b!')).facts;
  // Another replica, whose clock is behind, no longer finds "a".
  const second = advanceRule('failed', first, page(10, 'b!')).facts;
  expect(second.listed.map(({ job }) => job)).toEqual(['b']);
});

test('whatever the pages find, incidents begin and end in turn, with increasing numbers', () => {
  const job = fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.boolean()).map(([id, bad]) => (bad ? `${id}!` : id));
  const pageText = fc.tuple(fc.uniqueArray(job, { selector: (each) => each[0] }), fc.boolean());
  const pages = fc.array(
    fc.oneof(
      { weight: 9, arbitrary: pageText.map(([jobs, goesOn]) => jobs.join(' ') + (goesOn ? '|' : '')) },
      { weight: 1, arbitrary: fc.constant('pause') },
    ),
    { maxLength: 30 },
  );
  fc.assert(
    fc.property(pages, (some) => {
      const { changes, facts } = play(...some);
      const turns = changes
        .filter((each) => !each.startsWith('changed'))
        .map((each) => each.split(' ').slice(0, 2).join(' '));
      expect(turns).toEqual(turns.map((_, i) => (i % 2 === 0 ? `opened ${i / 2 + 1}` : `ended ${(i + 1) / 2}`)));
      expect(facts.isOpen).toBe(turns.length % 2 === 1);
    }),
  );
});
