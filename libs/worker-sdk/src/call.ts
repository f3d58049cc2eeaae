import type { Headers } from './signature.js';

/** A call of the scheduler, whatever server it came by; `body` is its exact text. */
export interface Call {
  readonly isCancel: boolean;
  readonly headers: Headers;
  readonly body: string;
}
export interface Reply {
  readonly status: number;
  readonly text: string;
}
