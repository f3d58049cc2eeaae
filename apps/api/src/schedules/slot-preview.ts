import type { Clock } from '#common/clock/clock.js';
import type { ScheduleSpec } from '#common/spec/schedule.js';
import type { StoredJob } from '#common/spec/definitions.js';
import type { TenantId } from '#common/domain/ids.js';
import type { Instant } from '#common/run/run.js';
import { exclusionOf } from '#common/schedule/exclusion.js';
import { delayedFrom, ruleOfSlots } from '#common/schedule/fixed-delay.js';
import { parseSchedule, type ScheduleContext, type ScheduleInput } from '#common/schedule/parse-schedule.js';
import { markTooSoon, nextSlots, type Slot } from '#common/schedule/slots.js';
import type { SlotFlag } from '#common/schedule/tick.js';
import type { ScheduleRule } from '#common/schedule/schedule-state.js';
import type { CalendarsStore } from '#common/mongo/calendars.store.js';
import type { JobsStore } from '#common/mongo/jobs.store.js';
import type { SchedulesStore } from '#common/mongo/schedules.store.js';
import { invalidInput, refuseProblems } from '../http/problem.js';
import { timeText } from '../http/page.js';
import { problemsOfExclusion } from '../jobs/core/job-edit.js';

export interface SlotView {
  nominal: string;
  effective: string;
  flags: SlotFlag[];
}

export interface PreviewWindow {
  /** Inclusive, on nominal instants; undefined is now. */
  readonly from: number | undefined;
  readonly count: number;
}

/** A period in which the job had one schedule; it ends before `until`. */
interface VersionSpan {
  readonly spec: StoredJob['spec'];
  readonly until: Instant;
}

/** Earlier versions that are searched for the schedule of a past instant; before the oldest of them, its own schedule counts. */
const MAX_VERSIONS = 100;

/** Computes slots here: they are a pure function of their rule. */
export class SlotPreview {
  constructor(
    private readonly calendars: Pick<CalendarsStore, 'loadMany'>,
    private readonly versions: Pick<JobsStore, 'versionsBefore'>,
    private readonly schedules: Pick<SchedulesStore, 'load'>,
    private readonly clock: Clock,
  ) {}

  /**
   * Slots that the job's calendars exclude are shown with a flag. Past slots are those of the schedule that the job had then; a fixed
   * delay has only its known slot.
   */
  async ofJob(job: StoredJob, { from = this.clock.now(), count }: PreviewWindow): Promise<SlotView[]> {
    const slots: Slot[] = [];
    let after = from - 1;
    for (const { spec, until } of await this.versionsFrom(job, from)) {
      if (slots.length === count) break;
      slots.push(...(await this.slotsOf({ ...job, spec }, { after, until: until - 1, limit: count - slots.length })));
      after = Math.max(after, until - 1);
    }
    return slots.map(toSlotView);
  }

  /**
   * Previews a schedule that no job has yet, in a tenant: null if it excludes nothing. Throws VALIDATION_FAILED if it is invalid, or
   * excludes a name that is not a calendar of the tenant.
   */
  async ofSchedule(
    schedule: ScheduleSpec,
    tenant: TenantId | null,
    { from = this.clock.now(), count }: PreviewWindow,
  ): Promise<SlotView[]> {
    const now = this.clock.now();
    const parsed = ruleOf({ schedule }, { hashKey: 'preview', createdAt: now });
    const rule = parsed && withFirstSlot(parsed, now);
    if (rule === null) return [];
    const calendars = tenant === null ? [] : await this.calendars.loadMany(tenant, rule.exclude);
    const ids = new Set(calendars.map(({ id }) => id));
    const problems = problemsOfExclusion(schedule, new Set(rule.exclude.filter((id) => !ids.has(id))));
    refuseProblems(problems);
    const excludes = exclusionOf(calendars.map(({ spec }) => spec));
    return markTooSoon(nextSlots(rule, { after: from - 1, limit: count, excludes }), rule).map(toSlotView);
  }

  /** The job's schedules from an instant on, oldest first. */
  private async versionsFrom(job: StoredJob, from: Instant): Promise<readonly VersionSpan[]> {
    const present: VersionSpan = { spec: job.spec, until: Infinity };
    if (from >= job.updatedAt) return [present];
    const former = (await this.versions.versionsBefore(job, job.version, MAX_VERSIONS))
      .map(({ spec, until = -Infinity }): VersionSpan => ({ spec, until }))
      .filter(({ until }) => until > from)
      .reverse();
    return [...former, present];
  }

  private async slotsOf(
    { tenant, id, createdAt, spec }: StoredJob,
    window: { readonly after: Instant; readonly until: Instant; readonly limit: number },
  ): Promise<Slot[]> {
    const parsed = ruleOf(spec, { hashKey: `${tenant}/${id}`, createdAt });
    if (parsed === null) return [];
    const rule = parsed.fixedDelay === undefined ? parsed : await this.withKnownSlot(id, parsed);
    const calendars = await this.calendars.loadMany(tenant, rule.exclude);
    const slots = nextSlots(rule, { ...window, excludes: exclusionOf(calendars.map((calendar) => calendar.spec)) });
    // The outcomes of past slots are stored.
    const past = slots.filter(({ nominal }) => nominal <= this.clock.now());
    return [...past, ...markTooSoon(slots.slice(past.length), rule)];
  }

  /** Adds the scheduler's knowledge: which slot comes next, and whether the end of a run is awaited. */
  private async withKnownSlot(job: StoredJob['id'], rule: ScheduleRule): Promise<ScheduleRule> {
    const stored = await this.schedules.load(job);
    return ruleOfSlots({ rule, ...(stored?.delayed && { delayed: stored.delayed }) }) ?? rule;
  }
}

/** The rule that a job would have if it were created now with this schedule. */
const withFirstSlot = (rule: ScheduleRule, now: Instant): ScheduleRule =>
  rule.fixedDelay === undefined ? rule : (ruleOfSlots({ rule, delayed: delayedFrom(rule.fixedDelay, now) }) ?? rule);

function ruleOf(input: ScheduleInput, context: ScheduleContext): ScheduleRule | null {
  const parsed = parseSchedule(input, context);
  if (!parsed.ok) throw invalidInput(parsed.problems);
  return parsed.rule;
}

const toSlotView = ({ nominal, effective, flags }: Slot): SlotView => ({
  nominal: timeText(nominal),
  effective: timeText(effective),
  flags: [...flags],
});
