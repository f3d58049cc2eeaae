/** Monitors and incidents in tables. */
import type { Schemas } from '#client/client.js';
import { plain, when, wide } from './columns.js';
import type { Listing, Paint } from './printer.js';

const MONITOR_PAINT: Readonly<Record<Schemas['Monitor']['state'], Paint | null>> = {
  new: 'faint',
  up: 'good',
  running: 'active',
  late: 'active',
  down: 'bad',
  paused: 'faint',
};

export const monitorListing: Listing<Schemas['Monitor']> = {
  none: 'no monitors',
  nameOf: ({ id }) => id,
  columns: [
    plain('ID', ({ id }) => id),
    plain('TENANT', ({ tenant }) => tenant),
    plain('NAME', ({ name }) => name),
    { head: 'STATE', of: ({ state }) => state, paint: ({ state }) => MONITOR_PAINT[state] },
    when('LAST PING', ({ lastPingAt }) => lastPingAt),
    when('LAST SUCCESS', ({ lastSuccessAt }) => lastSuccessAt),
    when('DUE', ({ dueAt }) => dueAt),
  ],
};

const RULE_PAINT: Readonly<Record<Schemas['Rule']['state'], Paint | null>> = {
  new: 'faint',
  ok: 'good',
  alert: 'bad',
  paused: 'faint',
};

export const ruleListing: Listing<Schemas['Rule']> = {
  none: 'no rules',
  nameOf: ({ id }) => id,
  columns: [
    plain('ID', ({ id }) => id),
    plain('TENANT', ({ tenant }) => tenant),
    plain('NAME', ({ name }) => name),
    plain('CONDITION', ({ when: { type } }) => type),
    { head: 'STATE', of: ({ state }) => state, paint: ({ state }) => RULE_PAINT[state] },
    plain('JOBS', ({ watched }) => (watched === null ? '' : String(watched))),
    plain('AFFECTED', ({ affected }) => String(affected)),
    when('LOOKED AT', ({ lookedAt }) => lookedAt),
  ],
};

export const incidentListing: Listing<Schemas['Incident']> = {
  none: 'no incidents',
  nameOf: ({ id }) => id,
  columns: [
    plain('ID', ({ id }) => id),
    wide('TENANT', ({ tenant }) => tenant),
    plain('OF', ({ source, monitor }) => `${source}/${monitor}`),
    plain('REASON', ({ reason }) => reason),
    wide('MESSAGE', ({ message }) => message),
    { head: 'STATE', of: ({ state }) => state, paint: ({ state }) => (state === 'open' ? 'bad' : null) },
    when('OPENED', ({ openedAt }) => openedAt),
    plain('ACKNOWLEDGED BY', ({ acknowledgedBy }) => acknowledgedBy),
    when('RESOLVED', ({ resolvedAt }) => resolvedAt),
  ],
};
