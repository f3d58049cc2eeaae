/** The common part of programs that an operator runs on the database itself, such as `npm run migrate`. */
import { parseArgs, type ParseArgsConfig } from 'node:util';
import type { z } from 'zod';
import { messageOf } from '../errors/app-error.js';
import type { Logger } from '../logging/logger.js';
import { Mongo, type ConnectOptions } from '../mongo/mongo.js';
import { allowSlowAddresses } from './connect-attempts.js';
import { commonEnv, withoutLineEnds } from './service-config.js';

const EXIT_FAILED = 1;
const EXIT_USAGE = 64;
const EXIT_CONFIG = 78;
const CONNECT_LIMIT_MS = 30_000;

/** The environment of every such program. */
export const DATABASE_ENV = commonEnv.pick({
  MONGODB_URI: true,
  MONGODB_CA: true,
  MONGODB_CERT: true,
  MONGODB_KEY: true,
});

type Known = NonNullable<ParseArgsConfig['options']>;
type Called<T extends Known> = ReturnType<typeof parseArgs<{ options: T; allowPositionals: true }>>;

/** Each method ends the process if it fails. */
export class DatabaseTool {
  constructor(private readonly usage: string) {
    allowSlowAddresses();
  }

  /** The options of the call. */
  options<T extends Known>(options: T): Called<T>['values'] {
    const { values, positionals } = this.call(options);
    if (positionals.length > 0) this.refuse(`unexpected argument: ${positionals[0]}`);
    return values;
  }

  /** The options and further arguments of the call. `--help` prints the usage and ends the process. */
  call<T extends Known>(options: T): Called<T> {
    if (process.argv.includes('--help')) {
      process.stdout.write(`${this.usage}\n`);
      process.exit(0);
    }
    try {
      return parseArgs({ options, allowPositionals: true });
    } catch (error) {
      return this.refuse(messageOf(error));
    }
  }

  /** Reports a wrong call, and ends the process. */
  refuse(...problems: string[]): never {
    return fail(EXIT_USAGE, ...problems, this.usage);
  }

  environment<T>(schema: z.ZodType<T>): T {
    const env = schema.safeParse(withoutLineEnds(process.env));
    if (env.success) return env.data;
    const problems = env.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
    return fail(EXIT_CONFIG, ...problems, this.usage);
  }

  async connect(
    env: z.output<typeof DATABASE_ENV>,
    log: Logger,
    options: Pick<ConnectOptions, 'lacking'> = {},
  ): Promise<Mongo> {
    const limit = new AbortController();
    const tooLong = setTimeout(() => {
      limit.abort(new Error(`no answer within ${CONNECT_LIMIT_MS / 1_000} s`));
    }, CONNECT_LIMIT_MS);
    try {
      return await Mongo.connect(env.MONGODB_URI, log, {
        ...options,
        signal: limit.signal,
        tls: { ca: env.MONGODB_CA, cert: env.MONGODB_CERT, key: env.MONGODB_KEY },
      });
    } catch (error) {
      return fail(EXIT_FAILED, `MongoDB cannot be reached: ${messageOf(error)}`);
    } finally {
      clearTimeout(tooLong);
    }
  }
}

function fail(code: number, ...lines: string[]): never {
  process.stderr.write(`${lines.join('\n')}\n`);
  process.exit(code);
}
