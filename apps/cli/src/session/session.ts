/** Determines the server and the caller of a command, and how it shows the answers. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { paths } from '#client/api-types.js';
import { ApiError } from '#client/api-error.js';
import { createClient, tokenProblem, type Client } from '#client/client.js';
import { parseJson } from '#common/domain/parse-json.js';
import { definedFields } from '../commands/arguments.js';
import { BAD_REQUEST, CliError, EXIT, NOT_FOUND, UNAUTHENTICATED } from '../errors.js';
import type { Host } from '../host.js';
import { Printer, type Output } from '../output/printer.js';
import { contextsFile, readContexts, type Context } from './contexts.js';
import { request } from './any-path.js';
import { useProxy } from './proxy.js';

/** Options that every command takes. */
export interface GlobalOptions {
  readonly server?: string;
  readonly token?: string;
  readonly context?: string;
  readonly tenant?: string;
  readonly output?: Output;
  readonly color?: boolean;
}

/** A context and its source. */
export interface Target extends Context {
  readonly name: string;
}

export interface Session {
  readonly client: Client;
  readonly target: Target;
  /** The tenant of the options or of the context; undefined means all tenants that the caller may see. */
  readonly tenant: string | undefined;
  readonly printer: Printer;
  readonly host: Host;
}

/** Throws if no server is configured; the error names the command that signs in to one. */
export function openSession(options: GlobalOptions, host: Host): Session {
  const target = targetOf(options, host);
  requireToken(target.token);
  useProxy(host);
  const client = createClient({
    server: target.server,
    headers: { 'user-agent': 'carillon-cli' },
    signal: host.signal,
    fetch: async (request, init) => host.clock.hearing(async () => fetch(request, init)),
    ...(target.token !== undefined && { token: target.token }),
  });
  return { client, target, tenant: target.tenant, printer: printerOf(options, host), host };
}

/** The address of a server without the path of its API. Throws CliError for a text that is no address. */
export function addressOf(text: string): string {
  const address = URL.canParse(text) ? new URL(text) : null;
  if (address !== null && (address.username !== '' || address.password !== ''))
    throw new CliError(
      'the address of the server contains a user or a password, which the server does not take',
      undefined,
      `sign in with a token: carillon login --server ${address.protocol}//${address.host}`,
    );
  if (address !== null && `${address.search}${address.hash}` !== '')
    throw new CliError(
      `the address of the server ends with ${address.search}${address.hash}, as that of a page does`,
      undefined,
      `leave it out: --server ${address.origin}${address.pathname}`,
    );
  if (address !== null && /^https?:$/.test(address.protocol))
    return address.href.replace(/\/+$/, '').replace(/\/api\/v1$/, '');
  throw new CliError(`"${text}" is not an address such as https://carillon.example.com`, undefined, addressHint(text));
}

