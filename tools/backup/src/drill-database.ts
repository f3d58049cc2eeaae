/** The database of a restore drill: which one it is, and whether a drill may use it. */
import { EVERYBODY } from '#common/domain/hold.js';
import type { DumpStore } from '#common/mongo/dump.store.js';
import { HoldsStore } from '#common/mongo/holds.store.js';
import type { Mongo } from '#common/mongo/mongo.js';
import { hold, refuseWhereServicesRun } from './restore.js';

/** `by` of the hold that a drill sets first and removes last: a database with it was made by a drill. */
export const DRILL = 'npm run restore -- --drill';
const URI =
  /^(?<scheme>mongodb(?:\+srv)?:\/\/)(?<login>[^/@]+@)?(?<hosts>[^/?]+)(?:\/(?<database>[^?]*))?(?:\?(?<options>.*))?$/;
/** What the driver uses where the address names none. */
const UNNAMED = 'test';

interface Address {
  readonly scheme: string;
  /** Name and password with an `@`; empty where there is none. */
  readonly login: string;
  readonly hosts: string;
  readonly database: string;
  readonly options: readonly string[];
}

function addressOf(uri: string): Address {
  const { scheme = '', login = '', hosts = uri, database = '', options = '' } = URI.exec(uri)?.groups ?? {};
  return {
    scheme,
    login,
    hosts,
    database: database === '' ? UNNAMED : database,
    options: options === '' ? [] : options.split('&'),
  };
}

/** The database beside the live one whose name ends with `_drill`; a login is that of the live one. */
function siblingUri({ scheme, login, hosts, database, options }: Address): string {
  // A login is judged by the database that the address names, unless it says otherwise.
  const isNamed = options.some((each) => /^authSource=/i.test(each)) || login === '' || database === UNNAMED;
  const all = isNamed ? options : [...options, `authSource=${database}`];
  return `${scheme}${login}${hosts}/${database}_drill${all.length === 0 ? '' : `?${all.join('&')}`}`;
}

/** The address of the drill's database: `chosen`, or one beside the live one. Throws an Error where that is the live one. */
export function drillUri(live: string, chosen?: string): string {
  const own = addressOf(live);
  const uri = chosen ?? siblingUri(own);
  const { hosts, database } = addressOf(uri);
  if (hosts === own.hosts && database === own.database) throw new Error('DRILL_MONGODB_URI names the live database');
  return uri;
}

/** Empties the database of what an earlier drill left, and marks it. Throws an Error where it is not empty and no drill made it. */
export async function claim(mongo: Mongo, store: DumpStore): Promise<void> {
  await refuseWhereServicesRun(mongo);
  const filled = await store.filled();
  if (filled.length > 0) {
    const { by } = (await new HoldsStore(mongo).load(EVERYBODY)) ?? {};
    if (by !== DRILL)
      throw new Error(`the database for the drill is not empty (${filled.join(', ')}), and no drill made it`);
    await store.drop();
  }
  await hold(mongo, DRILL, 'A restore drill.');
}
