/** What the api asks of error groups. */
import { Controller } from '@nestjs/common';
import type { PayloadOf } from '#common/messages/contract.js';
import { contracts } from '#common/messages/registry.js';
import { Handles } from '#common/nats/handles.js';
import { GroupChanges, type GroupReply } from './group-changes.js';

@Controller()
export class GroupMessages {
  constructor(private readonly changes: GroupChanges) {}

  @Handles(contracts.changeErrorGroup)
  async change(asked: PayloadOf<typeof contracts.changeErrorGroup>): Promise<GroupReply> {
    return this.changes.ask(asked);
  }
}
