import type { Spec } from '../definitions/definition.js';
import { fromCrontabs, type CrontabOptions } from './crontab.js';

interface Read {
  readonly jobs: readonly Spec[];
  readonly workers: readonly Spec[];
  readonly notes: readonly string[];
}

const OPTIONS: CrontabOptions = { tenant: 'acme', timezone: 'UTC' };

function read(text: string, options: Partial<CrontabOptions> = {}): Read {
  const { definitions, notes } = fromCrontabs([{ name: 'tab', text }], { ...OPTIONS, ...options });
  const of = (kind: string): readonly Spec[] =>
    definitions.filter((each) => each.kind === kind).map(({ spec }) => spec);
  return {
    jobs: of('Job'),
    workers: of('Worker'),
    notes: notes.filter(({ field }) => field !== 'HOME').map(({ about, field }) => `${about} ${field}`),
  };
}
const scriptOf = ({ workers }: Read): unknown => workers.map(({ command }) => (command as string[]).slice(1))[0];

/** Every form of a line, and what it becomes. */
test.each<[form: string, text: string, wanted: Partial<Read>]>([
  ['an entry', '0 3 * * * /bin/a b', { jobs: [{ cron: '0 3 * * *', name: '/bin/a b' }], notes: [] }],
  ['tabs and spaces in front', ' \t0\t3 * * *\t/bin/a', { jobs: [{ cron: '0 3 * * *' }] }],
  ['Windows line ends', '0 3 * * * /bin/a\r\n', { jobs: [{ name: '/bin/a' }] }],
  [
    'both day fields have to match',
    '0 6 */2 * MON /bin/a',
    {
      jobs: [
        {
          cron: '0 6 */2 * *',
          schedule: { windows: [{ days: ['mon'], from: '00:00', to: '24:00' }] },
        },
      ],
      notes: [],
    },
  ],
  [
    'a start that is not logged',
    '-*/15 * * * * /bin/a',
    { jobs: [{ cron: '*/15 * * * *', name: '/bin/a' }], notes: ['tab:1 -'] },
  ],
  ['a start that is not logged, with a space', '- 0 4 * * * /bin/a', { jobs: [{ cron: '0 4 * * *', name: '/bin/a' }] }],
  ['@reboot', '@reboot /bin/a', { jobs: [], notes: ['tab:1 @reboot'] }],
  ['an unknown word', '@often /bin/a', { jobs: [], notes: ['tab:1 @often /bin/a'] }],
  ['too few fields', '0 3 * * /bin/a', { jobs: [], notes: ['tab:1 0 3 * * /bin/a'] }],
  ['no command', '0 3 * * *', { jobs: [], notes: ['tab:1 0 3 * * *'] }],
  ['a step without a range', '0/5 * * * * /bin/a', { jobs: [{ cron: '0 * * * *' }], notes: ['tab:1 0'] }],
  [
    'RANDOM_DELAY in minutes',
    'RANDOM_DELAY=45\n@daily /bin/a',
    { jobs: [{ schedule: { timezone: 'UTC', jitterSeconds: 2_700 } }], notes: [] },
  ],
  ['RANDOM_DELAY that is no number', 'RANDOM_DELAY=x\n@daily /bin/a', { notes: ['tab:1 RANDOM_DELAY'] }],
  [
    'CRON_TZ for the entries after it',
    '@daily /bin/a\nCRON_TZ=Europe/Prague\n@daily /bin/b',
    {
      jobs: [{ schedule: { timezone: 'UTC' } }, { schedule: { timezone: 'Europe/Prague' } }],
    },
  ],
  ['MAILTO', 'MAILTO=ops@acme.test\n@daily /bin/a', { notes: ['tab:1 MAILTO'] }],
  ['MAILTO for nobody', 'MAILTO=""\n@daily /bin/a', { notes: [] }],
  [
    'PERSISTENT of systemd-cron',
    'PERSISTENT=yes\n@daily /bin/a',
    { jobs: [{ misfire: { policy: 'last' } }], notes: [] },
  ],
  ['DELAY of systemd-cron', 'DELAY=5\n@daily /bin/a', { notes: ['tab:1 DELAY'] }],
  ['BATCH of systemd-cron', 'BATCH=yes\n@daily /bin/a', { notes: ['tab:1 BATCH'] }],
  ['START_HOURS_RANGE', 'START_HOURS_RANGE=3-22\n@daily /bin/a', { notes: ['tab:1 START_HOURS_RANGE'] }],
])('%s', (_form, text, wanted) => {
  expect(read(text)).toMatchObject(wanted);
});

