/** A pod's rules as nftables enforces them within its own network namespace, where every packet of its passes. */
import { isIPv4 } from 'node:net';
import type { Block, Rule } from './rules.js';

const TABLE = 'ip carillon_policies';

/** For `nft -f`: replaces what was there at once. The node itself always comes in, as kubelet's probes do. Null rules: everything. */
export function nftRules(
  { ingress, egress }: Record<'ingress' | 'egress', readonly Rule[] | null>,
  node: string,
): string {
  return [
    `table ${TABLE} {}`,
    `delete table ${TABLE}`,
    `table ${TABLE} {`,
    ...chain('input', 'iif', ingress, [`ip saddr ${node} accept`]),
    ...chain('output', 'oif', egress, []),
    '}',
    '',
  ].join('\n');
}

function chain(
  hook: 'input' | 'output',
  device: 'iif' | 'oif',
  rules: readonly Rule[] | null,
  first: string[],
): string[] {
  const side = hook === 'input' ? 'saddr' : 'daddr';
  return [
    `  chain ${hook} {`,
    `    type filter hook ${hook} priority 0; policy ${rules === null ? 'accept' : 'drop'};`,
    `    ${device} lo accept`,
    '    ct state established,related accept',
    ...first.map((line) => `    ${line}`),
    ...(rules ?? []).flatMap((rule) => linesOf(rule, side)).map((line) => `    ${line} accept`),
    // A refusal with an immediate answer, so that the refused client need not wait for its own limit.
    ...(rules === null ? [] : ['    counter reject with icmp type admin-prohibited']),
    '  }',
  ];
}

function linesOf({ blocks, ports }: Rule, side: 'saddr' | 'daddr'): string[] {
  const withPeers = blocks === null ? [''] : blocks.filter(isVersion4).map((block) => peerOf(block, side));
  const atPorts =
    ports === null
      ? ['meta l4proto { tcp, udp }']
      : ports.map(({ protocol, port }) => `${protocol.toLowerCase()} dport ${port}`);
  return withPeers.flatMap((peers) => atPorts.map((at) => `${peers} ${at}`.trim()));
}

const isVersion4 = ({ cidr }: Block): boolean => isIPv4(cidr.split('/')[0] ?? '');

const peerOf = ({ cidr, except }: Block, side: string): string =>
  [`ip ${side} ${cidr}`, ...except.map((range) => `ip ${side} != ${range}`)].join(' ');
