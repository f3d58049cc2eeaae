/**
 * Finds the path by which a job would depend on itself, from the job back to itself in the order in which the jobs would run; null if
 * there is none, `tooLarge` if more than `most` jobs would have to be read. `upstreamOf` returns for several jobs at once the jobs that
 * they run after.
 */
export async function findCycle(
  job: string,
  after: readonly string[],
  upstreamOf: (jobs: readonly string[]) => Promise<ReadonlyMap<string, readonly string[]>>,
  most: number,
): Promise<readonly string[] | 'tooLarge' | null> {
  // For each job, the job from which it was reached, which runs after it.
  const reachedBy = new Map<string, string>(after.map((each) => [each, job]));
  let level: readonly string[] = [...reachedBy.keys()];
  while (level.length > 0) {
    if (level.includes(job)) return wayTo(job, reachedBy);
    if (reachedBy.size > most) return 'tooLarge';
    const above = await upstreamOf(level);
    const next: string[] = [];
    for (const each of level) {
      for (const upstream of above.get(each) ?? []) {
        if (reachedBy.has(upstream)) continue;
        reachedBy.set(upstream, each);
        next.push(upstream);
      }
    }
    level = next;
  }
  return null;
}

function wayTo(job: string, reachedBy: ReadonlyMap<string, string>): readonly string[] {
  const way = [job];
  for (let each = reachedBy.get(job) ?? job; ; each = reachedBy.get(each) ?? job) {
    way.push(each);
    if (each === job) return way;
  }
}
