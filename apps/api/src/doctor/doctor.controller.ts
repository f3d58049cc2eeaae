import { WorkersStore } from '#common/mongo/workers.store.js';
import { OutsideWorkers } from '../workers/outside-workers.js';
import { Serves, type Handlers } from '../http/serves.js';
import { ArchiveStore } from '../archive/archive-store.js';
import { diagnose } from './core/diagnose.js';
import { Doctor } from './doctor.js';
import { doctorRoutes as routes } from './doctor.routes.js';

@Serves(routes)
export class DoctorController {
  constructor(
    private readonly doctor: Doctor,
    private readonly archive: ArchiveStore,
    private readonly outside: OutsideWorkers,
    private readonly workers: WorkersStore,
  ) {}

  readonly handlers: Handlers<typeof routes> = {
    examine: async (_asked) => {
      const [facts, archive, outsideWorkers] = await Promise.all([
        this.doctor.facts(),
        this.archive.examine(),
        this.outside.first(this.workers),
      ]);
      const findings = diagnose({ ...facts, archive, outsideWorkers });
      const [worst] = findings;
      return { body: { status: worst?.status ?? 'ok', findings: findings.map((each) => ({ ...each })) } };
    },
  };
}
