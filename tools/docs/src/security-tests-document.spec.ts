import { securityTestsDocument } from './security-tests-document.js';

const text = `# Security

- **S1**: first
- **S2**: second
`;
const test1 = { promise: 'S1', file: 'test/a.spec.ts', title: 'a *forged* one' };

it('the document lists the tests of each promise, and states where there is none', () => {
  const written = securityTestsDocument(text, [test1]);
  expect(written).toContain(
    '## S1\n\nfirst\n\n- [test/a.spec.ts](../../test/a.spec.ts)\n  - a \\*forged\\* one\n\n## S2\n\nsecond\n\n**No test keeps this promise.**\n',
  );
});

it('a test of a promise that does not exist is refused', () => {
  expect(() => securityTestsDocument(text, [{ ...test1, promise: 'S3' }])).toThrow('names S3');
});
