/** The sources that comments name can be looked up: cases in test/support/reference-cases, public issues by their repository. */
import { globSync, readFileSync } from 'node:fs';

const comments = globSync('{apps,libs}/**/*.{ts,tsx}').flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/\/\*\*[^]*?\*\/|(?<=^|\s)\/\/ .*$/gm)].map(([text]) => ({ file, text })),
);
const matching = (pattern: RegExp): string[] =>
  comments.flatMap(({ file, text }) => [...text.matchAll(pattern)].map(([label]) => `${file}: ${label}`));

test('no comment names a chapter of a text that is not here', () => {
  // Versions of Kubernetes have two digits behind the point.
  expect(matching(/\b(?:Furiko|Volcano|Kubernetes) \d\.\d(?!\d)|\b(?:Furiko|Volcano) \d\.\d\d/g)).toEqual([]);
});

test('an issue is named with its repository, the first of a list at least', () => {
  const known = /[\w-]+\/[\w-]+#\d+(?:(?:, | and )#\d+)*/g;
  const bare = comments.flatMap(({ file, text }) =>
    [...text.replace(known, '').matchAll(/(?<![\w&])#\d{3,}\b/g)].map(([label]) => `${file}: ${label}`),
  );
  expect(bare).toEqual([]);
});

test('cases are those of the reference tables', () => {
  const listed = new Set(
    globSync('test/support/reference-cases/*.ts').flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/no: '(?:Furiko )?(\w+)'/g)].map(([, no = '']) => no),
    ),
  );
  expect(listed.size).toBe(154);
  const sources = comments.flatMap(({ file, text }) =>
    [...text.matchAll(/\bSources?: ([^]*?)(?:\.\s|\*\/)/g)].map(([, list = '']) => ({ file, list })),
  );
  expect(sources.length).toBeGreaterThan(10);
  const missing = sources.flatMap(({ file, list }) =>
    [...list.matchAll(/\b[KV]\d+\b|(?<=Furiko )\d+/g)].flatMap(([no]) => (listed.has(no) ? [] : `${file}: ${no}`)),
  );
  expect(missing).toEqual([]);
});
