import { Long, ObjectId, type Document } from 'bson';
import type { Request } from '../request.js';
import { MAX_MESSAGE_BYTES } from '../wire.js';

/** The release whose behaviour the engine follows. */
export const SERVER_VERSION = '7.0.0';
/** The version of MongoDB 7.0, so that clients do not send later commands. */
const MAX_WIRE_VERSION = 21;
const MAX_WRITE_BATCH = 25_000;
const MAX_BSON_OBJECT_BYTES = 16 * 1024 * 1024;
const SESSION_MINUTES = 30;
const ELECTION_ID = new ObjectId('7fffffff0000000000000001');

/** A replica set with one member that never changes: clients get retryable writes without a second server. */
export interface Topology {
  setName: string;
  address: string;
  processId: ObjectId;
  maxBsonObjectBytes: number;
}

export function singleNode(address: string): Topology {
  return { setName: 'rs0', address, processId: new ObjectId(), maxBsonObjectBytes: MAX_BSON_OBJECT_BYTES };
}

export function helloOf(request: Request, topology: Topology, now: Date): Document {
  const { address, setName } = topology;
  return {
    helloOk: true,
    ...(request.command === 'hello' ? { isWritablePrimary: true } : { ismaster: true }),
    secondary: false,
    setName,
    setVersion: 1,
    hosts: [address],
    primary: address,
    me: address,
    electionId: ELECTION_ID,
    topologyVersion: { processId: topology.processId, counter: Long.ZERO },
    maxBsonObjectSize: topology.maxBsonObjectBytes,
    maxMessageSizeBytes: MAX_MESSAGE_BYTES,
    maxWriteBatchSize: MAX_WRITE_BATCH,
    localTime: now,
    logicalSessionTimeoutMinutes: SESSION_MINUTES,
    connectionId: request.client.id,
    minWireVersion: 0,
    maxWireVersion: MAX_WIRE_VERSION,
    readOnly: false,
    ok: 1,
  };
}

/** How long the client wants us to wait for a change of topology, which never comes; undefined if it does not. */
export function awaitedMs(request: Request): number | undefined {
  const isHello = request.command.toLowerCase() === 'hello' || request.command.toLowerCase() === 'ismaster';
  return isHello && request.has('topologyVersion') ? request.number('maxAwaitTimeMS') : undefined;
}
