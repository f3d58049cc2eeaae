/** The queries of the services to the database, and the messages on NATS: counted between the services and their servers. */
import { connect } from '@nats-io/transport-node';
import { natsAddress } from '#common/nats/nats-address.js';
import type { ServiceName } from '#common/domain/service-name.js';
import { MongoRelay, type SentCommand } from '#testing/mongo-relay.js';

/** Counts by name. */
export class Tally {
  private counts = new Map<string, number>();

  add(name: string): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
  }

  reset(): void {
    this.counts = new Map();
  }

  /** The most frequent first. */
  perSecond(seconds: number): Record<string, number> {
    const rates = [...this.counts].map(([name, count]): [string, number] => [
      name,
      Number((count / seconds).toFixed(3)),
    ]);
    return Object.fromEntries(rates.sort((a, b) => b[1] - a[1]));
  }
}

/** Stands between one service and the database. */
export function relayFor(service: ServiceName, mongoUri: string, tally: Tally): Promise<MongoRelay> {
  return MongoRelay.start(mongoUri, ({ body }: SentCommand) => {
    const [command = '', target] = Object.entries(body)[0] ?? [];
    const filter = asFields(body['filter']).filter((field) => field !== 'shard');
    const by = filter.length === 0 ? '' : ` by ${filter.join(', ')}`;
    tally.add(`${service} ${command}${typeof target === 'string' ? ` ${target}` : ''}${by}`);
  });
}

const asFields = (filter: unknown): string[] =>
  typeof filter === 'object' && filter !== null ? Object.keys(filter) : [];

/** Counts every message by its subject, ids left out. Gives a function that ends it. */
export async function listenTo(natsUrl: string, tally: Tally): Promise<() => Promise<void>> {
  const { servers, login } = natsAddress(natsUrl);
  if (login.kind !== 'password') throw new Error('the benchmark needs a NATS of its own: unset NATS_URL');
  const connection = await connect({ servers: [...servers], user: login.user, pass: login.password });
  connection.subscribe('>', {
    callback: (_error, message) => {
      tally.add(withoutIds(message.subject));
    },
  });
  return () => connection.close();
}

const withoutIds = (subject: string): string =>
  subject.startsWith('_INBOX.')
    ? '_INBOX'
    : subject
        .split('.')
        .map((token) => (/\d/.test(token) && token.length > 6 ? '*' : token))
        .join('.');
