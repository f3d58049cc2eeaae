import { attemptFromSegment, type AttemptKey } from '#common/domain/ids.js';
import { AppError } from '#common/errors/app-error.js';
import { Serves, type Handlers } from '../http/serves.js';
import { callbackRoutes as routes } from './callback.routes.js';
import { requireStorageSize } from '../storage/storage-size.js';
import { CallbackService } from './callback.service.js';
import { IdentityRenewal } from './identity-renewal.js';
import { timeText } from '../http/page.js';
import { linesOf, withoutEnd } from './core/log-lines.js';

@Serves(routes)
export class CallbackController {
  constructor(
    private readonly service: CallbackService,
    private readonly identity: IdentityRenewal,
  ) {}

  readonly handlers: Handlers<typeof routes> = {
    reportStatus: async (request) => {
      await this.service.status(keyOf(request), request.body);
      return { body: null };
    },

    appendLog: async (request) => {
      const key = keyOf(request);
      const report =
        typeof request.body === 'string'
          ? { lines: linesOf(request.body), seq: null }
          : { lines: request.body.lines.map(withoutEnd), seq: request.body.seq ?? null };
      await this.service.log(key, report, request.headers['idempotency-key']);
      return { body: null };
    },

    renewIdentity: async (request) => {
      const { token, expiresAt } = await this.identity.renew(keyOf(request), request.query.audience ?? null);
      return { body: { token, expiresAt: timeText(expiresAt) } };
    },

    saveStorage: async (request) => {
      const key = keyOf(request);
      requireStorageSize(request.body);
      await this.service.storage(key, request.body, request.headers['idempotency-key']);
      return { body: null };
    },
  };
}

/** The attempt of the path, whose token was sent. */
function keyOf({ params }: { readonly params: { readonly attempt: string } }): AttemptKey {
  const key = attemptFromSegment(params.attempt);
  if (!key) throw new AppError('NOT_FOUND', `there is no attempt ${params.attempt}`);
  return key;
}
