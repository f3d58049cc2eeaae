/** Checks that the objects which a job needs exist: calendars and channels of its tenant, and the archive. */
import { asTenantId } from '#common/domain/ids.js';
import type { Problem } from '#common/errors/app-error.js';
import type { CalendarsStore } from '#common/mongo/calendars.store.js';
import type { ChannelsStore } from '#common/mongo/channels.store.js';
import { newCalendars, newChannels, problemsOfExclusion, type PlainJob } from './core/job-edit.js';

/** The refusal of a job or tenant that asks for the archive when none is configured. */
export const NO_ARCHIVE = 'needs an archive, but this installation has none (COLD_STORE_URL)';

export class References {
  constructor(
    private readonly calendars: Pick<CalendarsStore, 'usable'>,
    private readonly channels: Pick<ChannelsStore, 'usable'>,
    private readonly archive: { readonly isThere: boolean },
  ) {}

  /**
   * Names of objects that do not exist, or are about to be removed, and were not used before. The addresses of rules are readable here.
   */
  async problems(spec: PlainJob, before: PlainJob | null): Promise<readonly Problem[]> {
    return [
      ...(await this.calendarProblems(spec, before)),
      ...(await this.channelProblems(spec, before)),
      ...this.archiveProblems(spec, before),
    ];
  }

  private archiveProblems({ retention }: PlainJob, before: PlainJob | null): readonly Problem[] {
    const seconds = retention?.archiveSeconds ?? 0;
    if (seconds === 0 || this.archive.isThere || seconds === before?.retention?.archiveSeconds) return [];
    return [{ path: 'retention.archiveSeconds', message: NO_ARCHIVE }];
  }

  private async calendarProblems(spec: PlainJob, before: PlainJob | null): Promise<readonly Problem[]> {
    const named = newCalendars(spec, before);
    const usable = await this.calendars.usable(asTenantId(spec.tenant), named);
    return problemsOfExclusion(spec.schedule, new Set(named.filter((id) => !usable.has(id))));
  }

  private async channelProblems(spec: PlainJob, before: PlainJob | null): Promise<readonly Problem[]> {
    const named = newChannels(spec, before);
    const usable = await this.channels.usable(
      asTenantId(spec.tenant),
      named.map(({ channel }) => channel),
    );
    const missing = named.filter(({ channel }) => !usable.has(channel));
    return missing.map(({ path, channel }) => ({ path, message: `the tenant has no channel ${channel}` }));
  }
}
