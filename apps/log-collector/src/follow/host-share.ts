/** Decides which collector of a host follows which spool: the host's members share the shards. */
import { parseAttemptId, type AttemptId } from '#common/domain/ids.js';
import { finestShardOf } from '#common/domain/shards.js';
import type { Membership } from '#common/membership/membership.js';
import { ownerOf } from '#common/membership/rendezvous.js';

/** The replica on `host` that follows the attempt; null while no collector is alive there. */
export function followerOnHost(
  membership: Pick<Membership, 'members'>,
  host: string,
  attempt: AttemptId,
): string | null {
  const run = parseAttemptId(attempt)?.run;
  const there = membership.members().filter((member) => member.ready && member.host === host);
  return run === undefined
    ? null
    : ownerOf(
        finestShardOf(run),
        there.map((member) => member.replica),
      );
}
