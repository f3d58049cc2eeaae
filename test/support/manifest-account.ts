/** The services' own accounts in a test cluster, with exactly the rights that the manifests under `deploy/` give them. */
import { execFile, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { until } from './until.js';

/** The identity of a service. */
export interface Account {
  readonly server: string;
  readonly token: string;
  /** PEM. */
  readonly ca: string;
}

export type AccountName = 'executor' | 'log-collector';

const TOKEN_LIMIT_MS = 30_000;
const TOKEN_POLL_MS = 200;
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;

/** kubectl with full rights. */
export class Kubectl {
  constructor(
    private readonly program: string,
    private readonly kubeconfig: string,
  ) {}

  /** Gives its output. */
  async run(...args: readonly string[]): Promise<string> {
    const options = { maxBuffer: MAX_OUTPUT_BYTES };
    return (await promisify(execFile)(this.program, ['--kubeconfig', this.kubeconfig, ...args], options)).stdout;
  }

  /** Creates the objects of a manifest. */
  async apply(manifest: string): Promise<void> {
    const kubectl = spawn(this.program, ['--kubeconfig', this.kubeconfig, 'apply', '-f', '-'], {
      stdio: ['pipe', 'ignore', 'pipe'],
    });
    const errors: Buffer[] = [];
    kubectl.stderr.on('data', (part: Buffer) => errors.push(part));
    kubectl.stdin.end(manifest);
    const code = await new Promise((done) => kubectl.once('close', done));
    if (code !== 0) throw new Error(`kubectl apply: ${Buffer.concat(errors).toString()}`);
  }
}

/** Applies the manifests' namespaces, accounts and roles, and returns the requested account. `root`: the project's. */
export async function manifestAccount(kubectl: Kubectl, root: string, name: AccountName): Promise<Account> {
  const manifests = async (place: string, files: readonly string[]): Promise<string> => {
    const texts = files.map((file) => readFile(join(root, 'deploy/kubernetes', place, file), 'utf8'));
    return (await Promise.all(texts)).join('\n---\n');
  };
  await kubectl.apply(await manifests('base', ['namespace.yaml']));
  await kubectl.apply(inNamespace('carillon', await manifests('base', ['service-accounts.yaml'])));
  await kubectl.apply(await manifests('workers', ['namespace.yaml', 'roles.yaml']));
  await kubectl.apply(inNamespace('carillon', tokenSecret(name)));
  const read = (): Promise<string> =>
    kubectl.run('-n', 'carillon', 'get', `secret/${name}-token`, '-o', 'jsonpath={.data.token} {.data.ca\\.crt}');
  const [token = '', ca = ''] = await until(
    `the token of ${name}`,
    async () => {
      const parts = (await read()).split(' ').filter(Boolean);
      return parts.length === 2 ? parts : null;
    },
    TOKEN_LIMIT_MS,
    TOKEN_POLL_MS,
  );
  const server = await kubectl.run('config', 'view', '--minify', '-o', 'jsonpath={.clusters[0].cluster.server}');
  return { server, token: decoded(token), ca: decoded(ca) };
}

/** The cluster writes the account's token into it: since 1.24 it makes no such Secret itself, and 1.20 may give tokens in no other way. */
const tokenSecret = (account: string): string =>
  [
    'apiVersion: v1',
    'kind: Secret',
    'type: kubernetes.io/service-account-token',
    'metadata:',
    `  name: ${account}-token`,
    `  annotations: { kubernetes.io/service-account.name: ${account} }`,
  ].join('\n');

/** As kustomize would place an object without a namespace. */
const inNamespace = (namespace: string, manifest: string): string =>
  manifest.replaceAll(/^metadata:$/gm, `metadata:\n  namespace: ${namespace}`);

const decoded = (base64: string): string => Buffer.from(base64, 'base64').toString();
