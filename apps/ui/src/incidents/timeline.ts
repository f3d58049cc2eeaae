/** What happened in an incident, in the order of time. Pure. */
import type { Schemas } from '../api/client.js';
import type { Tone } from '../parts/objects.js';

type Incident = Schemas['Incident'];
type Delivery = Pick<Schemas['Delivery'], 'on' | 'to' | 'state' | 'decidedAt' | 'tries'>;

export type Moment = { readonly at: string; readonly tone: Tone } & (
  | { readonly kind: 'step'; readonly text: string }
  | { readonly kind: 'job'; readonly id: string; readonly name: string; readonly text: string }
  | { readonly kind: 'note'; readonly by: string; readonly text: string }
  | { readonly kind: 'notice'; readonly step: string; readonly to: string; readonly state: Delivery['state'] }
);

const NOTICE_TONES: Readonly<Record<Delivery['state'], Tone>> = { pending: 'wait', delivered: 'off', gaveUp: 'bad' };

const step = (at: string | null, text: string, tone: Tone): Moment[] =>
  at === null ? [] : [{ kind: 'step', at, text, tone }];

/** Moments of the same time are in the order in which they followed from each other. */
export function timelineOf(incident: Incident, deliveries: readonly Delivery[]): Moment[] {
  const { openedAt, acknowledgedAt, acknowledgedBy, escalatedAt, resolvedAt, resolvedBy, jobs, notes } = incident;
  const moments: Moment[] = [
    ...step(openedAt, 'Opened', 'bad'),
    ...jobs.map(({ id, name, message: text, since: at }): Moment => ({ kind: 'job', at, id, name, text, tone: 'bad' })),
    ...step(escalatedAt, 'Escalated: nobody had acknowledged it', 'bad'),
    ...deliveries.map(({ on, to, state, decidedAt, tries }): Moment => {
      const at = state === 'delivered' ? (tries.at(-1)?.at ?? decidedAt) : decidedAt;
      return { kind: 'notice', at, step: on, to, state, tone: NOTICE_TONES[state] };
    }),
    ...step(acknowledgedAt, `Acknowledged by ${acknowledgedBy ?? ''}`, 'warn'),
    ...notes.map((note): Moment => ({ kind: 'note', tone: 'off', ...note })),
    ...step(resolvedAt, resolvedBy === null ? 'Ended' : `Resolved by ${resolvedBy}`, 'good'),
  ];
  return moments.sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}
