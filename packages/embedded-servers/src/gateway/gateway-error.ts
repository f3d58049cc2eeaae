import { codeOf, type ErrorName } from './error-codes.js';

export type ErrorLabel = 'RetryableWriteError';

export interface GatewayErrorDetails {
  /** Fields of the reply beside the usual ones, such as keyPattern. */
  fields?: Record<string, unknown>;
  labels?: ErrorLabel[];
  cause?: unknown;
}

/** The failure of a command, as it is returned to the client. */
export class GatewayError extends Error {
  constructor(
    readonly codeName: ErrorName,
    message: string,
    private readonly details: GatewayErrorDetails = {},
  ) {
    super(message, { cause: details.cause });
  }

  toReply(): Record<string, unknown> {
    const { fields, labels } = this.details;
    return {
      ok: 0,
      errmsg: this.message,
      code: codeOf(this.codeName),
      codeName: this.codeName,
      ...fields,
      ...(labels === undefined ? {} : { errorLabels: labels }),
    };
  }
}
