/** What keeps a version from being released, in sentences. */
import { notesOf } from './changelog.js';

export interface State {
  /** Of package.json. */
  readonly version: string;
  readonly changelog: string;
  /** What `git status --porcelain` says. */
  readonly changes: string;
  readonly platform: string;
}

export function problemsOf(wanted: string, state: State): string[] {
  const notes = notesOf(state.changelog, wanted);
  const problems = [
    wanted === state.version
      ? null
      : `package.json has the version ${state.version}: npm version --no-git-tag-version ${wanted}`,
    notes === null || notes === '' ? `CHANGELOG.md says nothing about ${wanted}` : null,
    state.changes === '' ? null : `files differ from the commit:\n${state.changes}`,
    state.platform === 'linux-x64' ? null : 'releases are made on Linux on x86-64',
  ];
  return problems.filter((problem) => problem !== null);
}
