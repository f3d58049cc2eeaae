/** What the api asks of incidents. */
import { Controller } from '@nestjs/common';
import type { PayloadOf } from '#common/messages/contract.js';
import { contracts } from '#common/messages/registry.js';
import { Handles } from '#common/nats/handles.js';
import { IncidentChanges, type IncidentReply } from './incident-changes.js';

@Controller()
export class IncidentMessages {
  constructor(private readonly changes: IncidentChanges) {}

  @Handles(contracts.changeIncident)
  async change(asked: PayloadOf<typeof contracts.changeIncident>): Promise<IncidentReply> {
    return this.changes.ask(asked);
  }
}
