import { securityDocument } from './security-document.js';

const text = `# Security

| id  | promise |
| --- | ------- |
| S1  | first   |
| S2  | second  |

<!-- tests: written by "npm run docs" -->
old
<!-- end of tests -->
`;
const test1 = { promise: 'S1', file: 'test/a.spec.ts', title: 'a *forged* one' };

it('the document lists the tests of each promise, and states where there is none', () => {
  const written = securityDocument(text, [test1]);
  expect(written).toContain('### S1\n\n- [test/a.spec.ts](../test/a.spec.ts)\n  - a \\*forged\\* one\n');
  expect(written).toContain('### S2\n\n**No test keeps this promise.**');
  expect(written).not.toContain('old');
  expect(securityDocument(written, [test1])).toBe(written);
});

it('a test of a promise that does not exist is refused', () => {
  expect(() => securityDocument(text, [{ ...test1, promise: 'S3' }])).toThrow('names S3');
});
