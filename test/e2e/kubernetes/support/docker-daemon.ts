/**
 * Docker of this machine's Debian with Compose 2, in namespaces of its own: its networks, rules and containers are not this machine's, and
 * are gone with it. Its programs are unpacked, not installed. Files are this machine's, so that folders are mounted as they are named here.
 */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type GuardedProcess, installedProgram, programRecipe, startGuarded } from '#embedded-servers';
import { unpackedDebianProgram } from '#testing/debian-package.js';
import { withDescendants } from '#testing/product/process-tree.js';
import { until } from '#testing/until.js';

const START_LIMIT_MS = 60_000;
const POLL_MS = 250;
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;
const COMPOSE = {
  name: 'docker-compose',
  packages: ['docker-compose'],
  programs: ['usr/libexec/docker/cli-plugins/docker-compose'],
};
/** What dockerd writes outside its folder is in a /run of its own. */
const BEGIN = 'mount --make-rprivate / && mount -t tmpfs tmpfs /run && ip link set lo up && exec "$@"';
const run = promisify(execFile);

export class DockerDaemon {
  private constructor(
    private readonly folder: string,
    private readonly daemon: GuardedProcess,
    /** The environment for calls of docker. */
    readonly env: Readonly<Record<string, string>>,
  ) {}

  static async start(): Promise<DockerDaemon> {
    const folder = mkdtempSync(join(tmpdir(), 'carillon-docker-'));
    const dockerd = unpackedDebianProgram('docker.io', 'usr/sbin/dockerd', folder);
    const root = resolve(dirname(dockerd), '../..');
    const plugins = join(folder, 'config/cli-plugins');
    mkdirSync(plugins, { recursive: true });
    const compose = await installedProgram('docker-compose', programRecipe(COMPOSE, process.env));
    copyFileSync(compose, join(plugins, 'docker-compose'));
    const PATH = `${join(root, 'usr/sbin')}:${join(root, 'usr/bin')}:${process.env['PATH'] ?? ''}`;
    const socket = `unix://${join(folder, 'docker.sock')}`;
    const said: string[] = [];
    const places = ['--data-root', join(folder, 'data'), '--exec-root', '/run/docker', '--pidfile', '/run/docker.pid'];
    const apart = ['--mount', '--net', '--pid', '--fork', '--kill-child', '--mount-proc'];
    const daemon = await startGuarded({
      command: 'unshare',
      args: [...apart, 'bash', '-c', BEGIN, 'dockerd', dockerd, ...places, '--host', socket],
      cwd: folder,
      env: { ...process.env, PATH },
      // Whatever runs in its namespaces ends with the first process of them.
      stopSignal: 'SIGTERM',
      onLine: (line) => said.push(line),
    });
    const env = { PATH, DOCKER_HOST: socket, DOCKER_CONFIG: join(folder, 'config') };
    const docker = new DockerDaemon(folder, daemon, env);
    const answers = (): Promise<boolean> =>
      docker.run('version').then(
        () => true,
        () => false,
      );
    await until('dockerd to answer', answers, START_LIMIT_MS, POLL_MS).catch(async (error: unknown) => {
      await docker.stop();
      throw new Error(said.slice(-20).join('\n'), { cause: error });
    });
    return docker;
  }

  /** A docker command; gives its output. */
  async run(...args: readonly string[]): Promise<string> {
    const options = { env: { ...process.env, ...this.env }, maxBuffer: MAX_OUTPUT_BYTES };
    return (await run('docker', [...args], options)).stdout;
  }

  /** The command that runs `command` where the ports of containers are those of localhost. */
  within(...command: readonly string[]): readonly [string, ...string[]] {
    const dockerd = withDescendants([this.daemon.pid]).find((each) => /^\S*dockerd /.test(each.command));
    if (!dockerd) throw new Error('dockerd has ended');
    return ['nsenter', '--net', `--target=${dockerd.pid}`, ...command];
  }

  async stop(): Promise<void> {
    await this.daemon.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
