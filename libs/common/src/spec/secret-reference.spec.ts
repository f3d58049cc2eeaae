import { variableProblems } from './secret-reference.js';

const secretsFrom = [{ as: 'KEY', from: 'files', path: 'ibm/x' }];
const messages = (job: Parameters<typeof variableProblems>[0]): string[] =>
  variableProblems({ secretsFrom, ...job }).map(({ path, message }) => `${path.join('.')} ${message}`);

test('a variable that is set by a secret is set neither by the job nor by a task', () => {
  expect(messages({ env: { OTHER: '' }, tasks: [{ env: { OTHER: '' } }, {}] })).toEqual([]);
  expect(messages({ env: { KEY: '' } })).toEqual(['secretsFrom.0.as "KEY" is already a variable in env']);
  expect(messages({ tasks: [{}, { env: { KEY: '' } }] })).toEqual([
    'secretsFrom.0.as "KEY" is already a variable in tasks.1.env',
  ]);
});
