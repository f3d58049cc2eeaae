import type { RunChanged } from '#common/run/run-changed.js';
import type { Instant } from '#common/run/run.js';
import { timeText, timeTextOrNull } from '../http/page.js';
import { invalidField } from '../http/problem.js';
import { EVERY_TENANT } from '../access/core/access.js';
import { Serves, type Handlers } from '../http/serves.js';
import { eventRoutes as routes } from './event.routes.js';
import { cursorOfEvent, eventId } from './core/event-cursor.js';
import { commentText, eventText } from './event-text.js';
import { LiveStreams } from './live-streams.js';
import { RunFeed, STORED_WITHIN_MS } from './run-feed.js';
import { RunReplay, type Missed } from './run-replay.js';
import { StoredEvents } from './stored-events.js';
import { requireRole, tenantOf, tenantsToList } from '../access/require-access.js';

const KEEP_AWAKE_MS = 15_000;

@Serves(routes)
export class EventController {
  constructor(
    private readonly runs: RunFeed,
    private readonly replay: RunReplay,
    private readonly streams: LiveStreams,
    private readonly stored: StoredEvents,
  ) {}

  readonly handlers: Handlers<typeof routes> = {
    readEventLog: async ({ caller, query }) => {
      const tenant = tenantOf(caller, query.tenant);
      requireRole(caller, tenant, 'viewer');
      return { body: await this.stored.after(tenant, query.after ?? null, query.limit) };
    },
    streamEvents: async ({ caller, credential, query, headers }) => {
      const tenants = tenantsToList(caller, query.tenant, 'viewer');
      const from = cursorFrom(headers['last-event-id']);
      const wants = ({ tenant, job }: { readonly tenant: string; readonly job: string }): boolean =>
        (tenants === null || tenants.includes(tenant)) && (query.job === undefined || job === query.job);
      const begins = await this.stored.beginnings();
      const wasTheirs: Parameters<RunReplay['since']>[1] = (mark) =>
        wants(mark) && mark.changedAt >= (begins.get(mark.tenant) ?? 0);
      const stream = this.streams.send({ caller, credential, tenants: tenants ?? [EVERY_TENANT] }, () => {
        // The feed is joined before the store is read, so that no change is lost between the two.
        const joined = this.runs.join(wants);
        const missed = from === null ? null : this.replay.since(from - STORED_WITHIN_MS, wasTheirs);
        return { texts: this.texts(joined, missed), leave: joined.leave };
      });
      return { stream, type: 'text/event-stream' };
    },
  };

  private async *texts(
    { feed, leave }: ReturnType<RunFeed['join']>,
    missed: AsyncIterable<Missed> | null,
  ): AsyncGenerator<string> {
    /** The number of transitions of a run that were sent to the reader again. */
    const replayed = new Map<string, number>();
    try {
      yield commentText('listening');
      for await (const each of missed ?? []) {
        if (each.kind === 'change') replayed.set(each.change.run, madeBy(each.change));
        yield missedText(each);
      }
      for (;;) {
        const changes = await feed.take(KEEP_AWAKE_MS);
        if (changes === null) return;
        const { cursor } = this.runs;
        const news = changes.filter((change) => madeBy(change) > (replayed.get(change.run) ?? 0));
        yield changes.length === 0
          ? commentText('still here', String(cursor))
          : news.map((change) => changeText(change, cursor)).join('');
      }
    } finally {
      leave();
    }
  }
}

const madeBy = ({ before = 0, transitions }: RunChanged): number => before + transitions.length;

function cursorFrom(lastEventId: string | undefined): Instant | null {
  if (lastEventId === undefined || lastEventId === '') return null;
  const cursor = cursorOfEvent(lastEventId);
  if (cursor === null) throw invalidField('Last-Event-ID', 'is not the id of an event of this feed');
  return cursor;
}

const missedText = (missed: Missed): string =>
  missed.kind === 'change'
    ? changeText(missed.change, missed.cursor)
    : eventText({ type: 'gap', data: { from: timeText(missed.from) } });

function changeText(change: RunChanged, cursor: Instant): string {
  const { v: _v, run, rev, before: _b, transitions, scheduledFor, createdAt, started, finished, ...rest } = change;
  const data = {
    id: run,
    ...rest,
    scheduledFor: timeTextOrNull(scheduledFor),
    createdAt: timeText(createdAt),
    started: timeTextOrNull(started),
    finished: timeTextOrNull(finished),
    transitions: transitions.map((each) => ({ ...each, pod: each.pod ?? null, at: timeText(each.at) })),
  };
  return eventText({ type: 'run', id: eventId(cursor, run, rev), data });
}
