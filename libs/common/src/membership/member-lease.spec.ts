import fc from 'fast-check';
import { worlds } from '#testing/long-form.js';
import { MEMBER_EXPIRY_MS } from '../domain/limits.js';
import type { HeardMember } from '../mongo/members.store.js';
import { Silence, type View, MemberLease, type LeaseBeat } from './membership.js';

const SECOND = 1_000;

const memberOf = (beat: LeaseBeat, heartbeatAt: number): HeardMember => ({
  replica: 'one',
  service: 'executor',
  host: 'h',
  version: '0',
  clockSkewMs: 0,
  ready: true,
  form: 1,
  ...beat,
  heartbeatAt,
});

function must(holds: boolean, what: string): void {
  if (!holds) throw new Error(`broken: ${what}`);
}

/** Mostly a moment, sometimes as long as a process or a database may stand still. */
const pause = fc.oneof(
  { weight: 6, arbitrary: fc.nat({ max: 40 }) },
  { weight: 1, arbitrary: fc.nat({ max: 8_000 }) },
  { weight: 1, arbitrary: fc.nat({ max: 60_000 }) },
);
/** Pauses before something is sent, until it is applied, and until the answer arrives. */
const steps = fc.array(fc.tuple(pause, pause, pause), { minLength: 5, maxLength: 60 });

interface Event {
  readonly at: number;
  readonly action: () => void;
}

/** A member that writes heartbeats and one that watches, each at its own pace; gives what the watcher saw, and when. */
function watched(
  beats: readonly (readonly [number, number, number])[],
  looks: readonly (readonly [number, number, number])[],
  onView: (view: View, lease: MemberLease, now: number) => void,
): void {
  const lease = new MemberLease();
  const silence = new Silence();
  let stored: HeardMember | null = null;
  const events: Event[] = [];
  let at = 0;
  for (const [before, there, back] of beats) {
    const sentAt = (at += SECOND + before);
    const stampAt = (at += there);
    const ackAt = (at += back);
    let beat: LeaseBeat = { lease: 0, expiryMs: 0 };
    events.push({ at: sentAt, action: () => (beat = lease.next(sentAt)) });
    events.push({ at: stampAt, action: () => (stored = memberOf(beat, stampAt)) });
    events.push({ at: ackAt, action: () => lease.renew(beat, sentAt, ackAt) });
  }
  at = 0;
  for (const [before, there, back] of looks) {
    const askedAt = (at += SECOND + before);
    const readAt = (at += there);
    const heardAt = (at += back);
    let members: HeardMember[] = [];
    events.push({ at: readAt, action: () => (members = stored ? [stored] : []) });
    const look = (): View => silence.look({ members, askedAt, heardAt, databaseTime: askedAt });
    events.push({
      at: heardAt,
      action: () => {
        onView(look(), lease, heardAt);
      },
    });
  }
  for (const { action } of events.sort((a, b) => a.at - b.at)) action();
}

test('a member that is seen silent does not hold its lease, and never holds that lease again', () => {
  fc.assert(
    fc.property(steps, steps, (beats, looks) => {
      const ended = new Set<number>();
      watched(beats, looks, ({ silent }, lease, now) => {
        for (const member of silent) ended.add(member.lease);
        const held = lease.held(now);
        must(held === null || ![...ended].some((number) => number >= held), `lease ${held} is held and has ended`);
      });
    }),
    { numRuns: worlds(1_000) },
  );
});

test('a punctual member that dies is seen silent at the third check at the latest', () => {
  const punctual = Array.from({ length: 20 }, () => [0, 5, 5] as const);
  const views: [number, number][] = [];
  watched(punctual.slice(0, 5), punctual, (view, _, now) => views.push([now, view.silent.length]));
  const lastBeatAt = 5 * 1_010 - 5;
  const seenAt = views.find(([, silent]) => silent > 0)![0];
  expect(seenAt - lastBeatAt).toBeLessThanOrEqual(MEMBER_EXPIRY_MS + 2 * SECOND);
  expect(views.filter(([at, silent]) => at <= lastBeatAt && silent > 0)).toEqual([]);
});

/** How often a member that writes its heartbeats after these pauses is seen to leave. */
function departures(pauses: readonly number[]): number {
  let count = 0;
  let wasSilent = false;
  const looks = Array.from({ length: 400 }, () => [0, 2, 2] as const);
  watched(
    pauses.map((ms) => [ms, 2, 2] as const),
    looks,
    ({ silent }) => {
      if (silent.length > 0 && !wasSilent) count += 1;
      wasSilent = silent.length > 0;
    },
  );
  return count;
}

test('a member that is late repeatedly is soon given more time, and is not expelled each time', () => {
  const late = Array.from({ length: 60 }, (_, i) => (i % 2 === 0 ? 3_500 : 0));
  expect(departures(late)).toBeLessThanOrEqual(2);
});

test('a member that has been punctual for some minutes is given the usual time again', () => {
  const lease = new MemberLease();
  let now = 0;
  const beat = (gapMs: number): number => {
    now += gapMs;
    const next = lease.next(now);
    lease.renew(next, now, now + 5);
    return next.expiryMs;
  };
  for (const gapMs of [1_000, 9_000, 9_000, 1_000]) beat(gapMs);
  expect(beat(1_000)).toBeGreaterThan(2 * MEMBER_EXPIRY_MS);
  for (let i = 0; i < 600; i++) beat(1_000);
  expect(beat(1_000)).toBe(MEMBER_EXPIRY_MS);
});

test('after a time in which no member could write or read, no member is expelled before it could have come back', () => {
  const silence = new Silence();
  const look = (at: number, heartbeatAt: number): number =>
    silence.look({
      members: [memberOf({ lease: 1, expiryMs: MEMBER_EXPIRY_MS }, heartbeatAt)],
      askedAt: at,
      heardAt: at,
      databaseTime: at,
    }).silent.length;
  expect([look(0, 0), look(20_000, 0), look(21_000, 20_900)]).toEqual([0, 0, 0]);
});
