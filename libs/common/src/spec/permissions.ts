/** The permissions of each service on a NATS server that knows the services by their keys: exactly what the registry of messages requires. */
import type { ServiceName } from '../domain/service-name.js';
import type { Contract } from '../messages/contract.js';
import { contracts, STREAMS } from '../messages/registry.js';

/**
 * The service that makes the streams. A client that may do so can also make the server copy any subject to any other, so it is a single
 * service: the one without connections to the outside.
 */
export const STREAM_KEEPER: ServiceName = 'scheduler';

export interface Permissions {
  /** Patterns of subjects, sorted. */
  readonly publish: readonly string[];
  readonly subscribe: readonly string[];
  /** True if the service answers requests: then it may publish one reply to each requester's inbox. */
  readonly answers: boolean;
}

/** The inbox in which a service waits for replies: no other service may subscribe to it. */
export const inboxOf = (service: ServiceName): string => `_INBOX.${service}`;

export function permissionsOf(service: ServiceName): Permissions {
  const all: readonly Contract[] = Object.values(contracts);
  const sent = all.filter(({ from }) => from.includes(service));
  const taken = all.filter(({ to }) => to.includes(service));
  const publish = [...sent.map(({ pattern }) => pattern), ...jetStreamOf(service, taken)];
  // A consumer gets messages of a stream in its inbox; a client that does not consume the stream subscribes to them.
  const heard = taken.filter((each) => each.kind !== 'durable' || !consumes(service, each));
  return {
    publish: [...new Set(publish)].sort(),
    subscribe: [...new Set([`${inboxOf(service)}.>`, ...heard.map(({ pattern }) => pattern)])].sort(),
    answers: taken.some(({ reply }) => reply !== null),
  };
}

/** The api only subscribes: a live view has no use for missed messages. */
const consumes = (service: ServiceName, { kind }: Contract): boolean => kind === 'durable' && service !== 'api';

function jetStreamOf(service: ServiceName, taken: readonly Contract[]): string[] {
  const api = '$JS.API';
  const consumed = streamsOf(taken.filter((each) => consumes(service, each)));
  // Every service checks all streams, so that its readiness can name the missing ones.
  const streams = Object.keys(STREAMS);
  return [
    ...streams.map((stream) => `${api}.STREAM.INFO.${stream}`),
    ...(service === STREAM_KEEPER
      ? streams.flatMap((stream) => ['CREATE', 'UPDATE', 'DELETE'].map((verb) => `${api}.STREAM.${verb}.${stream}`))
      : []),
    ...consumed.flatMap((stream) => [
      `${api}.CONSUMER.CREATE.${stream}.>`,
      `${api}.CONSUMER.DURABLE.CREATE.${stream}.*`,
      `${api}.CONSUMER.INFO.${stream}.*`,
      `${api}.CONSUMER.MSG.NEXT.${stream}.*`,
      `$JS.ACK.${stream}.>`,
    ]),
  ];
}

const streamsOf = (some: readonly Contract[]): string[] => [
  ...new Set(some.flatMap(({ stream }) => (stream === null ? [] : [stream]))),
];
