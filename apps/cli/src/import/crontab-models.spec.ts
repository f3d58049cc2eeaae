/** Crontabs as packages, guides and bug reports have them: small models, with the times and the reports that they must give. */
import { fromCrontabs } from './crontab.js';
import { refusalsOf } from './refusals.js';

const SYSTEM = { hasUsers: true };
const USER = {};

type Case = [what: string, text: string, options: object, times: readonly unknown[], reported: readonly string[]];

test.each<Case>([
  [
    'the crontab of a system, with a drawing',
    'SHELL=/bin/sh\nPATH=/usr/sbin:/usr/bin\n# Example of job definition:\n# .---------------- minute (0 - 59)\n# |  .------------- hour (0 - 23)\n# *  *  *  *  * user-name  command to be executed\n17 *\t* * *\troot\tcd / && run-parts --report /etc/cron.hourly\n25 6\t* * *\troot\ttest -x /usr/sbin/anacron || { cd / && run-parts --report /etc/cron.daily; }\n',
    SYSTEM,
    ['17 * * * *', '25 6 * * *'],
    ['root', 'root', 'HOME'],
  ],
  [
    'certificates twice a day',
    "0 */12 * * * root test -x /usr/bin/certbot && perl -e 'sleep int(rand(43200))' && certbot -q renew",
    SYSTEM,
    ['0 */12 * * *'],
    ['root', 'HOME'],
  ],
  [
    'statistics',
    '5-55/10 * * * * root command -v sa1 > /dev/null && sa1 1 1\n59 23 * * * root sa1 60 2',
    SYSTEM,
    ['5-55/10 * * * *', '59 23 * * *'],
    ['root', 'root', 'HOME'],
  ],
  [
    'sessions, with aligned columns',
    '09,39 *     * * *     root   [ -x /usr/lib/php/sessionclean ] && /usr/lib/php/sessionclean',
    SYSTEM,
    ['09,39 * * * *'],
    ['root', 'HOME'],
  ],
  [
    'a check of disks on the first Sunday',
    '57 0 * * 0 root if [ -x /usr/share/checkarray ] && [ $(date +\\%d) -le 7 ]; then /usr/share/checkarray --all; fi',
    SYSTEM,
    ['57 0 * * 0'],
    ['root', 'HOME'],
  ],
  [
    'an application every minute',
    '* * * * * cd /srv/app && php artisan schedule:run >> /dev/null 2>&1',
    USER,
    ['* * * * *'],
    ['HOME'],
  ],
  [
    'a random delay in the command',
    '*/5  *  *  *  * sleep $(( 1 + $RANDOM \\% 60 )) ; php -f $HOME/html/cron.php > $HOME/logs/cron.log 2>&1',
    USER,
    ['*/5 * * * *'],
    ['HOME'],
  ],
  [
    'a block that a tool manages',
    '#~ BEGIN 1f2e\n* * * * * /usr/bin/php /srv/bin/shop cron:run | grep -v "Ran jobs"\n#~ END 1f2e\n',
    USER,
    ['* * * * *'],
    ['HOME'],
  ],
  [
    'a login shell',
    "# Begin generated tasks for: app\n\n0 0,6,12,18 * * * /bin/bash -l -c 'cd /srv && RAILS_ENV=production bundle exec rake x'\n\n# End",
    USER,
    ['0 0,6,12,18 * * *'],
    ['HOME'],
  ],
  [
    'the first Monday by a test',
    '0 9 1-7 * * [ "$(date \'+\\%u\')" = "1" ] && /bin/report',
    USER,
    ['0 9 1-7 * *'],
    ['HOME'],
  ],
  ['the first Monday by both day fields', '0 9 */100,1-7 * MON /bin/report', USER, ['0 9 1,1-7 * * on mon'], ['HOME']],
  [
    'the same fields in the other order, which cron joins by OR',
    '0 9 1-7,*/100 * MON /bin/report',
    USER,
    ['0 9 1-7,1 * MON'],
    ['HOME'],
  ],
  [
    'stepped weekdays',
    '0 0 * * */2 /bin/a\n0 0 * * 1-7/2 /bin/b\n10 7 * * 2-7 /bin/c',
    USER,
    ['0 0 * * */2', '0 0 * * 1-7/2', '10 7 * * 2-7'],
    ['HOME'],
  ],
  ['stepped months', '0 0 1 */2 * /bin/a\n* * * */3 * /bin/b', USER, ['0 0 1 */2 *', '* * * */3 *'], ['HOME']],
  [
    'random minutes and hours',
    '15~45 * * * * /bin/a\n5 6~18 * * * /bin/b\n5~15,35~45 * * * * /bin/c',
    USER,
    ['H(15-45) * * * *', '5 H(6-18) * * *', 'H(5-15),H(35-45) * * * *'],
    ['H(15-45)', 'H(6-18)', 'H(5-15)', 'H(35-45)', 'HOME'],
  ],
  ['a weekend by names', '1 * * * fri-sun ls', USER, ['1 * * * fri-sun'], ['fri-sun', 'HOME']],
  [
    'several recipients and a path that is not expanded',
    'MAILTO=a@acme.test,b@acme.test\nPATH = $HOME/bin:/usr/bin\n@hourly task',
    USER,
    ['@hourly'],
    ['MAILTO', 'HOME'],
  ],
  [
    'a shell of a hoster',
    'MAILTO=""\nSHELL="/usr/local/panel/bin/jailshell"\n0 5 * * * php -q /home/x/cron.php',
    USER,
    ['0 5 * * *'],
    ['HOME', 'HOME'],
  ],
  [
    'the crontab of FreeBSD',
    '#minute\thour\tmday\tmonth\twday\twho\tcommand\n*/11\t*\t*\t*\t*\toperator /usr/libexec/save-entropy\n1,31\t0-5\t*\t*\t*\troot\tadjkerntz -a',
    SYSTEM,
    ['*/11 * * * *', '1,31 0-5 * * *'],
    ['operator', 'root', 'HOME'],
  ],
  [
    'flags of the crons of BSD',
    '* * * * * -n /bin/a\n~ * * * * -ns /bin/b\n@every_second -q -n /bin/c\n0 1 * * * -s root /bin/d',
    USER,
    ['* * * * *', 'H * * * *', '* * * * * *', '0 1 * * *'],
    ['-n', '-n', 'H', '-q', '-n', 'HOME'],
  ],
  [
    'two backslashes, which crons read differently',
    '0 1 * * * grep \\\\. /srv/a',
    USER,
    ['0 1 * * *'],
    ['\\\\', 'HOME'],
  ],
  [
    'lines that a backslash joins in supercronic only',
    "0 1 * * * echo 'a' && \\\n  echo 'b'\n0 2 * * * find . -exec ls {} \\;",
    USER,
    ['0 1 * * *', '0 2 * * *'],
    ['\\', "echo 'b'", 'HOME'],
  ],
  [
    'commands of a shell instead of a crontab',
    'export A=b\n0 1 * * * /bin/a',
    USER,
    ['0 1 * * *'],
    ['export A=b', 'HOME'],
  ],
  [
    'a space that is missing',
    '*/5 * * * */bin/a\n0 1 * * * /bin/b',
    USER,
    ['0 1 * * *'],
    ['*/5 * * * */bin/a', 'HOME'],
  ],
  ...[
    ...['0 0 12 ? * MON', '0 0 12 * * ?', '*/10 0 12 * * *', '0 0 12 * * MON-FRI 2027', '0 0 12 1 1 2'],
    ...['0 15 10 ? * 6L 2002-2005', '0 0 12 1 1 FRIL', '0 12 ? * 2'],
  ].map((time): Case => [`an expression of Quartz: ${time}`, `${time} /bin/a`, USER, [], [`${time} /bin/a`, 'HOME']]),
  [
    'an expression of Quartz with a user',
    '0 0 12 * * MON root /bin/a',
    SYSTEM,
    [],
    ['0 0 12 * * MON root /bin/a', 'HOME'],
  ],
  ['programs with names like times', '0 1 * * * 7z a x\n0 1 * * * sat -x', USER, ['0 1 * * *', '0 1 * * *'], ['HOME']],
  [
    'groups and login classes of FreeBSD',
    '0 1 * * * www:www php a.php\n@600 root/daemon /bin/b\n0 2 * * * operator:wheel/default /bin/c',
    SYSTEM,
    ['0 1 * * *', 'every 600', '0 2 * * *'],
    ['www:www', '@600', 'root/daemon', 'operator:wheel/default', 'HOME'],
  ],
  [
    'a shared start and Windows line ends',
    '# Zálohy\r\n30 2 * * 1-5 /bin/záloha\r\n',
    USER,
    ['30 2 * * 1-5'],
    ['HOME'],
  ],
  [
    'two runs of one command',
    '0 6 * * * /bin/sync --fast\n0 18 * * * /bin/sync --fast',
    USER,
    ['0 6 * * *', '0 18 * * *'],
    ['HOME'],
  ],
  [
    'cronie with a delay and hours',
    'RANDOM_DELAY=30\nSTART_HOURS_RANGE=3-22\nCRON_TZ=Asia/Tokyo\n0 4 * * * /bin/a',
    USER,
    ['0 4 * * *'],
    ['START_HOURS_RANGE', 'HOME'],
  ],
])('%s', (...[, text, options, times, reported]) => {
  const { definitions, notes } = fromCrontabs([{ name: 'tab', text }], { tenant: 'acme', timezone: 'UTC', ...options });
  const jobs = definitions.filter(({ kind }) => kind === 'Job').map(({ spec }) => spec);
  const timeOf = ({ cron, schedule }: (typeof jobs)[number]): string => {
    const { windows = [], every } = schedule as { windows?: { days: string[] }[]; every?: number };
    return [
      every === undefined ? String(cron) : `every ${every}`,
      ...windows.map(({ days }) => `on ${days.join()}`),
    ].join(' ');
  };
  expect(jobs.map(timeOf)).toEqual(times);
  expect(notes.map(({ field }) => field)).toEqual(reported);
  expect(refusalsOf(definitions, Date.parse('2026-12-01'))).toEqual([]);
  expect(new Set(jobs.map(({ name }) => name)).size).toBe(jobs.length);
});
