import { z } from 'zod';

const eventSchema = z.object({
  id: z.string(),
  jobName: z.string(),
  trigger: z.string(),
  transitions: z.array(
    z.object({ at: z.string(), phase: z.string(), state: z.string(), reason: z.string(), message: z.string() }),
  ),
});
/** The event of a run in the feed: its newest transitions. */
export type RunEvent = z.output<typeof eventSchema>;

const JOB_WIDTH = 30;
const PHASE_WIDTH = 11;

/** An event of the feed; null for a message of another kind. */
export const parseEvent = (data: unknown): RunEvent | null => eventSchema.safeParse(data).data ?? null;

/** The line of each transition. */
export function eventLines({ id, jobName, trigger, transitions }: RunEvent): string[] {
  return transitions.map(({ at, phase, reason, message }) => {
    const why = message === '' ? reason : `${reason}: ${message}`;
    return `${at.slice(11, 23)}  ${fit(jobName, JOB_WIDTH)}  ${fit(phase, PHASE_WIDTH)}  ${why}  (${trigger} run ${id})`;
  });
}

function fit(text: string, width: number): string {
  return text.length > width ? `${text.slice(0, width - 1)}…` : text.padEnd(width);
}
