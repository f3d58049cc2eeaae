import fc from 'fast-check';
import { worlds } from '#testing/long-form.js';
import { asTenantId } from '../domain/ids.js';
import { MAX_INCIDENT_NOTES } from '../domain/limits.js';
import {
  acknowledgedIncident,
  endOfQuiet,
  nextOfIncident,
  notedIncident,
  resolvedIncident,
  type Alerting,
  type Incident,
  type StepToSend,
} from './incident.js';

const T0 = Date.UTC(2026, 10, 20, 12, 0);
const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const incident: Incident = {
  id: 'm/1',
  tenant: asTenantId('ibm'),
  shard: 0,
  rev: 1,
  monitor: 'm',
  uid: 'm',
  monitorName: 'M',
  reason: 'missed',
  message: 'M: no success',
  openedAt: T0,
  acknowledged: null,
  resolved: null,
  steps: {},
  notified: [],
  pending: [],
  wakeAt: T0,
};
const alerting: Alerting = { channels: ['ops'], escalation: { afterSeconds: 60, channels: ['boss'] } };
const stepsOf = ({ pending }: Incident): string[] => pending.map(({ step, channels }) => `${step} ${channels.join()}`);

test('notes are added to an incident also after its end, up to a limit', () => {
  const ended = resolvedIncident(incident, T0 + SECOND, { by: 'ada' })!;
  let noted: Incident = ended;
  for (let i = 0; i < MAX_INCIDENT_NOTES; i++) noted = notedIncident(noted, { at: T0 + i, by: 'bob', text: `${i}` })!;
  expect(noted.notes?.map(({ text }) => text).slice(0, 2)).toEqual(['0', '1']);
  expect({ ...noted, notes: undefined }).toEqual({ ...ended, notes: undefined });
  expect(notedIncident(noted, { at: T0, by: 'bob', text: 'one more' })).toBeNull();
});

test('an incident is notified at once, escalated if it is not acknowledged, and its end is notified to all channels that were notified', () => {
  const opened = nextOfIncident(incident, alerting, T0);
  expect([stepsOf(opened), opened.wakeAt]).toEqual([['opened ops'], T0 + 60 * SECOND]);
  expect(nextOfIncident(opened, alerting, T0 + 59 * SECOND)).toEqual(opened);
  const escalated = nextOfIncident(opened, alerting, T0 + 60 * SECOND);
  expect([stepsOf(escalated), escalated.wakeAt]).toEqual([['opened ops', 'escalated boss'], null]);
  const ended = nextOfIncident(
    resolvedIncident(escalated, T0 + 90 * SECOND, { by: null })!,
    alerting,
    T0 + 90 * SECOND,
  );
  expect(stepsOf(ended).at(-1)).toBe('resolved ops,boss');
  expect(nextOfIncident(ended, alerting, T0 + HOUR)).toEqual(ended);
});

test('after its acknowledgement only the end of an incident is notified', () => {
  const opened = nextOfIncident(incident, alerting, T0);
  const taken = acknowledgedIncident(opened, T0 + SECOND, 'ada')!;
  const later = nextOfIncident(taken, alerting, T0 + HOUR);
  expect([stepsOf(later), later.wakeAt]).toEqual([['opened ops'], null]);
  expect(acknowledgedIncident(taken, T0 + HOUR, 'bob')).toBeNull();
  const ended = nextOfIncident(resolvedIncident(taken, T0 + HOUR, { by: null })!, alerting, T0 + HOUR);
  expect(stepsOf(ended)).toEqual(['opened ops', 'resolved ops']);
  expect(resolvedIncident(ended, T0 + HOUR, { by: 'bob' })).toBeNull();
});

const nights: Alerting = { ...alerting, quietHours: { from: '22:00', to: '07:00' } };
const night = T0 + 11 * HOUR;
const morning = T0 + 19 * HOUR;

test('during quiet hours notices wait for their end; an incident that is over by then causes no notice', () => {
  const atNight = { ...incident, openedAt: night };
  const waiting = nextOfIncident(atNight, nights, night);
  expect([stepsOf(waiting), waiting.wakeAt]).toEqual([[], morning]);
  expect(stepsOf(nextOfIncident(waiting, nights, morning))).toEqual(['opened ops']);
  const over = nextOfIncident(resolvedIncident(waiting, night + HOUR, { by: null })!, nights, morning);
  expect([stepsOf(over), over.wakeAt]).toEqual([[], null]);
  const notifiedBefore = nextOfIncident(incident, nights, T0);
  const overAtNight = nextOfIncident(resolvedIncident(notifiedBefore, night, { by: null })!, nights, night);
  expect([stepsOf(overAtNight), overAtNight.wakeAt]).toEqual([['opened ops'], morning]);
});

