import { parseJson } from '#common/domain/parse-json.js';
import type { FieldProblem } from '#common/schedule/parse-schedule.js';
import type { SealedSecrets, StoredWorker } from '#common/spec/definitions.js';
import { jsonValue, type JsonValue } from '#common/spec/fields.js';
import type { WorkerReplacement } from '#common/spec/worker.js';
import { sameJson } from '../http/core/same-json.js';
import { invalidInput, refuseProblems } from '../http/problem.js';
import { masked, unmask } from '../jobs/core/job-secrets.js';
import type { SecretKeeper } from '../jobs/secret-keeper.js';
import { revealed, type WorkerSecrets } from './worker-secrets.js';

export type WorkerContent = Pick<StoredWorker, 'spec' | 'sealed'>;

const NOTHING_SEALED: SealedSecrets = { secureParameters: null, httpHeaders: {} };

/** The content of a worker in its stored form, with its secrets encrypted. */
export class WorkerContents {
  constructor(
    private readonly headers: SecretKeeper,
    private readonly others: WorkerSecrets,
  ) {}

  /** Throws VALIDATION_FAILED if a hidden secret is sent back that `before` does not have. */
  of(written: WorkerReplacement, before: StoredWorker | null): WorkerContent {
    const { httpHeaders, id: _i, version: _v, createdAt: _c, updatedAt: _u, updatedBy: _b, ...rest } = written;
    const { warnings: _w, ...spec } = rest;
    const sealed = { ...NOTHING_SEALED, ...before?.sealed };
    const unmasked = unmask({ httpHeaders }, this.headers.open(sealed));
    if (!unmasked.ok) throw invalidInput(unmasked.problems);
    const problems: FieldProblem[] = [];
    const plain = revealed(spec, before && this.others.open(before.spec), problems);
    refuseProblems(problems);
    return {
      spec: this.others.seal(plain, before?.spec ?? null),
      sealed: { httpHeaders: this.headers.seal(unmasked.secrets, sealed).httpHeaders },
    };
  }

  /** The worker as it may be sent back. */
  contentsOf({ spec, sealed }: StoredWorker): JsonValue {
    const contents = { ...this.others.open(spec), httpHeaders: masked(sealed.httpHeaders) };
    // The value passes through JSON, as if it were sent: undefined fields are left out.
    return jsonValue.parse(parseJson(JSON.stringify(contents)));
  }

  areSame(a: WorkerContent, b: WorkerContent): boolean {
    const [headersOfA, headersOfB] = [a, b].map(({ sealed }) => this.headers.openHeaders(sealed.httpHeaders));
    return sameJson(this.others.open(a.spec), this.others.open(b.spec)) && sameJson(headersOfA, headersOfB);
  }
}
