/** The messages about notices that the executor answers. */
import { Controller } from '@nestjs/common';
import type { PayloadOf } from '#common/messages/contract.js';
import { contracts } from '#common/messages/registry.js';
import { Handles } from '#common/nats/handles.js';
import { ChannelTests, type ChannelTestReply } from './channel-tests.js';
import { Redeliveries, type RedeliveryReply } from './redeliveries.js';

@Controller()
export class NoticeMessages {
  constructor(
    private readonly redeliveries: Redeliveries,
    private readonly tests: ChannelTests,
  ) {}

  @Handles(contracts.redeliver)
  async redeliver({ notice }: PayloadOf<typeof contracts.redeliver>): Promise<RedeliveryReply> {
    return this.redeliveries.ask(notice);
  }

  @Handles(contracts.testChannel)
  async testChannel(asked: PayloadOf<typeof contracts.testChannel>): Promise<ChannelTestReply> {
    return this.tests.send(asked);
  }
}
