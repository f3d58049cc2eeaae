import { asJobId } from '../domain/ids.js';
import { PHASES, RUN_STATES } from '../run/phase.js';
import { TRIGGERS } from '../run/trigger.js';
import { indexesOf } from './collections.js';
import { conditionsOf, hintFor, isInOrderForAll, type RunFilter } from './run-filter.js';

const anything = {
  tenants: null,
  job: null,
  state: null,
  phase: null,
  trigger: null,
  errorGroup: null,
  from: null,
  to: null,
  begins: new Map<string, number>(),
} satisfies RunFilter;
const SCOPES = [
  ...[{}, { tenants: ['a'] }, { tenants: ['a', 'b'] }, { job: asJobId('j') }, { errorGroup: 'g' }],
  { tenants: ['a', 'b'], sampled: { ofList: [], ofAll: null } },
];
const questions: readonly RunFilter[] = SCOPES.flatMap((scope) =>
  [null, ...RUN_STATES].flatMap((state) =>
    [null, ...PHASES].flatMap((phase) =>
      [null, ...TRIGGERS].map((trigger) => ({ ...anything, ...scope, state, phase, trigger })),
    ),
  ),
);

/** The values that the filter requires fields to equal. */
const asked = (filter: RunFilter): Record<string, unknown> =>
  Object.fromEntries([['listed', true], ...conditionsOf(filter, null).flatMap((each) => Object.entries(each))]);

test('the index that is named contains all runs that the filter selects', () => {
  const hinted = questions.filter((each) => hintFor(each).hint !== undefined);
  expect(hinted.length).toBeGreaterThan(100);
  for (const filter of hinted) {
    const index = indexesOf('runs').find(({ key }) => JSON.stringify(key) === JSON.stringify(hintFor(filter).hint));
    if (index === undefined) throw new Error(`there is no index ${JSON.stringify(hintFor(filter).hint)}`);
    for (const [field, has] of Object.entries(index.partialFilterExpression ?? {})) {
      const values = (has as { $in?: readonly unknown[] }).$in ?? [has];
      expect(values).toContain(asked(filter)[field]);
    }
  }
});

test.each([
  [{ state: 'FAILED' }, true],
  [{ state: 'MISSED' }, true],
  [{ failed: true }, true],
  [{ failed: false }, false],
  [{ phase: 'Terminated' }, true],
  [{ trigger: 'backfill' }, true],
  [{ state: 'RUNNING', trigger: 'manual' }, true],
  [{ state: 'FINISHED' }, false],
  [{ phase: 'Running' }, false],
  [{ trigger: 'schedule' }, false],
  [{ state: 'FAILED', phase: 'Completed' }, false],
  [{}, false],
] as const)('of all tenants an index has %j in order: %s', (question, expected) => {
  expect(isInOrderForAll({ ...anything, ...question })).toBe(expected);
});
