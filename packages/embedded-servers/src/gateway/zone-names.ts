/** Names of time zones in queries: the engine ignores their case, MongoDB does not, and refuses a name that it does not know. */
import { deserialize } from 'bson';
import { GatewayError } from './gateway-error.js';

const FIELD = 'timezone';
const ON_DATES =
  /^\$(?:date(?:ToString|ToParts|FromParts|FromString|Trunc|Add|Subtract|Diff)|year|month|week|hour|minute|second|millisecond|dayOf(?:Week|Month|Year)|iso(?:Week|WeekYear|DayOfWeek))$/;
/** What MongoDB takes besides names: `+02`, `+0200`, `+02:00`. */
const OFFSET = /^[+-]\d\d(?::?\d\d)?$/;

export class ZoneNames {
  private names: Promise<ReadonlySet<string>> | undefined;

  /** `read`: all names, each in its own spelling. */
  constructor(private readonly read: () => Promise<readonly string[]>) {}

  /** Throws for a command with a zone that MongoDB refuses. A zone that the query computes is left to the engine. */
  async check(command: Buffer): Promise<void> {
    if (!command.includes(FIELD)) return;
    const named = zonesIn(deserialize(command));
    if (named.length === 0) return;
    this.names ??= this.read().then((names) => new Set(names));
    const names = await this.names;
    const refused = named.find((name) => !names.has(name));
    if (refused !== undefined)
      throw new GatewayError('Location40485', `unrecognized time zone identifier: "${refused}"`);
  }
}

/** The zones of the operators on dates, as far as they are names. */
function zonesIn(value: unknown, operator = ''): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) => {
    const isName = ON_DATES.test(operator) && name === FIELD && typeof inner === 'string' && !inner.startsWith('$');
    if (isName) return OFFSET.test(inner) ? [] : [inner];
    return zonesIn(inner, name);
  });
}
