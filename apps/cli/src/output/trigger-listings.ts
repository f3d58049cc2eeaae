/** Triggers, and the messages that were sent to them, in tables. */
import type { Schemas } from '#client/client.js';
import { plain, when, wide } from './columns.js';
import type { Listing, Paint } from './printer.js';

export const triggerListing: Listing<Schemas['Trigger']> = {
  none: 'no triggers',
  nameOf: ({ id }) => id,
  columns: [
    plain('ID', ({ id }) => id),
    plain('TENANT', ({ tenant }) => tenant),
    plain('JOB', ({ job }) => job),
    plain('SOURCE', ({ webhook }) => webhook?.signature ?? 'nats'),
    plain('ENABLED', ({ enabled }) => (enabled === false ? 'no' : 'yes')),
    plain('ADDRESS', ({ url, subject }) => url ?? subject),
    when('CHANGED', ({ updatedAt }) => updatedAt),
  ],
};

const OUTCOME_PAINT: Readonly<Record<Schemas['TriggerDelivery']['outcome'], Paint | null>> = {
  unfinished: 'active',
  started: 'good',
  duplicate: 'faint',
  skipped: 'faint',
  refused: 'bad',
  unsigned: 'bad',
  limited: 'bad',
};

export const messageListing: Listing<Schemas['TriggerDelivery']> = {
  none: 'no deliveries',
  nameOf: ({ message }) => message ?? '',
  columns: [
    plain('MESSAGE', ({ message }) => message),
    when('CAME', ({ lastAt }) => lastAt),
    plain('TIMES', ({ count }) => String(count)),
    { head: 'OUTCOME', of: ({ outcome }) => outcome, paint: ({ outcome }) => OUTCOME_PAINT[outcome] },
    plain('RUN', ({ run }) => run),
    plain('DETAIL', ({ detail }) => detail),
    wide('CODE', ({ code }) => code),
    wide('FROM', ({ address }) => address),
  ],
};
