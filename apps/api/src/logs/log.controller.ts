import { stateOf } from '#common/run/phase.js';
import type { StoredLine } from '#common/run/output.js';
import type { Run } from '#common/run/run.js';
import { commentText, eventText } from '../events/event-text.js';
import { LiveStreams, type StreamReader } from '../events/live-streams.js';
import { timeText } from '../http/page.js';
import { invalidField } from '../http/problem.js';
import type { RequestContext } from '../http/route.js';
import { Serves, type Streamed, type Handlers } from '../http/serves.js';
import { logRoutes as routes } from './log.routes.js';
import { RunReader } from '../runs/run.reader.js';
import { lineIds, parseLogCursor, type LogCursor } from './core/log-cursor.js';
import { attemptLabel, logText } from './core/log-text.js';
import { AllLogs, type PlacedSelection } from './all-logs.js';
import { LogStream, type FollowFrom, type LogNews } from './log-stream.js';

type AskedLogs = RequestContext<typeof routes.readLogs>;

@Serves(routes)
export class LogController {
  constructor(
    private readonly runs: RunReader,
    private readonly reader: AllLogs,
    private readonly logs: LogStream,
    private readonly streams: LiveStreams,
  ) {}

  readonly handlers: Handlers<typeof routes> = {
    readLogs: async (request) => {
      const { caller, credential, params, query, headers } = request;
      const run = await this.runs.look(caller, params.id, 'viewer');
      const { task, index, attempt } = query;
      const selection: PlacedSelection = {
        run: run.id,
        task,
        index,
        attempt,
        isArchived: run.archivedAt !== undefined,
      };
      const reader = { caller, credential, tenants: [run.tenant] };
      if ((headers['accept'] ?? '').includes('text/event-stream')) {
        if (query.q !== undefined) throw invalidField('q', 'cannot be used when the log is followed');
        const cursor = cursorOf(run, headers['last-event-id']);
        return this.follow(reader, run, { selection, since: query.since, tail: query.tail, cursor });
      }
      return this.text(reader, selection, query);
    },
  };

  private async text(reader: StreamReader, selection: PlacedSelection, query: AskedLogs['query']): Promise<Streamed> {
    const { tail, since, q: contains, timestamps = false } = query;
    const prefixed = (await this.reader.lastSeqs(selection)).size > 1;
    const blocks =
      tail === undefined
        ? this.reader.read(selection, { since, contains })
        : [await this.reader.tail(selection, tail, { since, contains })];
    async function* texts(): AsyncGenerator<string> {
      for await (const lines of blocks) yield lines.map((line) => logText(line, { prefixed, timestamps })).join('');
    }
    const stream = this.streams.send(reader, () => ({ texts: texts() }));
    return { stream, type: 'text/plain; charset=utf-8' };
  }

  private follow(reader: StreamReader, run: Run, from: FollowFrom): Streamed {
    const stream = this.streams.send(reader, () => {
      const { news, leave } = this.logs.follow(run, from);
      async function* texts(): AsyncGenerator<string> {
        yield commentText('listening');
        for await (const each of news) yield newsText(run, each);
      }
      return { texts: texts(), leave };
    });
    return { stream, type: 'text/event-stream' };
  }
}

function cursorOf(run: Run, lastEventId: string | undefined): LogCursor | null {
  if (lastEventId === undefined || lastEventId === '') return null;
  const cursor = parseLogCursor(run.id, lastEventId);
  if (cursor === null) throw invalidField('Last-Event-ID', 'is not the id of an event of this log');
  return cursor;
}

function newsText(run: Run, news: LogNews): string {
  switch (news.kind) {
    case 'quiet':
      return commentText('still here');
    case 'end':
      return eventText({ type: 'end', data: { state: stateOf(news.run.phase), phase: news.run.phase } });
    case 'omitted':
      return eventText({ type: 'omitted', data: { lines: news.lines } });
    case 'lines': {
      const ids = lineIds(run.id, news);
      const texts = news.lines.map((line, i) => {
        const id = ids[i] ?? null;
        return eventText({ type: 'line', data: lineView(line), ...(id !== null && { id }) });
      });
      return texts.join('');
    }
  }
}

const lineView = ({ attempt, seq, at, stream, text }: StoredLine): Record<string, unknown> => ({
  attempt,
  label: attemptLabel(attempt),
  seq,
  at: timeText(at),
  stream,
  text,
});
