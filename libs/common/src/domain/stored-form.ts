/**
 * The forms of documents and messages that this version writes. A form is raised, in a release of its own, only when earlier releases
 * would misinterpret the new documents or messages, and never before a release that reads both (docs/operations.md, "Upgrades"). A
 * process that finds a later form than its own does not change the document or handle the message, and reports it.
 */

/** The form of stored documents. */
export const FORM = 1 as number;
/** The form of messages. */
export const MESSAGE_FORM = 1 as number;

/** A document of form 1 has no stamp. `formed` is for the index that counts the others. */
export interface FormStamp {
  readonly form?: number;
  readonly formed?: true;
}

export const formStamp: FormStamp = FORM > 1 ? { form: FORM, formed: true } : {};

export const isNewer = ({ form = 1 }: FormStamp): boolean => form > FORM;
