/** The changes that people make to error groups: mute and unmute. */
import type { Clock } from '#common/clock/clock.js';
import type { Payload, ReplyTo } from '#common/messages/registry.js';
import type { ErrorGroupsStore } from '#common/mongo/error-groups.store.js';
import { mutedGroup, unmutedGroup, type ErrorGroup } from '#common/watch/error-group.js';

export type GroupReply = ReplyTo<'changeErrorGroup'>;
type Asked = Payload<'changeErrorGroup'>;

/** Tries of a compare-and-set: failures are counted meanwhile, in a storm several times a second. */
const MAX_SAVES = 20;

export class GroupChanges {
  constructor(
    private readonly groups: Pick<ErrorGroupsStore, 'load' | 'save'>,
    private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /** Refused with NOT_FOUND; with CONFLICT if a group to be unmuted is not muted, or if other writers keep changing it. */
  async ask(request: Asked): Promise<GroupReply> {
    for (let save = 0; save < MAX_SAVES; save++) {
      const group = (await this.groups.load([request.group])).get(request.group);
      if (group === undefined) return refused('NOT_FOUND', `there is no error group ${request.group}`);
      const next = this.decide(group, request);
      if (next === null) return refused('CONFLICT', 'the error group is not muted');
      if (await this.groups.save(next)) return { ok: true };
    }
    return refused('CONFLICT', 'the error group is being changed by another request; try again');
  }

  private decide(group: ErrorGroup, { mute, actor }: Asked): ErrorGroup | null {
    if (mute === null) return unmutedGroup(group);
    return mutedGroup(group, mute.until, { at: this.clock.now(), by: actor, why: mute.why });
  }
}

const refused = (code: string, detail: string): GroupReply => ({ ok: false, code, detail });