test('a command gets the variables that cron sets, those of the crontab, and none of cron itself', () => {
  const text = 'MAILTO=a\nRANDOM_DELAY=1\nCRON_TZ=UTC\nNAME = "quoted  text"\n\'OTHER\'=x y \n@daily /bin/a';
  expect(read(text).workers[0]?.['env']).toEqual({
    SHELL: '/bin/sh',
    PATH: '/usr/bin:/bin',
    NAME: 'quoted  text',
    OTHER: 'x y',
  });
  const own = read('SHELL=/bin/bash\nHOME=/srv\nPATH=/opt/bin\n0 3 * * * deploy /bin/a', { hasUsers: true });
  expect(own.workers[0]).toMatchObject({
    command: ['/bin/bash', '-c', 'cd || exit\n/bin/a'],
    env: { SHELL: '/bin/bash', HOME: '/srv', PATH: '/opt/bin', LOGNAME: 'deploy', USER: 'deploy' },
  });
  const pod = read('A=b\n@daily /bin/a', { image: 'tools:1' });
  expect(pod.workers[0]).toMatchObject({ engine: 'kubernetes', command: ['/bin/sh', '-c', '/bin/a'], env: { A: 'b' } });
});

test('a crontab that does not set HOME is reported once, because commands begin in that folder', () => {
  const notes = (text: string, options = {}): string[] =>
    fromCrontabs([{ name: 'tab', text }], { ...OPTIONS, ...options }).notes.map(
      ({ field, message }) => `${field} ${message}`,
    );
  expect(notes('@daily /bin/a\n@daily /bin/b')).toEqual([
    expect.stringMatching(/^HOME is not set: .* set HOME, LOGNAME and USER in/),
  ]);
  expect(notes('HOME=/srv\n@daily /bin/a')).toEqual([]);
  expect(notes('@daily /bin/a', { image: 'tools:1' })).toEqual([]);
});

test('text after % is the standard input of the command', () => {
  expect(scriptOf(read('@daily mail -s hello boss%first%%  third\\%'))).toEqual([
    '-c',
    "cd || exit\nexec <<'END_OF_INPUT'\nfirst\n\n  third%\nEND_OF_INPUT\nmail -s hello boss",
  ]);
  expect(scriptOf(read('@daily date +\\%F > /tmp/x'))).toEqual(['-c', 'cd || exit\ndate +%F > /tmp/x']);
  expect(scriptOf(read('@daily cat%END_OF_INPUT'))).toEqual([
    '-c',
    "cd || exit\nexec <<'END_OF_INPUT_'\nEND_OF_INPUT\nEND_OF_INPUT_\ncat",
  ]);
  expect(scriptOf(read('@daily cat%Joe,%%Where?%'))).toEqual([
    '-c',
    "cd || exit\nexec <<'END_OF_INPUT'\nJoe,\n\nWhere?\nEND_OF_INPUT\ncat",
  ]);
  // The second backslash takes no character along: `%` begins the input.
  expect(scriptOf(read('@daily cat \\\\%a\\\\%b'))).toEqual([
    '-c',
    "cd || exit\nexec <<'END_OF_INPUT'\na\\%b\nEND_OF_INPUT\ncat \\\\",
  ]);
  expect(scriptOf(read('@daily cat%'))).toEqual(['-c', "cd || exit\nexec <<'END_OF_INPUT'\nEND_OF_INPUT\ncat"]);
  const other = read('SHELL=/usr/bin/tcsh\n@daily cat%x');
  expect(scriptOf(other)).toEqual(['-c', 'cat']);
  expect(other.notes).toEqual(['tab:2 %']);
});

