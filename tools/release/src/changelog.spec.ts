import { notesOf } from './changelog.js';

const CHANGELOG = `# Changelog

## [1.10.0] - unreleased

### Added

- A bell.

## [1.1.0] - 2026-01-02

- A tower.
`;

it('the notes of a version are what stands below its heading', () => {
  expect(notesOf(CHANGELOG, '1.10.0')).toBe('### Added\n\n- A bell.');
  expect(notesOf(CHANGELOG, '1.1.0')).toBe('- A tower.');
});

it('a version whose number only begins as another has none', () => {
  expect(notesOf(CHANGELOG, '1.1')).toBeNull();
  expect(notesOf(CHANGELOG, '1.10.00')).toBeNull();
});
