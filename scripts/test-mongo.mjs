// `npm run test:mongo -- --uri mongodb://…`: the suites that depend on the database, against a replica set that you have, and a report
// of them to attach to an issue. They make databases `carillon_test_…` of their own there, and remove them at the end.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { MongoClient } from 'mongodb';

const USAGE = `usage: npm run test:mongo -- --uri URI [--report FILE] [--only NAME]
  --uri URI      a replica set without TLS, whose user may make databases
  --report FILE  where the report is written (default: mongo-report.md)
  --only NAME    one of the suites: integration, backup, bench
Exit code: 0 all passed, 1 something failed, 64 wrong call.`;
const EXIT_USAGE = 64;

const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** In the order in which they run. Integration tests include those of the database's own behaviour, and of planning against it. */
const SUITES = {
  integration: ['scripts/test.mjs', '--selectProjects', 'integration'],
  backup: ['scripts/test.mjs', '--testPathPatterns', 'system/backup', '--selectProjects', 'system'],
  bench: ['dist/packages/embedded-servers/bench/main.js'],
};

function wanted() {
  const text = { type: 'string' };
  const { values } = parseArgs({ options: { uri: text, report: { ...text, default: 'mongo-report.md' }, only: text } });
  if (values.uri === undefined) throw new Error('--uri is required');
  if (values.only !== undefined && !(values.only in SUITES))
    throw new Error(`--only: there is no suite ${values.only}`);
  return values;
}

/** The server that writes, reached alone: tests put recorders before it. */
async function primaryOf(uri) {
  const client = await MongoClient.connect(uri, { serverSelectionTimeoutMS: 10_000 });
  try {
    const admin = client.db('admin');
    const [hello, { version, modules }] = [await admin.command({ hello: 1 }), await admin.command({ buildInfo: 1 })];
    if (!hello.setName) throw new Error('the server is no member of a replica set');
    const { username, password, source } = client.options.credentials ?? {};
    const login = username ? `${encodeURIComponent(username)}:${encodeURIComponent(password)}@` : '';
    const query = new URLSearchParams({ directConnection: 'true', ...(username && { authSource: source }) });
    return {
      uri: `mongodb://${login}${hello.primary}/?${query}`,
      facts: [
        ['server', `${version}${modules?.length ? ` (${modules.join(', ')})` : ''}`],
        ['replica set', `${hello.setName}, ${hello.hosts.length} members with data`],
        ['largest batch, document', `${hello.maxWriteBatchSize}, ${hello.maxBsonObjectSize}`],
      ],
    };
  } finally {
    await client.close();
  }
}

/** Runs a suite; gives its row in the report, and what it printed where that is its result. */
function run(name, uri, folder) {
  const [script, ...args] = SUITES[name];
  const report = join(folder, `${name}.json`);
  const began = performance.now();
  const isTest = script.endsWith('test.mjs');
  const more = isTest ? ['--json', `--outputFile=${report}`] : [];
  const { status, stdout } = spawnSync(process.execPath, [join(root, script), ...more, ...args], {
    cwd: root,
    env: { ...process.env, MONGODB_URI: uri },
    stdio: ['inherit', isTest ? 'ignore' : 'pipe', 'inherit'],
    encoding: 'utf8',
  });
  const seconds = Math.round((performance.now() - began) / 1000);
  if (!isTest) return { name, ok: status === 0, seconds, counts: '', failed: [], printed: stdout };
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
  const failed = testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter((each) => each.status === 'failed').map(({ fullName }) => fullName),
  );
  return { name, ok: status === 0, seconds, counts: `${numPassedTests} passed, ${numFailedTests} failed`, failed };
}

function textOf(facts, results) {
  const row = (...cells) => `| ${cells.join(' | ')} |`;
  return [
    '# Carillon against a MongoDB',
    '',
    ...facts.map(([name, value]) => `- ${name}: ${value}`),
    '',
    row('suite', 'result', 'tests', 'seconds'),
    row('---', '---', '---', '---'),
    ...results.map(({ name, ok, counts, seconds }) => row(name, ok ? 'passed' : 'FAILED', counts, seconds)),
    '',
    ...results.flatMap(({ failed }) => failed.map((test) => `- failed: ${test}`)),
    ...results.flatMap(({ printed }) => (printed ? ['', printed.trim(), ''] : [])),
    '',
  ].join('\n');
}

async function main({ uri, report, only }) {
  const primary = await primaryOf(uri);
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
  const facts = [...primary.facts, ['commit', commit], ['node', process.version]];
  const folder = mkdtempSync(join(tmpdir(), 'carillon-mongo-report-'));
  try {
    const names = Object.keys(SUITES).filter((name) => only === undefined || name === only);
    const results = names.map((name) => run(name, primary.uri, folder));
    const text = textOf(facts, results);
    writeFileSync(resolve(report), text);
    console.log(text);
    process.exitCode = results.every(({ ok }) => ok) ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function call() {
  try {
    return wanted();
  } catch (error) {
    console.error(`${error.message}\n${USAGE}`);
    return process.exit(EXIT_USAGE);
  }
}

await main(call()).catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