test('a user of FreeBSD is named without its group and class, and an interval does not overlap', () => {
  const { definitions, notes } = fromCrontabs([{ name: 'tab', text: '@600 www:web/daemon /bin/a' }], {
    tenant: 'acme',
    timezone: 'Europe/Prague',
    hasUsers: true,
  });
  expect(definitions.map(({ spec }) => spec)).toMatchObject([
    { env: { LOGNAME: 'www', USER: 'www' } },
    { schedule: { every: 600 }, concurrency: { policy: 'Forbid' }, misfire: { policy: 'skip' } },
  ]);
  expect(notes.map(({ message }) => message)).toContainEqual(expect.stringContaining('after the end of a run'));
  expect(() => fromCrontabs([{ name: 'tab', text: '0 3 * * * root/daemon /bin/a' }], { tenant: 'acme' })).toThrow(
    /a column of users/,
  );
});

test('the flag -s of the crons of BSD is a job without overlap', () => {
  const concurrency = (text: string): unknown =>
    fromCrontabs([{ name: 'tab', text }], { tenant: 'acme' }).definitions.find(({ kind }) => kind === 'Job')?.spec[
      'concurrency'
    ];
  expect(concurrency('@hourly -s /bin/a')).toEqual({ policy: 'Forbid' });
  expect(concurrency('@hourly /bin/a -s')).toBeUndefined();
});

test.each<[what: string, comment: string]>([
  ['the header', '# m h dom mon dow command'],
  ['the header of a system', '# m h dom mon dow   command to run'],
  ['a drawing of the fields', '# |  |  .---------- day of month (1 - 31)'],
  ['a line of stars', '# *  *  *  *  *  command to be executed'],
  ['an entry that is commented out', '#0 3 * * * /bin/old'],
  ['an entry with a macro that is commented out', '# @daily /bin/old'],
  ['a variable that is commented out', '# MAILTO=root'],
  ['a line', '#-----------------'],
])('%s does not name the next job', (_what, comment) => {
  expect(read(`${comment}\n0 3 * * * /bin/new`).jobs).toMatchObject([{ id: 'acme-bin-new', name: '/bin/new' }]);
});

test('a comment names only the entry that follows it, and a blank line ends it', () => {
  const text = '# Nightly report\n0 3 * * * /bin/a\n0 4 * * * /bin/b\n\n# About the file\n\n0 5 * * * /bin/c';
  expect(read(text).jobs.map(({ name }) => name)).toEqual(['Nightly report', '/bin/b', '/bin/c']);
});

test('a comment without Latin letters names a job, whose id is made of its command', () => {
  const { jobs } = read('# Резервное копирование\n0 3 * * * /bin/a');
  expect(jobs).toMatchObject([{ id: 'acme-bin-a', name: 'Резервное копирование' }]);
});

test('entries of the same command get ids and names of their own, also in several files', () => {
  const tab = { name: 'tab', text: '0 3 * * * /bin/a\n0 4 * * * /bin/a\n' };
  const { definitions } = fromCrontabs([tab, { ...tab, name: 'other' }], OPTIONS);
  const jobs = definitions.filter(({ kind }) => kind === 'Job').map(({ spec }) => [spec['id'], spec['name']]);
  expect(jobs).toEqual([
    ['acme-bin-a', '/bin/a'],
    ['acme-bin-a-2', '/bin/a (2)'],
    ['acme-bin-a-3', '/bin/a (3)'],
    ['acme-bin-a-4', '/bin/a (4)'],
  ]);
});

const SYSTEM = '# m h dom mon dow user\tcommand\n17 * * * * root cd / && run-parts /etc/cron.hourly\n';

test.each<[what: string, text: string, options: Partial<CrontabOptions>, message: RegExp]>([
  ['a crontab of a system without --with-users', SYSTEM, {}, /a column of users.*"root" would be run/],
  ['entries of users only', '0 3 * * * www-data php cron.php\n0 4 * * * root /bin/a', {}, /a column of users/],
  [
    'an anacrontab',
    'RANDOM_DELAY=45\n1\t5\tcron.daily\tnice run-parts /etc/cron.daily\n@monthly 45 cron.monthly run-parts x\n',
    {},
    /is an anacrontab/,
  ],
])('%s is refused by name', (_what, text, options, message) => {
  expect(() => read(text, options)).toThrow(message);
});

test('with --with-users, a crontab of a user is reported line by line', () => {
  expect(read(SYSTEM, { hasUsers: true }).jobs).toHaveLength(1);
  const { jobs, notes } = read('0 3 * * * /opt/report --all\n', { hasUsers: true });
  expect(jobs).toEqual([]);
  expect(notes).toEqual(['tab:1 0 3 * * * /opt/report --all']);
});
