import { Controller } from '@nestjs/common';
import { Readable } from 'node:stream';
import { timeText, timeTextOrNull } from '../http/core/time-text.js';
import { requireRole } from '../access/require-access.js';
import { tenantsWith } from '../access/core/access.js';
import type { Asked } from '../http/route.js';
import { Ask, Serves, type Streamed } from '../http/serves.js';
import { eventRoutes as routes } from '../routes/event.routes.js';
import { commentText, eventText } from './event-text.js';
import { RunFeed, type RunChange } from './run-feed.js';

const KEEP_AWAKE_MS = 15_000;

@Controller()
export class EventController {
  constructor(private readonly runs: RunFeed) {}

  @Serves(routes.streamEvents)
  async stream(@Ask() { caller, query }: Asked<typeof routes.streamEvents>): Promise<Streamed> {
    if (query.tenant !== undefined) requireRole(caller, query.tenant, 'viewer');
    const tenants = query.tenant === undefined ? tenantsWith(caller, 'viewer') : [query.tenant];
    const { feed, leave } = this.runs.join(
      (change) =>
        (tenants === null || tenants.includes(change.tenant)) && (query.job === undefined || change.job === query.job),
    );
    async function* texts(): AsyncGenerator<string> {
      try {
        yield commentText('listening');
        for (;;) {
          const changes = await feed.take(KEEP_AWAKE_MS);
          if (changes === null) return;
          yield changes.length === 0 ? commentText('still here') : changes.map(changeText).join('');
        }
      } finally {
        leave();
      }
    }
    return Promise.resolve({ stream: Readable.from(texts()), type: 'text/event-stream' });
  }
}

function changeText(change: RunChange): string {
  const { v: _v, run, rev, transitions, scheduledFor, createdAt, started, finished, ...rest } = change;
  const data = {
    id: run,
    ...rest,
    scheduledFor: timeTextOrNull(scheduledFor),
    createdAt: timeText(createdAt),
    started: timeTextOrNull(started),
    finished: timeTextOrNull(finished),
    transitions: transitions.map((each) => ({ ...each, at: timeText(each.at) })),
  };
  return eventText({ type: 'run', id: `${run}@${rev}`, data });
}
