/** The Python file of the worker SDK, in the locales of containers and old machines. */
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

const FOLDER = resolve('libs/worker-sdk/python');

test.each([
  { LC_ALL: 'C' },
  { LC_ALL: 'C', PYTHONUTF8: '0', PYTHONCOERCECLOCALE: '0' },
  { PYTHONIOENCODING: 'ascii' },
  { PYTHONIOENCODING: 'latin-1' },
])('with %j every text is written in UTF-8, in the order of what the worker prints itself', (env) => {
  const program = [
    'import carillon_worker as carillon',
    'print("first")',
    'carillon.info("\\u00e9", "\\u65e5\\u672c", 5)',
    'carillon.save_outputs({"a": "\\u00e9"})',
    'carillon.info("\\ud800 lone")',
    'carillon.warn("\\U0001f600")',
  ].join('\n');
  const { status, stdout, stderr } = spawnSync('python3', ['-c', program], {
    env: { PATH: process.env['PATH'], PYTHONPATH: FOLDER, PYTHONDONTWRITEBYTECODE: '1', ...env },
    encoding: 'utf8',
  });
  expect([status, stdout, stderr]).toEqual([
    0,
    'first\né 日本 5\n[saveOutputs] {"a": "\\u00e9"}\n\\ud800 lone\n',
    'WARN 😀\n',
  ]);
});
