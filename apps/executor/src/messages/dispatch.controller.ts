import { Controller } from '@nestjs/common';
import type { PayloadOf } from '#common/contracts/contract.js';
import { contracts } from '#common/contracts/registry.js';
import { asRunId } from '#common/domain/ids.js';
import { Handles } from '#common/nats/handles.js';
import { Dispatching } from './dispatching.js';

@Controller()
export class DispatchController {
  constructor(private readonly dispatching: Dispatching) {}

  /** Acknowledged when what it led to is saved. */
  @Handles(contracts.dispatch)
  async dispatch({ run }: PayloadOf<typeof contracts.dispatch>): Promise<void> {
    await this.dispatching.take(asRunId(run));
  }
}
