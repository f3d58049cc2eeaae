/** Secrets of definitions that are written as masks: whoever edits a definition sees no secret, and sends its mask back. */
import type { SecretBox } from '#common/crypto/secret-box.js';
import { MASK } from '#common/domain/mask.js';
import type { Problem } from '#common/errors/app-error.js';

/** Encrypts a written secret; a mask stands for the stored one. A mask without a stored secret is a problem. */
export function sealedOrKept(
  box: Pick<SecretBox, 'seal' | 'reseal'>,
  { value, path, kept }: { readonly value: string; readonly path: string; readonly kept: unknown },
  problems: Problem[],
): string {
  if (value !== MASK) return box.seal(value);
  if (typeof kept === 'string') return box.reseal(kept);
  problems.push({ path, message: 'is masked, but no stored secret exists: give the secret itself' });
  return value;
}
