import { Controller } from '@nestjs/common';
import { SecretBox } from '#common/crypto/secret-box.js';
import { attemptFromSegment, attemptId, type AttemptKey } from '#common/domain/ids.js';
import { AppError } from '#common/errors/app-error.js';
import { bearerOf } from '../access/authenticator.js';
import type { AnswerOf, Asked } from '../http/route.js';
import { Ask, Serves } from '../http/serves.js';
import { callbackRoutes as routes } from '../routes/callback.routes.js';
import { requireStorageSize } from '../storage/storage-size.js';
import { CallbackService } from './callback.service.js';
import { linesOf } from './core/log-lines.js';

type Routes = typeof routes;

@Controller()
export class CallbackController {
  constructor(
    private readonly service: CallbackService,
    private readonly secrets: SecretBox,
  ) {}

  @Serves(routes.reportStatus)
  async status(@Ask() asked: Asked<Routes['reportStatus']>): Promise<AnswerOf<Routes['reportStatus']>> {
    await this.service.status(this.verify(asked), asked.body);
    return { body: null };
  }

  @Serves(routes.appendLog)
  async log(@Ask() asked: Asked<Routes['appendLog']>): Promise<AnswerOf<Routes['appendLog']>> {
    const key = this.verify(asked);
    const report =
      typeof asked.body === 'string'
        ? { lines: linesOf(asked.body), seq: null }
        : { lines: asked.body.lines, seq: asked.body.seq ?? null };
    await this.service.log(key, report, asked.headers['idempotency-key']);
    return { body: null };
  }

  @Serves(routes.saveStorage)
  async storage(@Ask() asked: Asked<Routes['saveStorage']>): Promise<AnswerOf<Routes['saveStorage']>> {
    const key = this.verify(asked);
    requireStorageSize(asked.body);
    await this.service.storage(key, asked.body, asked.headers['idempotency-key']);
    return { body: null };
  }

  /** The attempt whose token was sent. Throws UNAUTHENTICATED, also for a path that names no attempt. */
  private verify(asked: {
    readonly params: { readonly attempt: string };
    readonly headers: Readonly<Record<string, string | undefined>>;
  }): AttemptKey {
    const key = attemptFromSegment(asked.params.attempt);
    const token = bearerOf(asked.headers['authorization']);
    if (key && token !== null && this.secrets.verifyCallbackToken(attemptId(key), token)) return key;
    throw new AppError('UNAUTHENTICATED', "send the callback's token as Authorization: Bearer <token>");
  }
}
