import { contracts, STREAMS } from '#common/messages/registry.js';
import { generatedFrom, row } from './generated-note.js';

const MEANING: Readonly<Record<string, string>> = {
  event: 'lost if nobody listens',
  durable: 'stored in a stream, delivered at least once',
  request: 'answered by any one replica',
  shardRequest: 'answered by the replica that owns the shard',
};

const BYTES_PER_MIB = 1024 * 1024;

/** Every NATS subject, its delivery, and the fields of its messages. */
export function contractsDocument(): string {
  const rows = Object.entries(contracts).map(([name, { kind, stream, template, from, to, schema }]) =>
    row(
      `\`${name}\``,
      `\`${template}\``,
      stream === null ? kind : `${kind} (${stream})`,
      from.join(', '),
      to.join(', '),
      fieldsOf(schema),
    ),
  );
  const streams = Object.entries(STREAMS).map(([name, { subjects, retention, maxAgeSeconds, maxMessages, maxBytes }]) =>
    row(
      name,
      subjects.join(', '),
      retention,
      `${maxAgeSeconds} s, ${maxMessages} messages, ${maxBytes / BYTES_PER_MIB} MiB`,
    ),
  );
  return [
    generatedFrom('libs/common/src/messages/registry.ts'),
    '# Messages\n',
    'Messages contain keys and facts, never instructions: if all of them are lost, the system only becomes slower.\n',
    'Each message is signed by its sender. A NATS server that is configured with the keys of the services lets only the services in `from` send it, and only those in `to` receive it.\n',
    row('contract', 'subject', 'kind', 'from', 'to', 'fields'),
    row('---', '---', '---', '---', '---', '---'),
    ...rows,
    '',
    ...Object.entries(MEANING).map(([kind, meaning]) => `- \`${kind}\`: ${meaning}`),
    '\n## Streams\n',
    row('stream', 'subjects', 'retention', 'bounds'),
    row('---', '---', '---', '---'),
    ...streams,
    '',
  ].join('\n');
}

function fieldsOf(schema: { readonly shape: object }): string {
  return Object.keys(schema.shape)
    .map((field) => `\`${field}\``)
    .join(', ');
}
