import { Controller } from '@nestjs/common';
import { WorkersStore } from '#common/mongo/workers.store.js';
import { OutsideWorkers } from '../workers/outside-workers.js';
import type { AnswerOf, RequestContext } from '../http/route.js';
import { Req, Serves } from '../http/serves.js';
import { ArchiveStore } from '../archive/archive-store.js';
import { diagnose } from './core/diagnose.js';
import { Doctor } from './doctor.js';
import { doctorRoutes as routes } from './doctor.routes.js';

type Routes = typeof routes;

@Controller()
export class DoctorController {
  constructor(
    private readonly doctor: Doctor,
    private readonly archive: ArchiveStore,
    private readonly outside: OutsideWorkers,
    private readonly workers: WorkersStore,
  ) {}

  @Serves(routes.examine)
  async examine(@Req() _asked: RequestContext<Routes['examine']>): Promise<AnswerOf<Routes['examine']>> {
    const [facts, archive, outsideWorkers] = await Promise.all([
      this.doctor.facts(),
      this.archive.examine(),
      this.outside.first(this.workers),
    ]);
    const findings = diagnose({ ...facts, archive, outsideWorkers });
    const [worst] = findings;
    return { body: { status: worst?.status ?? 'ok', findings: findings.map((each) => ({ ...each })) } };
  }
}
