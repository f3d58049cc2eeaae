import { blocksNotRun, pageOf } from './guide-page.js';

const fenced = (language: string, text: string): string => `Text.\n\n\`\`\`${language}\n${text}\n\`\`\`\n`;

test('files and command lines of a page are found, and no block of it is left out', () => {
  const page = fenced('yaml', '# file: job.yaml\nkind: Job') + fenced('sh', 'carillon get jobs # all\ncarillon whoami');
  expect(pageOf(page)).toEqual({
    files: [{ name: 'job.yaml', text: '# file: job.yaml\nkind: Job\n' }],
    lines: ['carillon get jobs', 'carillon whoami'],
  });
  expect(blocksNotRun(page)).toEqual([]);
});

test.each([
  ['of another shell', fenced('bash', 'true'), ['```bash']],
  ['of a terminal', fenced('console', '$ true'), ['```console', '$ true']],
  ['without a language', fenced('', 'carillon get jobs'), ['```', 'carillon get jobs']],
  ['of text that contains a command', fenced('text', 'carillon get jobs'), ['carillon get jobs']],
  ['with words behind its language', fenced('sh title', 'true'), ['```sh title']],
  ['that is indented', '- one\n\n  ```sh\n  true\n  ```\n', ['  ```sh', '  ```']],
  ['between tildes', '~~~sh\ntrue\n~~~\n', ['~~~sh', '~~~']],
  ['that is not closed', '```sh\ncarillon get jobs\n', ['```sh']],
  ['without a fence', '    carillon get jobs\n', ['    carillon get jobs']],
])('a block %s is reported', (_, page, named) => {
  expect(blocksNotRun(page)).toEqual(named);
});
