import { Controller } from '@nestjs/common';
import type { AnswerOf, RequestContext } from '../http/route.js';
import { Req, Serves } from '../http/serves.js';
import { diagnose } from './core/diagnose.js';
import { Doctor } from './doctor.js';
import { doctorRoutes as routes } from './doctor.routes.js';

type Routes = typeof routes;

@Controller()
export class DoctorController {
  constructor(private readonly doctor: Doctor) {}

  @Serves(routes.examine)
  async examine(@Req() _asked: RequestContext<Routes['examine']>): Promise<AnswerOf<Routes['examine']>> {
    const findings = diagnose(await this.doctor.facts());
    const [worst] = findings;
    return { body: { status: worst?.status ?? 'ok', findings: findings.map((each) => ({ ...each })) } };
  }
}
