/**
 * The test cluster has no engine of network policies. This one applies what the API server holds: in the network namespace of each pod,
 * by nftables, again whenever pods or policies have changed.
 */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { z } from 'zod';
import { delay } from '#common/clock/clock.js';
import { nftRules } from '#testing/network-policies/nft.js';
import { policiesOf, rulesOf, type Cluster, type Pod } from '#testing/network-policies/rules.js';
import { until } from '#testing/until.js';
import { NODE_ADDRESS, type Testbed } from './testbed.js';

const LOOK_MS = 1_000;
const APPLIED_LIMIT_MS = 60_000;
const labels = z.record(z.string(), z.string()).default({});
const found = z.object({
  items: z.array(
    z.looseObject({
      kind: z.string(),
      metadata: z.looseObject({ name: z.string(), namespace: z.string().optional(), labels }),
      status: z.looseObject({ podIP: z.string().optional(), phase: z.string().optional() }).optional(),
    }),
  ),
});

export class PolicyEnforcement {
  private readonly stopping = new AbortController();
  /** The last rules of each network namespace. */
  private readonly told = new Map<string, string>();
  private applied: readonly Pod[] = [];
  private running: Promise<void> = Promise.resolve();

  constructor(private readonly testbed: Testbed) {}

  start(): void {
    this.running = this.follow();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  /** Resolves when the rules of the pod with this address are in force. */
  async covers(ip: string): Promise<void> {
    await until(`rules for ${ip}`, () => this.applied.some((pod) => pod.ip === ip), APPLIED_LIMIT_MS);
  }

  private async follow(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      await this.apply();
      await delay(LOOK_MS, signal).catch(() => undefined);
    }
  }

  private async apply(): Promise<void> {
    const text = await this.testbed.kubectl('get', 'pods,namespaces,networkpolicies', '-A', '-o', 'json');
    const { items } = found.parse(JSON.parse(text));
    const pods = items.flatMap(({ kind, metadata: { namespace = '', labels: own }, status }): Pod[] =>
      kind === 'Pod' && status?.phase === 'Running' && status.podIP !== undefined
        ? [{ namespace, labels: own, ip: status.podIP }]
        : [],
    );
    const namespaces = items.filter(({ kind }) => kind === 'Namespace');
    const cluster: Cluster = {
      pods,
      policies: policiesOf(items),
      namespaces: Object.fromEntries(namespaces.map(({ metadata }) => [metadata.name, metadata.labels])),
    };
    const processes = processesByAddress();
    const applied: Pod[] = [];
    for (const pod of pods) {
      const place = processes.get(pod.ip);
      if (place !== undefined && (await this.tell(place, pod, cluster))) applied.push(pod);
    }
    this.applied = applied;
  }

  /** False for a pod that ended meanwhile. */
  private async tell({ pid, netns }: Place, pod: Pod, cluster: Cluster): Promise<boolean> {
    const ingress = rulesOf(pod, 'Ingress', cluster);
    const egress = rulesOf(pod, 'Egress', cluster);
    const rules = nftRules({ ingress, egress }, NODE_ADDRESS);
    if (this.told.get(netns) === rules) return true;
    const nft = spawn('nsenter', [`--net=/proc/${pid}/ns/net`, 'nft', '-f', '-'], {
      stdio: ['pipe', 'ignore', 'pipe'],
    });
    const errors: Buffer[] = [];
    nft.stderr.on('data', (part: Buffer) => errors.push(part));
    nft.stdin.on('error', () => undefined).end(rules);
    const code = await new Promise((done) => nft.once('close', done));
    if (code === 0) this.told.set(netns, rules);
    else if (readNetns(pid) === netns) throw new Error(`nft: ${Buffer.concat(errors).toString()}\n${rules}`);
    return code === 0;
  }
}

interface Place {
  readonly pid: number;
  readonly netns: string;
}

const readNetns = (pid: number): string => {
  try {
    return readlinkSync(`/proc/${pid}/ns/net`);
  } catch {
    return '';
  }
};

/** A process within the network namespace of each address that is not this machine's own. */
function processesByAddress(): Map<string, Place> {
  const own = readNetns(process.pid);
  const places = new Map<string, Place>();
  const seen = new Set([own, '']);
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    const pid = Number(name);
    const netns = readNetns(pid);
    if (seen.has(netns)) continue;
    seen.add(netns);
    for (const ip of localAddresses(pid)) places.set(ip, { pid, netns });
  }
  return places;
}

function localAddresses(pid: number): string[] {
  try {
    const trie = readFileSync(`/proc/${pid}/net/fib_trie`, 'utf8');
    return [...trie.matchAll(/\|-- ([\d.]+)\n\s+\/32 host LOCAL/g)].map(([, ip = '']) => ip);
  } catch {
    return []; // It ended while we looked.
  }
}
