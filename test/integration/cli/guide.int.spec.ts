/** The guide to the command line, as it stands: its files are written, its lines are run in their order. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { BOOTSTRAP, obligingScheduler, startApi, type ApiUnderTest } from '../api/api-under-test.js';
import { CliUnderTest } from './cli-under-test.js';

const guide = readFileSync(resolve(import.meta.dirname, '../../../docs/guide/command-line.md'), 'utf8');
const blocks = [...guide.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].map(([, language = '', text = '']) => ({
  language,
  text,
}));
const files = blocks.flatMap(({ text }) => {
  const [, name] = /^# file: (\S+)\n/.exec(text) ?? [];
  return name === undefined ? [] : [{ name, text }];
});
const lines = blocks
  .filter(({ language }) => language === 'sh')
  .flatMap(({ text }) => text.trim().split('\n'))
  .map((line) => line.replace(/ +# .*$/, ''));

let api: ApiUnderTest;
let cli: CliUnderTest;

beforeAll(async () => {
  api = await startApi();
  obligingScheduler(api);
  cli = new CliUnderTest({ REPORTS_SIGNING_SECRET: `whsec_${Buffer.alloc(32, 1).toString('base64')}` });
  for (const { name, text } of files) cli.write(name, text);
});
afterAll(async () => {
  cli.dispose();
  await api.stop();
});

test('the guide has files and lines', () => {
  expect(files.map(({ name }) => name)).toEqual(['acme/platform.yaml', 'acme/jobs/nightly.yaml', 'crontab']);
  expect(lines.length).toBeGreaterThan(25);
  expect(lines.filter((line) => !line.startsWith('carillon '))).toEqual([]);
});

test.each(lines)('%s', async (line) => {
  const typed = line.replace('$CARILLON_SERVER', api.url).replace('$CARILLON_TOKEN', BOOTSTRAP);
  expect(await cli.run(typed.replace(/^carillon /, ''))).toMatchObject({ code: 0 });
});
