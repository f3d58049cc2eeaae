import type { Clock } from '#common/clock/clock.js';
import type { StoredJob } from '#common/domain/definitions.js';
import { exclusionOf, type Exclusion } from '#common/domain/schedule/exclusion.js';
import { parseSchedule, type ScheduleContext, type ScheduleInput } from '#common/domain/schedule/parse-schedule.js';
import { nextSlots } from '#common/domain/schedule/slots.js';
import type { CalendarsStore } from '#common/mongo/calendars.store.js';
import { invalidInput } from '../http/problem.js';
import { timeText } from '../http/core/time-text.js';

export interface SlotView {
  nominal: string;
  effective: string;
  flags: ('dst-gap' | 'dst-overlap' | 'excluded')[];
}

export interface PreviewWindow {
  /** Inclusive, on nominal instants; undefined is now. */
  readonly from: number | undefined;
  readonly count: number;
}

/** Computes slots here: they are a pure function of their rule. */
export class SlotPreview {
  constructor(
    private readonly calendars: Pick<CalendarsStore, 'loadMany'>,
    private readonly clock: Clock,
  ) {}

  /** What the job's calendars exclude is shown, with its flag. */
  async ofJob(job: StoredJob, window: PreviewWindow): Promise<SlotView[]> {
    const calendars = await this.calendars.loadMany(job.tenant, job.spec.schedule?.exclude ?? []);
    const context = { hashKey: `${job.tenant}/${job.id}`, createdAt: job.createdAt };
    return this.slots(job.spec, context, { ...window, excludes: exclusionOf(calendars.map(({ spec }) => spec)) });
  }

  /** Of a schedule that no job has yet. Throws VALIDATION_FAILED if it makes no sense. */
  ofSchedule(input: ScheduleInput, window: PreviewWindow): SlotView[] {
    return this.slots(input, { hashKey: 'preview', createdAt: this.clock.now() }, window);
  }

  private slots(
    input: ScheduleInput,
    context: ScheduleContext,
    { from, count, excludes }: PreviewWindow & { readonly excludes?: Exclusion },
  ): SlotView[] {
    const parsed = parseSchedule(input, context);
    if (!parsed.ok) throw invalidInput(parsed.problems);
    if (parsed.rule === null) return [];
    const window = { after: (from ?? this.clock.now()) - 1, limit: count, ...(excludes && { excludes }) };
    return nextSlots(parsed.rule, window).map((slot) => ({
      nominal: timeText(slot.nominal),
      effective: timeText(slot.effective),
      flags: [...slot.flags],
    }));
  }
}
