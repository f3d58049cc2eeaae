import { problemsOf, type State } from './checks.js';

const READY: State = {
  version: '1.2.3',
  changelog: '# Changelog\n\n## [1.2.3] - unreleased\n\n- A bell.\n',
  changes: '',
  platform: 'linux-x64',
};

it('nothing keeps a version from being released that is complete', () => {
  expect(problemsOf('1.2.3', READY)).toEqual([]);
});

it.each([
  ['another version', { version: '1.2.2' }, ['package.json has the version 1.2.2']],
  [
    'a changelog without it',
    { changelog: '# Changelog\n\n## [1.2.2] - 2026-01-01\n\n- A.\n' },
    ['CHANGELOG.md says nothing'],
  ],
  [
    'a section without words',
    { changelog: '## [1.2.3] - unreleased\n\n## [1.2.2]\n\n- A.\n' },
    ['CHANGELOG.md says nothing'],
  ],
  ['changed files', { changes: ' M README.md' }, ['files differ from the commit:\n M README.md']],
  ['another machine', { platform: 'darwin-arm64' }, ['releases are made on Linux']],
])('%s keeps it', (_, change: Partial<State>, wanted: string[]) => {
  const problems = problemsOf('1.2.3', { ...READY, ...change });
  expect(problems.map((problem, at) => problem.slice(0, wanted[at]?.length))).toEqual(wanted);
});