function addressHint(text: string): string | null {
  const [, , unquoted] = /^(["'])(.*)\1$/.exec(text) ?? [];
  if (unquoted !== undefined) return `leave its quotation marks out: ${unquoted}`;
  const lacksScheme = URL.canParse(`http://${text}`) && !text.includes('://');
  return lacksScheme ? `begin it with https:// or http://, as in http://${text}` : null;
}

/** Throws CliError for a text that cannot be sent as a token, such as one that was copied from a formatted page. */
export function requireToken(token = ''): void {
  const problem = tokenProblem(token);
  if (problem !== null) throw new CliError(problem, undefined, 'copy the token again, without what stands around it');
}

/** The end of the sign-in, if the server refused it and by its clock (`now`) it has ended; otherwise the error itself. */
export function aboutSignIn(error: unknown, target: Target | undefined, now: number): unknown {
  if (!(error instanceof ApiError) || error.status !== UNAUTHENTICATED || target?.expiresAt === undefined) return error;
  const { name, server, expiresAt } = target;
  if (!(Date.parse(expiresAt) <= now)) return error;
  return new CliError(
    `the sign-in of the context "${name}" ended at ${expiresAt}`,
    EXIT.denied,
    `sign in again: carillon login --server ${server}`,
  );
}

/** Throws `ApiError` if the answer of `/me` is not Carillon's: a program may answer each address with a JSON text of its own. */
export function requireMe(me: unknown): void {
  const { name, roles } = (me ?? {}) as { readonly name?: unknown; readonly roles?: unknown };
  if (typeof name !== 'string' || !Array.isArray(roles))
    throw new ApiError({ status: 200 }, { detail: 'the server has answered' });
}

/** An answer without the fields of an object is no fault of the command where another program has given it: the error that says so, or itself. */
export async function aboutServer(error: unknown, session: Session | null): Promise<unknown> {
  if (!(error instanceof TypeError) || session === null) return error;
  const { data, response } = await session.client.GET('/me').catch(() => ({ data: null, response: null }));
  try {
    if (response?.ok === true) requireMe(data);
    return error;
  } catch (foreign) {
    return foreign;
  }
}

/** Objects that options name. The server takes a misspelt id for one that nothing has yet: the answer is empty, or the option has no effect. */
const NAMED = {
  tenant: ['/tenants/{id}', 'tenant %, or you have no role in it'],
  job: ['/jobs/{id}', 'job %'],
  worker: ['/workers/{id}', 'worker %'],
  monitor: ['/monitors/{id}', 'monitor %'],
  rule: ['/rules/{id}', 'rule %'],
  errorGroup: ['/errors/{id}', 'error group %'],
} as const;

/**
 * Names on standard error what does not exist of that which the options of a command name, unless the command has listed objects. Files may
 * define a tenant, or have just removed it.
 */
export async function tellUnknown(session: Session | null, options: Readonly<Record<string, unknown>>): Promise<void> {
  if (session === null || session.printer.hasListed || options['filename'] !== undefined) return;
  const { tenant, host } = session;
  for (const [option, [path, name]] of Object.entries(NAMED)) {
    const id = option === 'tenant' ? tenant : options[option];
    if (typeof id === 'string' && (await isUnknown(session, path, id)))
      host.err(`there is no ${name.replace('%', id)}\n`);
  }
}

async function isUnknown({ client, tenant }: Session, path: keyof paths, id: string): Promise<boolean> {
  const query = path === '/monitors/{id}' || path === '/rules/{id}' ? definedFields({ tenant }) : {};
  const problem: unknown = await request(client, 'GET', path, { params: { path: { id }, query } }).catch(
    (error: unknown) => error,
  );
  // A text that is no id is refused as such.
  return problem instanceof ApiError && [BAD_REQUEST, NOT_FOUND].includes(problem.status);
}

export function printerOf({ output, color }: GlobalOptions, host: Host): Printer {
  const { NO_COLOR: none = '', FORCE_COLOR: forced = '', TERM: terminal } = host.env;
  // A dumb terminal, such as the shell of an editor, shows the codes of colours as text.
  const hasColors = (host.isTerminal && terminal !== 'dumb') || !['', '0', 'false'].includes(forced);
  const colors = color !== false && none === '' && hasColors;
  return new Printer(output ?? 'table', {
    colors,
    columns: () => host.window()?.columns ?? null,
    write: host.out,
    now: host.now,
  });
}

/**
 * Options take precedence over the environment, which takes precedence over contexts; last comes the scheduler that runs in this folder.
 * Throws if no server is configured.
 */
export function targetOf(options: GlobalOptions, host: Host): Target {
  if (options.context !== undefined && options.server !== undefined)
    throw new CliError('give --server or --context, not both: a context has the address of its server');
  const target = targetIfAny(options, host);
  if (target !== null) return target;
  throw new CliError(
    'no server is configured',
    undefined,
    'sign in: carillon login --server <address>, or start a server here: carillon up',
  );
}

/** Null if no server is configured. */
function targetIfAny(options: GlobalOptions, host: Host): Target | null {
  const { env } = host;
  // The environment's server and token belong together: neither is used with a context that an option names.
  const { CARILLON_SERVER, CARILLON_TOKEN } = options.context === undefined ? env : {};
  const server = options.server ?? CARILLON_SERVER;
  const base =
    server !== undefined
      ? { name: 'command line', server: addressOf(server) }
      : (contextOf(options.context ?? env['CARILLON_CONTEXT'], host) ?? quickstartOf(host));
  if (base === null) return null;
  const token = options.token?.trim() ?? CARILLON_TOKEN;
  const tenant = options.tenant ?? env['CARILLON_TENANT'];
  const { expiresAt: _expiresAt, ...withoutEnd } = base;
  return { ...(token === undefined ? base : { ...withoutEnd, token }), ...definedFields({ tenant }) };
}

function contextOf(named: string | undefined, host: Host): Target | null {
  const { current, contexts } = readContexts(contextsFile(host));
  const name = named ?? current;
  if (name === null) return null;
  const context = contexts[name];
  if (context) return { name, ...context };
  const names = Object.keys(contexts);
  throw new CliError(
    `there is no context "${name}"`,
    undefined,
    names.length > 0 ? `choose one: carillon context use ${names.join(' | ')}` : 'create one: carillon login',
  );
}

/** The state file that `carillon up` writes while it runs. */
function quickstartOf({ cwd }: Host): Target | null {
  const file = join(cwd, '.carillon', 'quickstart.json');
  if (!existsSync(file)) return null;
  const { apiUrl, token } = parseJson(readFileSync(file, 'utf8')) as { apiUrl: string; token: string };
  return { name: 'quickstart', server: apiUrl.replace(/\/api\/v1$/, ''), token };
}
