/** Every collection whose documents store a shard, and the id that determines it: `npm run reshard` computes it again. */
import { uidOfIncident } from '../watch/incident.js';
import type { CollectionName } from './collections.js';

/** The fields of a document from which the shard is computed. */
export type ShardFields = Readonly<Partial<Record<'_id' | 'run' | 'uid' | 'job' | 'incident', string | null>>>;

const own = ({ _id }: ShardFields): string => _id ?? '';
const ofRun = ({ run }: ShardFields): string => run ?? '';
const ofWatch = ({ uid }: ShardFields): string => uid ?? '';

const SHARD_IDS = {
  jobs: own,
  schedules: own,
  backfills: own,
  runs: own,
  commands: ofRun,
  inbox: ofRun,
  heldSecrets: ofRun,
  monitors: ofWatch,
  monitorStates: own,
  pings: ofWatch,
  rules: ofWatch,
  ruleStates: own,
  incidents: ofWatch,
  notices: ({ job, incident }) => job ?? uidOfIncident(incident ?? ''),
} as const satisfies Partial<Record<CollectionName, (document: ShardFields) => string>>;

export type ShardedName = keyof typeof SHARD_IDS;
export const SHARDED_NAMES = Object.keys(SHARD_IDS) as ShardedName[];

/** The id whose hash determines the shard of a document. */
export const shardIdOf = (name: ShardedName, document: ShardFields): string => SHARD_IDS[name](document);
