/** Whether the services that hand runs on, and start them, know a form of runs that is to be stored (`domain/stored-form.ts`). */
import { AppError } from '#common/errors/app-error.js';
import type { MembersStore } from '#common/mongo/members.store.js';
import type { Instant } from '#common/run/run.js';

const SHARERS = ['scheduler', 'executor'] as const;
const HEARD_WITHIN_MS = 60_000;

export class FormReaders {
  constructor(private readonly members: Pick<MembersStore, 'heardSince'>) {}

  /** Throws CONFLICT while one of them is of a version that does not. `what` needs the form. */
  async require(what: string, form: number, askedAt: Instant): Promise<void> {
    const heard = SHARERS.map((service) => this.members.heardSince(service, askedAt - HEARD_WITHIN_MS));
    const former = (await Promise.all(heard)).flat().find((each) => each.form < form);
    if (former)
      throw new AppError(
        'CONFLICT',
        `${what} is possible when all services are upgraded: ${former.replica} is of version ${former.version}`,
      );
  }
}
