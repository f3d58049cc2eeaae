import { z } from 'zod';

const eventSchema = z.object({
  id: z.string(),
  jobName: z.string(),
  trigger: z.string(),
  transitions: z.array(z.object({ at: z.string(), phase: z.string(), reason: z.string(), message: z.string() })),
});

const JOB_WIDTH = 30;
const PHASE_WIDTH = 11;

/** The lines that one event of the feed is shown as; none for a message of another kind. */
export function eventLines(data: string): string[] {
  let json: unknown;
  try {
    json = JSON.parse(data);
  } catch {
    return [];
  }
  const event = eventSchema.safeParse(json);
  if (!event.success) return [];
  const { id, jobName, trigger, transitions } = event.data;
  return transitions.map(({ at, phase, reason, message }) => {
    const why = message === '' ? reason : `${reason}: ${message}`;
    return `${at.slice(11, 23)}  ${fit(jobName, JOB_WIDTH)}  ${fit(phase, PHASE_WIDTH)}  ${why}  (${trigger} run ${id})`;
  });
}

function fit(text: string, width: number): string {
  return text.length > width ? `${text.slice(0, width - 1)}…` : text.padEnd(width);
}
