/** The errors between a client and the API: a refusal, or no answer at all. */

export interface FieldProblem {
  readonly path: string;
  readonly message: string;
}

interface ProblemFields {
  readonly code?: unknown;
  readonly title?: unknown;
  readonly detail?: unknown;
  readonly errors?: unknown;
}

/** The API has answered, and refused: `code` is one of the document's error codes, `errors` names the fields at fault. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly errors: readonly FieldProblem[];

  /** `problem` is the body of the answer: a problem document (RFC 9457), or the answer of a proxy instead. */
  constructor(response: Pick<Response, 'status'>, problem: unknown) {
    const { code, title, detail, errors }: ProblemFields =
      typeof problem === 'object' && problem !== null ? problem : {};
    super([detail, title].find((text) => typeof text === 'string') ?? `the server answered ${response.status}`);
    this.status = response.status;
    this.code = typeof code === 'string' ? code : 'UNKNOWN';
    this.errors = Array.isArray(errors) ? errors.filter(isFieldProblem) : [];
  }
}

/** There was no answer: the address is wrong, the server is unavailable, or it is too slow. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';

  constructor(
    readonly url: string,
    cause: unknown,
  ) {
    super(`${url} cannot be reached: ${reasonOf(cause)}`, { cause });
  }
}

const isFieldProblem = (value: unknown): value is FieldProblem =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as Partial<FieldProblem>).path === 'string' &&
  typeof (value as Partial<FieldProblem>).message === 'string';

/** The error of fetch only says "fetch failed"; its cause contains the reason. That of OpenSSL is a line for debugging with the reason beside it. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  const [, refused] = /^Proxy response \((\d+)\)/.exec(cause.cause instanceof Error ? cause.cause.message : '') ?? [];
  if (refused !== undefined)
    return `the proxy answered ${refused}${refused === '407' ? ': its address lacks a user and a password that it takes' : ''}`;
  const { library, reason } = cause as { readonly library?: unknown; readonly reason?: unknown };
  if (library === 'SSL routines' && typeof reason === 'string') return `TLS failed: ${reason}`;
  if (cause.message !== '') return cause.message;
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : error.message;
}
