import { Controller } from '@nestjs/common';
import { EVERYBODY, type Hold } from '#common/domain/hold.js';
import { MAX_HOLDS } from '#common/domain/limits.js';
import { AppError } from '#common/errors/app-error.js';
import { HeldWorkStore } from '#common/mongo/held-work.store.js';
import { HoldsStore } from '#common/mongo/holds.store.js';
import type { AnswerOf, RequestContext } from '../http/route.js';
import { invalidField } from '../http/problem.js';
import { Req, Serves } from '../http/serves.js';
import { holdRoutes as routes, toHoldsView, toHoldView } from './hold.routes.js';

type Routes = typeof routes;

@Controller()
export class HoldController {
  constructor(
    private readonly holds: HoldsStore,
    private readonly work: HeldWorkStore,
  ) {}

  @Serves(routes.getHolds)
  async get(): Promise<AnswerOf<Routes['getHolds']>> {
    return { body: await this.shown() };
  }

  @Serves(routes.setHold)
  async set(
    @Req() { caller, body, mutation }: RequestContext<Routes['setHold']>,
  ): Promise<AnswerOf<Routes['setHold']>> {
    const tenant = body.tenant ?? EVERYBODY;
    const before = await this.holds.load(tenant);
    if (before === null && (await this.holds.all()).length >= MAX_HOLDS)
      throw new AppError('QUOTA_EXCEEDED', `there are ${MAX_HOLDS} holds already: release some, or hold all tenants`);
    const hold: Hold = {
      tenant,
      scopes: [...new Set(body.scopes)],
      reason: body.reason,
      by: caller.name,
      since: mutation.askedAt,
      skipUntil: before?.skipUntil ?? null,
      rev: (before?.rev ?? 0) + 1,
    };
    const detail = `${hold.scopes.join(' and ')}: ${hold.reason}`;
    await mutation.record({ tenant: body.tenant ?? null, object: `hold/${tenant}`, detail });
    await this.holds.put(hold);
    return { body: toHoldView(hold) };
  }

  @Serves(routes.releaseHold)
  async release(
    @Req() { body, mutation }: RequestContext<Routes['releaseHold']>,
  ): Promise<AnswerOf<Routes['releaseHold']>> {
    const tenant = body.tenant ?? EVERYBODY;
    const skipUntil = body.skipSlotsUntil === undefined ? null : Date.parse(body.skipSlotsUntil);
    if (skipUntil !== null && skipUntil > mutation.askedAt) throw invalidField('skipSlotsUntil', 'lies in the future');
    const before = await this.holds.load(tenant);
    if (before) {
      const skipped = skipUntil === null ? {} : { detail: `slots until ${new Date(skipUntil).toISOString()} have run` };
      await mutation.record({ tenant: body.tenant ?? null, object: `hold/${tenant}`, ...skipped });
      const kept = Math.max(skipUntil ?? -Infinity, before.skipUntil ?? -Infinity);
      if (kept === -Infinity) await this.holds.remove(tenant);
      else await this.holds.put({ ...before, scopes: [], skipUntil: kept, rev: before.rev + 1 });
    }
    return { body: await this.shown() };
  }

  private async shown(): Promise<ReturnType<typeof toHoldsView>> {
    return toHoldsView(await this.work.status());
  }
}
