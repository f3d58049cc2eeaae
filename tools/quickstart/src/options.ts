import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

export const USAGE = `usage: npm run quickstart -- [options]
  --empty        do not create the example workers and jobs
  --port <n>     the port of the API and UI (default: 8080, or a free port if 8080 is in use)
  --host <ip>    the address it listens on (default: 127.0.0.1, which only this machine can reach)
  --data <dir>   the folder for all data (default: .carillon)
  --events       show every event of every run, not only the summary and failures
  --no-restart   do not restart a service that ended; show how to start it by hand
  --help         show this text`;

const DEFAULT_DATA = '.carillon';
const DEFAULT_HOST = '127.0.0.1';
export const DEFAULT_PORT = 8080;

export interface Options {
  /** Undefined: the default port, or any free one if that is in use. */
  readonly port: number | undefined;
  /** The address of the API and UI; 127.0.0.1 unless given. */
  readonly host?: string;
  /** An absolute path. */
  readonly dataDir: string;
  readonly withExamples: boolean;
  readonly restart: boolean;
  /** Shows every run event from the start on. */
  readonly events: boolean;
}

export type ParsedOptions =
  | { readonly kind: 'run'; readonly options: Options }
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong'; readonly problem: string };

/** Reads the command line; relative folders count from `cwd`. */
export function parseOptions(args: readonly string[], cwd: string): ParsedOptions {
  let values;
  try {
    ({ values } = parseArgs({
      args: [...args],
      options: {
        empty: { type: 'boolean', default: false },
        port: { type: 'string' },
        host: { type: 'string', default: DEFAULT_HOST },
        data: { type: 'string', default: DEFAULT_DATA },
        events: { type: 'boolean', default: false },
        'no-restart': { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }));
  } catch (error) {
    return { kind: 'wrong', problem: error instanceof Error ? error.message : String(error) };
  }
  if (values.help) return { kind: 'help' };
  if (values.port !== undefined && !/^\d{1,5}$/.test(values.port)) {
    return { kind: 'wrong', problem: `--port must be a number from 0 to 65535, not "${values.port}"` };
  }
  const port = values.port === undefined ? undefined : Number(values.port);
  if (port !== undefined && port > 65_535) return { kind: 'wrong', problem: '--port must be at most 65535' };
  if (isIP(values.host) === 0) return { kind: 'wrong', problem: `--host must be an IP address, not "${values.host}"` };
  const dataDir = resolve(cwd, values.data);
  const { empty, events, 'no-restart': noRestart } = values;
  return {
    kind: 'run',
    options: { port, host: values.host, dataDir, withExamples: !empty, restart: !noRestart, events },
  };
}
