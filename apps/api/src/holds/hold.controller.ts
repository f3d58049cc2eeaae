import { EVERYBODY, type Hold } from '#common/domain/hold.js';
import { MAX_HOLDS } from '#common/domain/limits.js';
import { AppError } from '#common/errors/app-error.js';
import { HeldWorkStore } from '#common/mongo/held-work.store.js';
import { HoldsStore } from '#common/mongo/holds.store.js';
import { invalidField } from '../http/problem.js';
import { Serves, type Handlers } from '../http/serves.js';
import { holdRoutes as routes, toHoldsView, toHoldView } from './hold.routes.js';

/** A hold that others change at the same time is set again at most this often. */
const MAX_TRIES = 5;

const changedMeanwhile = (): AppError =>
  new AppError('CONFLICT', 'the hold was changed at the same time: read the holds, and try again');

@Serves(routes)
export class HoldController {
  constructor(
    private readonly holds: HoldsStore,
    private readonly work: HeldWorkStore,
  ) {}

  readonly handlers: Handlers<typeof routes> = {
    getHolds: async () => ({ body: await this.view() }),

    setHold: async ({ caller, body, mutation }) => {
      const tenant = body.tenant ?? EVERYBODY;
      const scopes = [...new Set(body.scopes)];
      const order = { tenant, scopes, reason: body.reason, by: caller.name, since: mutation.askedAt };
      if ((await this.holds.load(tenant)) === null && (await this.holds.all()).length >= MAX_HOLDS)
        throw new AppError('QUOTA_EXCEEDED', `there are ${MAX_HOLDS} holds already: release some, or hold all tenants`);
      const detail = `${scopes.join(' and ')}: ${body.reason}`;
      await mutation.record({ tenant: body.tenant ?? null, object: `hold/${tenant}`, detail });
      for (let tries = 0; tries < MAX_TRIES; tries++) {
        const before = await this.holds.load(tenant);
        const hold: Hold = { ...order, skipUntil: before?.skipUntil ?? null, rev: (before?.rev ?? 0) + 1 };
        if (await this.holds.put(hold, before)) return { body: toHoldView(hold) };
      }
      throw changedMeanwhile();
    },

    releaseHold: async ({ body, mutation }) => {
      const tenant = body.tenant ?? EVERYBODY;
      const skipUntil = body.skipSlotsUntil === undefined ? null : Date.parse(body.skipSlotsUntil);
      if (skipUntil !== null && skipUntil > mutation.askedAt)
        throw invalidField('skipSlotsUntil', 'lies in the future');
      const before = await this.holds.load(tenant);
      if (before) {
        const skipped =
          skipUntil === null ? {} : { detail: `slots until ${new Date(skipUntil).toISOString()} have run` };
        await mutation.record({ tenant: body.tenant ?? null, object: `hold/${tenant}`, ...skipped });
        const kept = Math.max(skipUntil ?? -Infinity, before.skipUntil ?? -Infinity);
        const released = { ...before, scopes: [], skipUntil: kept, rev: before.rev + 1 };
        if (!(await (kept === -Infinity ? this.holds.remove(before) : this.holds.put(released, before))))
          throw changedMeanwhile();
      }
      return { body: await this.view() };
    },
  };

  private async view(): Promise<ReturnType<typeof toHoldsView>> {
    return toHoldsView(await this.work.status());
  }
}
