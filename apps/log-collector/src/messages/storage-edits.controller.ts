import { Controller } from '@nestjs/common';
import type { PayloadOf } from '#common/contracts/contract.js';
import { contracts } from '#common/contracts/registry.js';
import { Handles } from '#common/nats/handles.js';
import { StorageEditing, type StorageEdit, type StorageEdited } from '../storage/storage-editing.js';

@Controller()
export class StorageEditsController {
  constructor(private readonly editing: StorageEditing) {}

  @Handles(contracts.putStorage)
  async put(edit: PayloadOf<typeof contracts.putStorage>): Promise<StorageEdited> {
    return this.editing.save(edit, { value: edit.value });
  }

  @Handles(contracts.deleteStorage)
  async delete(edit: StorageEdit): Promise<StorageEdited> {
    return this.editing.delete(edit);
  }

  @Handles(contracts.restoreStorage)
  async restore(edit: PayloadOf<typeof contracts.restoreStorage>): Promise<StorageEdited> {
    return this.editing.restore(edit, edit.version);
  }
}
