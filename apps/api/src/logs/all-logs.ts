import type { AttemptId } from '#common/domain/ids.js';
import type { LogRange, LogReader, LogSelection, ArchivedLogReader } from '#common/mongo/log-reader.js';
import type { StoredLine } from '#common/run/output.js';

/** A selection of a log, and where the log is stored. */
export interface PlacedSelection extends LogSelection {
  readonly isArchived: boolean;
}

/** Logs of runs in the database and of archived runs. */
export class AllLogs {
  constructor(
    private readonly stored: LogReader,
    private readonly archived: ArchivedLogReader,
  ) {}

  read(selection: PlacedSelection, range?: LogRange): AsyncGenerator<readonly StoredLine[], void, undefined> {
    return this.of(selection).read(selection, range);
  }

  tail(selection: PlacedSelection, count: number, range?: LogRange): Promise<StoredLine[]> {
    return this.of(selection).tail(selection, count, range);
  }

  lastSeqs(selection: PlacedSelection): Promise<Map<AttemptId, number>> {
    return this.of(selection).lastSeqs(selection);
  }

  private of({ isArchived }: PlacedSelection): Pick<LogReader, 'read' | 'tail' | 'lastSeqs'> {
    return isArchived ? this.archived : this.stored;
  }
}
