/**
 * Starts and successes of a job that runs often are told one by one up to a number in a minute, so that they do not drown a channel; at the
 * end of the minute one notice tells how many others there were. Pure: the same runs give the same ids, whoever decides.
 */
import { MAX_FREQUENT_NOTICES } from '#common/domain/limits.js';
import type { Notice } from '#common/run/notice.js';
import type { Instant } from '#common/run/run.js';
import { FREQUENT_EVENTS, type FrequentEvent, type NoticeEvent } from '#common/notices/notice-events.js';

export const MINUTE_MS = 60_000;

/** What is stored of the notices of a job. */
export interface StoredNotices {
  /** The ids among `idsToLookUp` that exist. */
  readonly existing: ReadonlySet<string>;
  /** Frequent events that were decided within the last minute. */
  readonly recent: readonly Pick<Notice, 'id' | 'on' | 'to'>[];
}

/** The notices of events that happen too often for all of them to be told, and all others. */
export function apartCrowded(decided: readonly Notice[]): { readonly crowds: Notice[][]; readonly others: Notice[] } {
  const groups = [...Map.groupBy(decided, (notice) => (isFrequent(notice.on) ? `${notice.on}/${notice.to}` : ''))];
  const isCrowd = ([event, notices]: (typeof groups)[number]): boolean =>
    event !== '' && [...Map.groupBy(notices, minuteOf).values()].some(({ length }) => length > MAX_FREQUENT_NOTICES);
  return {
    crowds: groups.filter(isCrowd).map(([, notices]) => notices),
    others: groups.filter((group) => !isCrowd(group)).flatMap(([, notices]) => notices),
  };
}

export const idsToLookUp = (crowd: readonly Notice[]): string[] => [
  ...new Set(crowd.flatMap((notice) => [notice.id, idOfMinute(notice)])),
];

/** The notices of one event to one address that are to be saved now. `isCut`: there may be earlier runs that were not read. */
export function gatherNotices(
  crowd: readonly Notice[],
  { existing, recent }: StoredNotices,
  { now, isCut }: { readonly now: Instant; readonly isCut: boolean },
): Notice[] {
  const inOrder = crowd.toSorted((a, b) => eventAt(a) - eventAt(b));
  const news = inOrder.filter((notice) => !existing.has(notice.id) && !existing.has(idOfMinute(notice)));
  const [first] = inOrder;
  const told = recent.filter(({ id, on, to }) => on === first?.on && to === first.to && !id.includes(TOGETHER)).length;
  const room = Math.max(0, MAX_FREQUENT_NOTICES - told);
  const over = [...Map.groupBy(news.slice(room), minuteOf)].filter(([minute]) => minute + MINUTE_MS <= now);
  const isOldest = (minute: Instant): boolean => first !== undefined && minute === minuteOf(first);
  return [
    ...news.slice(0, room),
    ...over.flatMap(([minute, notices]) => together(notices, { minute, isLeast: isCut && isOldest(minute) })),
  ];
}

function together(
  notices: readonly Notice[],
  { minute, isLeast }: { readonly minute: Instant; readonly isLeast: boolean },
): Notice[] {
  const newest = notices.at(-1);
  if (newest === undefined) return [];
  const id = idOfMinute(newest);
  const count = notices.length;
  const runs = `${count} ${isLeast ? 'or more ' : ''}further ${count === 1 && !isLeast ? 'run has' : 'runs have'}`;
  const from = new Date(minute).toISOString();
  const message = `${newest.body.jobName}: ${runs} ${newest.on} in the minute from ${from}`;
  return [{ ...newest, id, body: { ...newest.body, id, message, gathered: { count, isLeast, from } } }];
}

const isFrequent = (on: Notice['on']): on is FrequentEvent =>
  (FREQUENT_EVENTS as readonly (NoticeEvent | Notice['on'])[]).includes(on);

const TOGETHER = '/together/';
const idOfMinute = (notice: Notice): string => `${notice.job}${TOGETHER}${minuteOf(notice)}/${notice.on}/${notice.to}`;

const minuteOf = (notice: Notice): Instant => Math.floor(eventAt(notice) / MINUTE_MS) * MINUTE_MS;

/** When the run started, or succeeded. */
const eventAt = ({ on, body: { run, at } }: Notice): Instant =>
  Date.parse((on === 'started' ? run?.started : run?.finished) ?? at);
