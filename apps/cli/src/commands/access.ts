/** Signing in, and choosing between servers. */
import type { Command } from 'commander';
import { createClient, dataOf } from '#client/client.js';
import { CliError, EXIT } from '../errors.js';
import { changeContexts, contextsFile, readContexts, type Context, type Contexts } from '../session/contexts.js';
import { signInByDevice } from '../session/device-sign-in.js';
import { useProxy } from '../session/proxy.js';
import { addressOf, requireMe, requireToken, targetOf, type GlobalOptions } from '../session/session.js';
import type { Host } from '../host.js';
import { inSession, type Shell } from '../shell.js';
import { definedFields } from './arguments.js';

export function addAccessCommands(program: Command, shell: Shell): void {
  addLogin(program, shell);
  program
    .command('logout')
    .description('remove the token of the present context from this machine; the token itself stays valid')
    .action((_options: unknown, command: Command) => {
      const file = contextsFile(shell.host);
      const named = command.optsWithGlobals<GlobalOptions>().context ?? shell.host.env['CARILLON_CONTEXT'];
      const name = named ?? readContexts(file).current;
      changeContexts(file, ({ current, contexts }) => {
        if (name === null) throw new CliError('you are not signed in');
        if (!contexts[name]) throw noContext(name);
        const { token: _token, expiresAt: _expiresAt, ...rest } = contexts[name];
        return { current, contexts: { ...contexts, [name]: rest } };
      });
      shell.printer(command).done(`the token of the context "${name}" was removed from this machine`);
    });
  program
    .command('whoami')
    .description('show your identity and your roles')
    .action(
      inSession(shell, async ({ client, target, printer }) => {
        const me = await dataOf(client.GET('/me'));
        if (printer.isData) {
          printer.value({ ...me, server: target.server, context: target.name });
          return;
        }
        const roles = me.roles.map(({ tenant, role }) => `${role} in ${tenant === '*' ? 'every tenant' : tenant}`);
        printer.fields({ Name: me.name, Roles: roles.join(', '), Server: target.server, Context: target.name });
      }),
    );
  addContexts(program, shell);
}

const noContext = (name: string): CliError =>
  new CliError(`there is no context "${name}"`, EXIT.usage, 'list all contexts: carillon context list');

interface LoginOptions {
  readonly name?: string;
  readonly tokenStdin?: boolean;
}

function addLogin(program: Command, shell: Shell): void {
  program
    .command('login')
    .description(
      'sign in to a server and remember the sign-in as a context; if the server has an OIDC issuer, by a code that you confirm in a browser, otherwise by a token',
    )
    .option('--name <context>', 'the name of the context (default: the host of the server)')
    .option('--token-stdin', 'read the token from standard input')
    .action(async (options: LoginOptions, command: Command) => {
      const all = command.optsWithGlobals<GlobalOptions>();
      const { host } = shell;
      useProxy(host);
      const server = addressOf(
        all.server ??
          host.env['CARILLON_SERVER'] ??
          (await shell.ask('--server <address>').text('Server:', 'http://127.0.0.1:8080')),
      );
      const named =
        options.tokenStdin === true ? (await host.input()).trim() : (all.token?.trim() ?? host.env['CARILLON_TOKEN']);
      const { token, expiresAt } = await signInTo(server, named, shell);
      requireToken(token);
      if (token === '') throw new CliError('the token is empty');
      const me = await dataOf(createClient({ server, token, signal: host.signal }).GET('/me'));
      requireMe(me);
      const file = contextsFile(host);
      const name = options.name ?? new URL(server).host;
      const context: Context = {
        server,
        token,
        ...definedFields({ expiresAt, tenant: all.tenant ?? onlyTenant(me.roles) }),
      };
      changeContexts(file, ({ contexts }) => ({ current: name, contexts: { ...contexts, [name]: context } }));
      tellOverruled(host, name);
      shell
        .printer(command)
        .done(
          `signed in to ${server} as ${me.name}${context.tenant === undefined ? '' : `, tenant ${context.tenant}`} (context "${name}")`,
        );
    });
}

