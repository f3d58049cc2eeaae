import type { Run } from '#common/domain/run.js';
import type { RunSpec } from '#common/domain/spec.js';
import type { RunSecrets } from '#common/secrets/run-secrets.js';
import { attemptOf, type Input } from '../core/inputs.js';
import { carriesText, hideTexts } from '../core/told-texts.js';

/** Hides the secrets of a run in everything that is told of it, before a turn takes it in. */
export class OutsideTexts {
  constructor(private readonly secrets: Pick<RunSecrets, 'maskOf'>) {}

  /** Throws AppError UNAVAILABLE where the secrets cannot be read now: then nothing is taken in. */
  async hide(run: Run, spec: RunSpec, inputs: readonly Input[]): Promise<readonly Input[]> {
    const attempts = inputs.flatMap((input) =>
      carriesText(input) && input.type !== 'command' ? [attemptOf(input)] : [],
    );
    if (attempts.length === 0) return inputs;
    const mask = await this.secrets.maskOf(run, spec, [...new Set(attempts)]);
    return inputs.map((input) => hideTexts(mask, input));
  }
}
