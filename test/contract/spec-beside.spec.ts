import { existsSync, globSync, readFileSync } from 'node:fs';

/** The folders of the run machine: planning, admission and dependencies of runs, the run itself, and the runtime below. */
const FOLDERS = [
  'apps/executor/src/run',
  'apps/scheduler/src/{admission,after,after/core,core}',
  'libs/common/src/{domain,run,runtime}',
];

/** Files whose rules another spec tests, because they are one subject. The list may only become shorter. */
const TESTED_ELSEWHERE: Readonly<Record<string, string>> = {
  'apps/executor/src/run/draft.ts': 'apps/executor/src/run/reconcile.property.spec.ts',
  'libs/common/src/domain/cluster-rights.ts': 'libs/common/src/kubernetes/rights.spec.ts',
  'libs/common/src/run/index-table-edit.ts': 'libs/common/src/run/index-table.spec.ts',
  'libs/common/src/run/run-change.ts': 'libs/common/src/spec/parallel-checks.spec.ts',
};

/** Finds whether a file declares a function or a class of more than one line: types, names and limits need no test. */
const HAS_LOGIC = /^export ((async )?function|class) |^export const \w+ =\s+(async )?(<\w+>)?\([^)]*\)[^=]*=>\s*\{$/m;

const files = FOLDERS.flatMap((folder) => globSync(`${folder}/*.ts`)).filter((file) => !file.endsWith('.spec.ts'));
const withLogic = files.filter((file) => HAS_LOGIC.test(readFileSync(file, 'utf8'))).sort();

test('the folders exist', () => {
  expect(withLogic.length).toBeGreaterThan(60);
});

test('each file of the run machine has a spec of the same name beside it', () => {
  const without = withLogic.filter((file) => !existsSync(file.replace(/\.ts$/, '.spec.ts')));
  expect(without).toEqual(Object.keys(TESTED_ELSEWHERE).sort());
});

test.each(Object.entries(TESTED_ELSEWHERE))('the rules of %s are tested by %s', (_file, spec) => {
  expect(existsSync(spec)).toBe(true);
});