test.each<[string, number, number | null]>([
  ['before', Date.UTC(2026, 10, 20, 20, 59), null],
  ['at the begin', Date.UTC(2026, 10, 20, 21, 0), Date.UTC(2026, 10, 21, 6, 0)],
  ['after midnight', Date.UTC(2026, 10, 21, 5, 59), Date.UTC(2026, 10, 21, 6, 0)],
  ['at the end', Date.UTC(2026, 10, 21, 6, 0), null],
  ['on a day without quiet hours', Date.UTC(2026, 10, 21, 22, 0), null],
  ['while the clock is put back', Date.UTC(2026, 9, 24, 21, 0), null],
])('quiet from Friday 22:00 to Saturday 07:00 in Prague: %s', (_, now, end) => {
  expect(endOfQuiet({ timezone: 'Europe/Prague', days: ['fri'], from: '22:00', to: '07:00' }, now)).toBe(end);
});

test('quiet hours in the night in which the clock is put back are an hour longer', () => {
  const quiet = { timezone: 'Europe/Prague', from: '22:00', to: '07:00' };
  expect(endOfQuiet(quiet, Date.UTC(2026, 9, 24, 21, 0))).toBe(Date.UTC(2026, 9, 25, 6, 0));
});

interface Move {
  readonly kind: 'look' | 'lostLook' | 'acknowledge' | 'resolve' | 'flush' | 'staleFlush' | 'turn';
  readonly passSeconds: number;
}

/**
 * Two replicas, each with its own view: each saves by compare-and-set, and sends what it has read as pending, at once or when it
 * continues after a pause.
 */
function play(moves: readonly Move[]): { readonly stored: Incident; readonly sent: readonly string[] } {
  let stored = incident;
  let now = T0;
  let mine = 0;
  const views: [Incident, Incident] = [incident, incident];
  const outbox = new Map<string, StepToSend>();
  const sent: string[] = [];
  const send = ({ pending }: Incident): void => {
    for (const each of pending)
      for (const channel of each.channels) {
        const key = `${incident.id}/${each.step}/${channel}`;
        if (!outbox.has(key)) sent.push(key);
        outbox.set(key, each);
      }
  };
  const save = (next: Incident | null, seen: Incident): void => {
    if (next !== null && seen.rev === stored.rev) stored = { ...next, rev: stored.rev + 1 };
  };
  for (const { kind, passSeconds } of moves) {
    now += passSeconds * SECOND;
    const seen = mine === 0 ? views[0] : views[1];
    if (kind === 'turn') mine = 1 - mine;
    if (kind === 'look' || kind === 'lostLook') views[mine === 0 ? 0 : 1] = stored;
    if (kind === 'look') save(nextOfIncident(stored, alerting, now), stored);
    if (kind === 'acknowledge') save(acknowledgedIncident(seen, now, 'ada'), seen);
    if (kind === 'resolve') save(resolvedIncident(seen, now, { by: null }), seen);
    if (kind === 'staleFlush') send(seen);
    if (kind === 'flush') {
      send(stored);
      save({ ...stored, pending: [] }, stored);
    }
  }
  // In the end a replica continues.
  save(nextOfIncident(stored, alerting, now + HOUR), stored);
  send(stored);
  return { stored, sent };
}

test('whatever dies or stands still, each channel is notified of each step at most once, and of every step that was decided', () => {
  const kind = fc.constantFrom<Move['kind']>(
    ...(['look', 'lostLook', 'acknowledge', 'resolve', 'flush', 'staleFlush', 'turn'] as const),
  );
  const moves = fc.array(fc.record({ kind, passSeconds: fc.integer({ min: 0, max: 40 }) }), { maxLength: 40 });
  fc.assert(
    fc.property(moves, (some) => {
      const { stored, sent } = play(some);
      expect(new Set(sent).size).toBe(sent.length);
      const decided = Object.keys(stored.steps).flatMap((step) => {
        const channels = step === 'opened' ? ['ops'] : step === 'escalated' ? ['boss'] : stored.notified;
        return channels.map((channel) => `m/1/${step}/${channel}`);
      });
      expect(sent.toSorted()).toEqual(decided.toSorted());
      const isKnown = stored.acknowledged !== null || stored.resolved !== null;
      expect(isKnown || stored.steps.opened !== undefined).toBe(true);
      expect(stored.resolved === null || stored.steps.opened === undefined || stored.steps.resolved !== undefined).toBe(
        true,
      );
    }),
    { numRuns: worlds(500) },
  );
});
