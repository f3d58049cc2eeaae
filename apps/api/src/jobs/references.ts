/** What a job names of its tenant's: calendars and channels. */
import { asTenantId } from '#common/domain/ids.js';
import type { Problem } from '#common/errors/app-error.js';
import type { CalendarsStore } from '#common/mongo/calendars.store.js';
import type { ChannelsStore } from '#common/mongo/channels.store.js';
import { newCalendars, problemsOfExclusion, type PlainJob } from './core/job-edit.js';
import { channelsIn } from './core/webhooks.js';

export class References {
  constructor(
    private readonly calendars: Pick<CalendarsStore, 'usable'>,
    private readonly channels: Pick<ChannelsStore, 'existing'>,
  ) {}

  /** Names of what is not there, or of a calendar that is about to be removed and that the job did not use before. */
  async problems(spec: PlainJob, before: PlainJob | null): Promise<readonly Problem[]> {
    return [...(await this.calendarProblems(spec, before)), ...(await this.channelProblems(spec))];
  }

  private async calendarProblems(spec: PlainJob, before: PlainJob | null): Promise<readonly Problem[]> {
    const named = newCalendars(spec, before);
    const usable = await this.calendars.usable(asTenantId(spec.tenant), named);
    return problemsOfExclusion(spec.schedule, new Set(named.filter((id) => !usable.has(id))));
  }

  /** The addresses of the rules are readable here. */
  private async channelProblems({ tenant, notify }: PlainJob): Promise<readonly Problem[]> {
    const named = channelsIn(notify);
    const existing = await this.channels.existing(
      asTenantId(tenant),
      named.map(({ channel }) => channel),
    );
    const missing = named.filter(({ channel }) => !existing.has(channel));
    return missing.map(({ path, channel }) => ({ path, message: `the tenant has no channel ${channel}` }));
  }
}
