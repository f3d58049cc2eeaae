/**
 * Hides secrets in the texts that engines and workers report. Every input passes `hideTexts` before it is decided on, stored or
 * published.
 */
import { hideInJson, type SecretMask } from '#common/domain/secret-mask.js';
import type { AttemptEnd, RunOutputs } from '#common/run/run.js';
import type { Found, Observation, StartResult } from '../engines/engine.js';
import type { Input } from './inputs.js';
import { REASONS } from './reasons.js';

/** False if the input contains no text: then the secrets of the run need not be read. */
export function hasText(input: Input): boolean {
  let hasSecret = false;
  const note = (text: string): string => {
    hasSecret ||= text !== '';
    return text;
  };
  hideTexts({ mayHide: () => false, hide: note, hideIn: note }, input);
  return hasSecret;
}

/** The same input with every secret in its texts hidden. */
export function hideTexts(mask: SecretMask, input: Input): Input {
  switch (input.type) {
    case 'observed':
      return { ...input, observation: hideInObservation(mask, input.observation) };
    case 'found':
      return { ...input, found: hideInFound(mask, input.found) };
    case 'startResult':
      return { ...input, result: hideInResult(mask, input.result) };
    case 'recorded':
      return { ...input, record: { ...input.record, ...hiddenRecord(mask, input.record) } };
    case 'status':
      return {
        ...input,
        message: input.message === null ? null : mask.hideIn(input.message),
        progress: input.progress === null ? null : hideInJson(mask, input.progress),
        ...hiddenOutputs(mask, input),
      };
    // Texts of people are kept as they are; the other inputs have no texts.
    case 'command':
    case 'seen':
    case 'sealing':
      return input;
    case 'sealed':
      return { ...input, ...hiddenOutputs(mask, input) };
  }
}

const hiddenOutputs = (
  mask: SecretMask,
  { outputs }: { readonly outputs?: RunOutputs | undefined },
): { readonly outputs?: RunOutputs } =>
  outputs === undefined ? {} : { outputs: hideInJson(mask, { ...outputs }) as RunOutputs };

const hideInEnd = (mask: SecretMask, end: AttemptEnd): AttemptEnd => ({ ...end, message: mask.hideIn(end.message) });

function hiddenRecord(
  mask: SecretMask,
  { end, progress, outputs }: Extract<Input, { type: 'recorded' }>['record'],
): Partial<Extract<Input, { type: 'recorded' }>['record']> {
  return {
    end: hideInEnd(mask, end),
    ...(progress !== undefined && { progress: hideInJson(mask, progress) }),
    ...hiddenOutputs(mask, { outputs }),
  };
}

function hideInObservation(mask: SecretMask, observation: Observation): Observation {
  if (observation.type === 'waiting') return { ...observation, message: mask.hideIn(observation.message) };
  if (observation.type !== 'ended') return observation;
  return { ...observation, end: hideInEnd(mask, observation.end), ...hiddenOutputs(mask, observation) };
}

const hideInFound = (mask: SecretMask, report: Found): Found =>
  report.type === 'ended' ? { ...report, end: hideInEnd(mask, report.end) } : report;

function hideInResult(mask: SecretMask, result: StartResult): StartResult {
  if (result.type === 'failed') return { ...result, end: hideInEnd(mask, result.end) };
  // Our own message about a secret that no worker received is kept: while secrets cannot be read, every other text is hidden.
  if (!('message' in result) || ('reason' in result && result.reason === REASONS.SecretUnreadable)) return result;
  return { ...result, message: mask.hideIn(result.message) };
}
