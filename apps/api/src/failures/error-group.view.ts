/** How the API shows an error group. */
import type { ShownGroup } from '#common/mongo/error-groups.store.js';
import type { Instant } from '#common/run/run.js';
import { stateOfGroup, trendOf, type Mute, type Sighting, type TrendBucket } from '#common/watch/error-group.js';
import { httpStatusOf } from '#common/watch/failure.js';
import { timeText } from '../http/core/time-text.js';
import type { ErrorGroupView } from './error-group.routes.js';

/** Shows the first `most` of its jobs, or all that are kept if it is not given. */
export function toErrorGroupView(group: ShownGroup, now: Instant, most = group.jobs.length): ErrorGroupView {
  const { id, tenant, reason, exitCode, lines, count, first, last, jobs, moreJobs, mute, reopened } = group;
  const trend = trendOf(group, now);
  return {
    id,
    tenant,
    reason,
    exitCode,
    count,
    moreJobs,
    state: stateOfGroup(group, now),
    httpStatus: httpStatusOf(reason),
    lines: [...lines],
    first: toSighting(first),
    last: toSighting(last),
    hours: trend.hours.map(toBucket),
    days: trend.days.map(toBucket),
    jobs: jobs.slice(0, most).map(({ job, name, lastAt, versions, count: failures }) => ({
      id: job,
      name,
      count: failures,
      lastAt: timeText(lastAt),
      versions: [...versions],
    })),
    jobCount: jobs.length,
    mute: mute && toMute(mute),
    reopened: reopened && { ...toSighting(reopened), version: reopened.version },
  };
}

const toSighting = ({ at, run, job }: Sighting): ErrorGroupView['first'] => ({ at: timeText(at), run, job });
const toBucket = ({ at, count }: TrendBucket): ErrorGroupView['hours'][number] => ({ at: timeText(at), count });

const toMute = ({ until, at, by, why }: Mute): ErrorGroupView['mute'] => ({
  until: until.type,
  version: until.type === 'version' ? until.version : null,
  time: until.type === 'time' ? timeText(until.at) : null,
  at: timeText(at),
  by,
  why,
});
