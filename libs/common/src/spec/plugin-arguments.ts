/**
 * Arguments of the plugins env, svc and ssh as Volcano writes them (`--name=value`, or `--name` for true), read into typed
 * settings. Sources: V33 to V36; volcano-sh/volcano#5471 (why `injectHostsEnv` stops at a size), volcano-sh/volcano#403, #1606 (ssh for non-root).
 * Key pairs cannot be given as arguments here: all who may read the job would read the private key.
 */
import type { PluginsSpec } from './tasks.js';
import type { Problem } from './problem.js';
import { mountedPath } from './volumes.js';

export interface PluginSettings {
  /** `VC_TASK_INDEX` and `VK_TASK_INDEX`. */
  readonly env: boolean;
  readonly svc: {
    readonly publishNotReadyAddresses: boolean;
    readonly networkPolicy: boolean;
    /** Host lists are also given as variables while they are small; files always contain them. */
    readonly injectHostsEnv: boolean;
  } | null;
  readonly ssh: {
    /** Folder of the key pair. */
    readonly keyFilePath: string;
    readonly port: number;
  } | null;
}

type Kind = 'flag' | 'path' | 'port';

const ARGUMENTS: Readonly<Record<keyof PluginSettings, Readonly<Record<string, Kind>>>> = {
  env: {},
  svc: { 'publish-not-ready-addresses': 'flag', 'disable-network-policy': 'flag', 'inject-hosts-env': 'flag' },
  ssh: { 'ssh-key-file-path': 'path', 'ssh-port': 'port' },
};
const KEY_ARGUMENTS = new Set(['ssh-private-key', 'ssh-public-key']);
const PLUGINS = ['env', 'svc', 'ssh'] as const;

const DEFAULT_KEY_PATH = '/root/.ssh';
const DEFAULT_SSH_PORT = 22;
const MAX_PORT = 65_535;

/** The place of the argument by which a job chooses where its key pair is mounted; null if it leaves it at the usual place. */
export function chosenKeyPath(plugins: PluginsSpec | undefined): string | null {
  const at = plugins?.ssh?.findIndex((argument) => split(argument).name === 'ssh-key-file-path') ?? -1;
  return at < 0 || pluginSettings(plugins).ssh?.keyFilePath === DEFAULT_KEY_PATH ? null : `plugins.ssh.${at}`;
}

export function pluginProblems(plugins: PluginsSpec | undefined): readonly Problem[] {
  return PLUGINS.flatMap((plugin) => {
    const seen = new Set<string>();
    return (plugins?.[plugin] ?? []).flatMap((argument, at): Problem[] => {
      const { name } = split(argument);
      const message = seen.has(name) ? `--${name} occurs twice` : argumentProblem(plugin, argument);
      seen.add(name);
      return message === null ? [] : [{ path: ['plugins', plugin, at], message }];
    });
  });
}

/** The settings of an admitted job; a plugin that is not named is off. */
export function pluginSettings(plugins: PluginsSpec | undefined): PluginSettings {
  const svc = plugins?.svc && argumentsOf(plugins.svc);
  const ssh = plugins?.ssh && argumentsOf(plugins.ssh);
  return {
    env: plugins?.env !== undefined,
    svc: svc
      ? {
          publishNotReadyAddresses: flag(svc.get('publish-not-ready-addresses'), false),
          networkPolicy: !flag(svc.get('disable-network-policy'), false),
          injectHostsEnv: flag(svc.get('inject-hosts-env'), true),
        }
      : null,
    ssh: ssh
      ? {
          keyFilePath: withoutEnd(ssh.get('ssh-key-file-path') ?? DEFAULT_KEY_PATH),
          port: Number(ssh.get('ssh-port') ?? DEFAULT_SSH_PORT),
        }
      : null,
  };
}

interface Argument {
  readonly name: string;
  /** Null for a name alone. */
  readonly value: string | null;
}

function split(argument: string): Argument {
  const [, name = '', value] = /^--([a-z-]+)(?:=(.*))?$/s.exec(argument) ?? [];
  return { name, value: value ?? null };
}

function argumentProblem(plugin: keyof PluginSettings, argument: string): string | null {
  const { name, value } = split(argument);
  if (KEY_ARGUMENTS.has(name))
    return `--${name} is not allowed: everybody who can read the job would see the key, and a pair of keys is created for each run anyway`;
  const kind = ARGUMENTS[plugin][name];
  if (kind === undefined) {
    const options = Object.keys(ARGUMENTS[plugin]).map((option) => `--${option}`);
    return `must be ${options.length === 0 ? 'left out: the plugin takes no arguments' : `one of ${options.join(', ')}`}`;
  }
  return VALUE[kind].isValid(value) ? null : `--${name} must be ${VALUE[kind].wanted}`;
}

const VALUE: Readonly<Record<Kind, { readonly wanted: string; readonly isValid: (value: string | null) => boolean }>> =
  {
    flag: { wanted: 'true or false', isValid: (value) => value === null || value === 'true' || value === 'false' },
    path: {
      wanted: 'an absolute path without "..", ":" and spaces',
      // The file with the settings of ssh names it, in a line of its own.
      isValid: (value) => value !== null && !/\s/.test(value) && mountedPath.safeParse(withoutEnd(value)).success,
    },
    port: { wanted: `a port from 1 to ${MAX_PORT}`, isValid: (value) => isPort(value) },
  };

/** People write folders with a `/` at the end, too. */
const withoutEnd = (path: string): string => path.replace(/\/+$/, '');

const isPort = (value: string | null): boolean =>
  value !== null && /^\d{1,5}$/.test(value) && Number(value) >= 1 && Number(value) <= MAX_PORT;

const argumentsOf = (words: readonly string[]): ReadonlyMap<string, string> =>
  new Map(words.map(split).map(({ name, value }) => [name, value ?? 'true']));

const flag = (value: string | undefined, preset: boolean): boolean => (value === undefined ? preset : value === 'true');
