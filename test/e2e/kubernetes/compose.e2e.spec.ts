/** deploy/compose with a real Docker: try.sh from its beginning to its end, with the image that `npm run image` has built. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { ComposeServers } from './support/compose-servers.js';
import { DockerDaemon } from './support/docker-daemon.js';

const archive = process.env['CARILLON_IMAGE'] ?? '';
const why = !existsSync(archive)
  ? 'CARILLON_IMAGE names no archive of npm run image'
  : process.getuid?.() === 0
    ? null
    : 'Docker has to be started as root';
const LIMIT_MS = 300_000;

let docker: DockerDaemon;
const servers = new ComposeServers();

beforeAll(async () => {
  if (why !== null) return;
  docker = await DockerDaemon.start();
}, LIMIT_MS);
afterAll(async () => {
  if (why === null) await docker.stop();
  await servers.stop();
}, LIMIT_MS);

const title = 'deploy/compose with Docker';
(why === null ? describe : describe.skip)(why === null ? title : `${title} (skipped: ${why})`, () => {
  it(
    'is started by try.sh, runs jobs, also when an executor is killed, and leaves nothing',
    async () => {
      const loaded = await docker.run('load', '--quiet', '--input', archive);
      // The archive may name it more than once.
      const [, IMAGE] = /^Loaded image: (\S+)$/m.exec(loaded) ?? [];
      const env = {
        ...process.env,
        ...docker.env,
        IMAGE,
        OVERRIDE: await servers.override('carillon'),
        TMPDIR: servers.folder,
      };
      const [command, ...args] = docker.within('bash', resolve('deploy/compose/try/try.sh'));
      const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
      let said = '';
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => (said += text));
      const code = await new Promise<number | null>((done) => child.once('close', done));
      expect([code, said]).toEqual([0, expect.stringContaining('all checks passed')]);
      expect(said.match(/hello from run/g)).toHaveLength(2);
      expect(await docker.run('ps', '--all', '--quiet')).toBe('');
      expect(await docker.run('volume', 'ls', '--quiet')).toBe('');
      expect(await docker.run('network', 'ls', '--format', '{{.Name}}')).not.toContain('carillon');
    },
    LIMIT_MS,
  );
});
