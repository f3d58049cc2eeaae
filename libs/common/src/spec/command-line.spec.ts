/** @promise S4 */
import { commandLine, filledProblems, valueProblems, type CommandLayer } from './command-line.js';

const problems = (...layers: CommandLayer[]): string[] =>
  valueProblems(commandLine(layers)).map(
    ({ word, message }) => `${layers.indexOf(word.layer)} ${word.path} ${message}`,
  );
const command = (...words: string[]): string[] => problems({ command: words });

test.each<[string, string[]]>([
  ['as an argument', ['report', '--day=${option.day}', '${option.x}']],
  ['as an argument of a shell text', ['sh', '-c', 'report "$1"', 'sh', '${option.day}']],
  ['as a variable that env sets', ['env', 'DAY=${option.day}', 'report']],
  ['as a variable of the shell', ['bash', '-euo', 'pipefail', '-c', 'report ${option.day:shell}']],
  [
    'as a variable of Carillon in a shell text',
    ['sh', '-c', 'report ${run.id} ${task.index_num} ${run.scheduled_for}'],
  ],
  ['in the name of a script that editors choose', ['node', '${job.name}.js']],
])('a value may stand %s', (_where, words) => {
  expect(command(...words)).toEqual([]);
});

test.each<[string, string[], string]>([
  ['in the text of a shell', ['sh', '-c', 'report ${option.day}'], 'in the text that a shell runs'],
  [
    'in the text of a shell behind others',
    ['env', 'A=b', 'timeout', '5', 'bash', '-lc', '${option.x}'],
    'a shell runs',
  ],
  ['in the text of a shell among arguments', ['find', '.', '-exec', 'sh', '-c', 'x ${option.x}', ';'], 'a shell runs'],
  ['in the text of another language', ['python3', '-c', 'print("${option.x}")'], 'in the text of a program'],
  ['in the text that another host runs', ['ssh', 'host', 'x ${option.x}'], 'in the text of a program'],
  ['as the program', ['${option.x}', 'y'], 'would choose the program that is run'],
  ['as an option of a shell', ['sh', '${option.x}', '${option.y}'], 'would choose the program that is run'],
  ['quoted if no shell reads it', ['report', '${option.x:shell}'], 'may stand only in a text'],
])('a value may not stand %s', (_where, words, message) => {
  expect(command(...words)).toEqual([expect.stringContaining(message)]);
});

test('the error names where the command is set', () => {
  const worker = { command: ['sh', '-c'], args: ['true'] };
  expect(problems({ args: ['x ${option.x}'] }, worker)).toEqual([expect.stringMatching(/^0 args\.0 /)]);
  expect(problems({}, { command: ['sh', '-c', '${option.x}'] })).toEqual([expect.stringMatching(/^1 command\.2 /)]);
});

test('without a command, the arguments are those of the image’s program, unless they name a program themselves', () => {
  expect(problems({ args: ['${option.x}'] })).toEqual([]);
  expect(problems({ args: ['sh', '-c', '${option.x}'] })).toHaveLength(1);
});

test('a value that makes a script an option of its interpreter is refused', () => {
  const line = commandLine([{ command: ['node', '${job.name}.js', '${job.name}'] }]);
  const found = (name: string): string[] =>
    filledProblems(line, new Map([['job.name', name]])).map(({ word }) => word.path);
  expect(found('report; x')).toEqual([]);
  expect(found('--eval=evil')).toEqual(['command.1']);
});

test.each(['job.name', 'task.index_key', 'task.index_matrix.os'])(
  'in the text of a shell, ${%s} is a plain word or refused, or a variable of the shell',
  (name) => {
    const script = (text: string, value: string): string[] =>
      filledProblems(commandLine([{ command: ['sh', '-c', text, 'sh', `\${${name}}`] }]), new Map([[name, value]])).map(
        ({ word }) => word.path,
      );
    expect(problems({ command: ['sh', '-c', `x \${${name}}`] })).toEqual([]);
    expect(script(`x \${${name}}`, 'linux-1.2')).toEqual([]);
    for (const evil of ['; id', '$(id)', '`id`', 'a b', "'", '"', 'a\nb', '*', '~'])
      expect(script(`x \${${name}}`, evil)).toEqual(['command.2']);
    expect(script(`x \${${name}:shell}`, '; id')).toEqual([]);
  },
);