/** Signs in with the given token, or by the issuer of the server, if it has one, or else with a token that is typed. */
async function signInTo(
  server: string,
  token: string | undefined,
  shell: Shell,
): Promise<{ readonly token: string; readonly expiresAt?: string }> {
  if (token !== undefined) return { token };
  return (
    (await signInByDevice(server, shell.host)) ?? { token: (await shell.ask('--token-stdin').secret('Token:')).trim() }
  );
}

/** A context is chosen without effect, or a part of it, where variables of the environment take precedence. */
function tellOverruled(host: Host, name: string | null): void {
  const { env } = host;
  const context = readContexts(contextsFile(host)).contexts[name ?? ''];
  if (context === undefined) return;
  const own: Readonly<Record<string, string | null | undefined>> = {
    // An address from the environment is asked without the token of the context.
    CARILLON_SERVER: env['CARILLON_TOKEN'] === undefined ? null : context.server,
    CARILLON_CONTEXT: name,
    CARILLON_TOKEN: context.token,
    CARILLON_TENANT: context.tenant,
  };
  const overruling = Object.entries(own)
    .filter(([variable, value]) => value !== undefined && env[variable] !== undefined && env[variable] !== value)
    .map(([variable]) => variable);
  if (overruling.length > 0)
    host.err(`the context "${name}" counts less than ${overruling.join(' and ')} of the environment\n`);
}

function onlyTenant(roles: readonly { readonly tenant: string }[]): string | undefined {
  const tenants = [...new Set(roles.map(({ tenant }) => tenant))];
  return tenants.length === 1 && tenants[0] !== '*' ? tenants[0] : undefined;
}

function addContexts(program: Command, shell: Shell): void {
  const context = program.command('context').description('manage contexts: remembered servers and sign-ins');
  const rows = (): { name: string; server: string; tenant: string | null; current: boolean }[] => {
    const { current, contexts } = readContexts(contextsFile(shell.host));
    return Object.entries(contexts).map(([name, { server, tenant }]) => ({
      name,
      server,
      tenant: tenant ?? null,
      current: name === current,
    }));
  };
  context
    .command('list')
    .description('list all contexts; a star marks the context in use')
    .action((_options: unknown, command: Command) => {
      shell.printer(command).list(rows(), {
        none: 'no contexts; create one: carillon login',
        nameOf: ({ name }) => name,
        columns: [
          { head: '', of: ({ current }) => (current ? '*' : '') },
          { head: 'NAME', of: ({ name }) => name },
          { head: 'SERVER', of: ({ server }) => server },
          { head: 'TENANT', of: ({ tenant }) => tenant },
        ],
      });
      tellOverruled(shell.host, rows().find(({ current }) => current)?.name ?? null);
    });
  context
    .command('show')
    .description('show the server and the tenant that the next command uses')
    .action((_options: unknown, command: Command) => {
      const { name, server, tenant } = targetOf(command.optsWithGlobals<GlobalOptions>(), shell.host);
      const printer = shell.printer(command);
      if (printer.isData) printer.value({ name, server, tenant: tenant ?? null });
      else printer.fields({ Context: name, Server: server, Tenant: tenant ?? 'all tenants that you may see' });
    });
  addContextChanges(context, shell);
}

function addContextChanges(context: Command, shell: Shell): void {
  const change = (name: string, changed: (present: Contexts) => Contexts): void => {
    changeContexts(contextsFile(shell.host), (present) => {
      if (present.contexts[name]) return changed(present);
      throw noContext(name);
    });
  };
  context
    .command('use <name>')
    .description('use a context from now on')
    .action((name: string, _options: unknown, command: Command) => {
      change(name, ({ contexts }) => ({ current: name, contexts }));
      shell.printer(command).done(`the context "${name}" is in use`);
      tellOverruled(shell.host, name);
    });
  context
    .command('delete <name>')
    .description('remove a context from this machine')
    .action((name: string, _options: unknown, command: Command) => {
      change(name, ({ current, contexts }) => ({
        current: current === name ? null : current,
        contexts: Object.fromEntries(Object.entries(contexts).filter(([each]) => each !== name)),
      }));
      shell.printer(command).done(`the context "${name}" was removed`);
    });
}
