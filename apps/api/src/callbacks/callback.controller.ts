import { attemptFromSegment, type AttemptKey } from '#common/domain/ids.js';
import { AppError } from '#common/errors/app-error.js';
import { Serves, type Handlers } from '../http/serves.js';
import { callbackRoutes as routes } from './callback.routes.js';
import { requireStorageSize } from '../storage/storage-size.js';
import { CallbackService } from './callback.service.js';
import { linesOf } from './core/log-lines.js';

@Serves(routes)
export class CallbackController {
  constructor(private readonly service: CallbackService) {}

  readonly handlers: Handlers<typeof routes> = {
    reportStatus: async (asked) => {
      await this.service.status(keyOf(asked), asked.body);
      return { body: null };
    },

    appendLog: async (asked) => {
      const key = keyOf(asked);
      const report =
        typeof asked.body === 'string'
          ? { lines: linesOf(asked.body), seq: null }
          : { lines: asked.body.lines, seq: asked.body.seq ?? null };
      await this.service.log(key, report, asked.headers['idempotency-key']);
      return { body: null };
    },

    saveStorage: async (asked) => {
      const key = keyOf(asked);
      requireStorageSize(asked.body);
      await this.service.storage(key, asked.body, asked.headers['idempotency-key']);
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
