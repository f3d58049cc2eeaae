/**
 * The forms of documents and messages that this version writes. A form is raised, in a release of its own, only when earlier releases
 * would misinterpret the new documents or messages, and never before a release that reads both (docs/operations.md, "Upgrades"). A
 * process that finds a later form than its own does not change the document or handle the message, and reports it.
 */

/** The form of stored documents, of all but those that have a later one for a reason of their own. */
export const FORM = 1 as number;
/**
 * The form of runs whose attempts end by the answer to their call, and of the schedules of their jobs: a release without them would take the
 * answer for the beginning of the work.
 */
export const CALL_FORM = 2 as number;
/** The form of runs and schedules of jobs with an identity: a release without them would start attempts without their tokens. */
export const IDENTITY_FORM = 3 as number;
/** The latest form that this version processes. */
export const NEWEST_FORM = Math.max(FORM, CALL_FORM, IDENTITY_FORM);
/** The form of messages. */
export const MESSAGE_FORM = 1 as number;

/** A document of form 1 has no stamp. `formed` is for the index that counts the others. */
export interface FormStamp {
  readonly form?: number;
  readonly formed?: true;
}

/** `form`: that of the document, if it has one for a reason of its own. */
export function stampOf(form = FORM): FormStamp {
  const written = Math.max(form, FORM);
  return written > 1 ? { form: written, formed: true } : {};
}

export const isNewer = ({ form = 1 }: FormStamp): boolean => form > NEWEST_FORM;
