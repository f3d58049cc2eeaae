/** The result of sending a mail to several recipients, of which its server answers each (RFC 5321, 4.2.1 and 4.5.4.1). Pure. */
import type { RecipientAnswer } from '#common/run/notice.js';
import type { TryResult } from './after-try.js';

const ACCEPTED = 250;
const PERMANENT = 500;
/** "Too many recipients", or no more room: a sender treats it as temporary (RFC 5321, 4.5.3.1.10). */
const NO_ROOM = 552;

const isFinal = ({ status }: RecipientAnswer): boolean => status < 400 || (status >= PERMANENT && status !== NO_ROOM);

/** The recipients that have no final answer yet. */
export function recipientsLeft(to: readonly string[], answered: readonly RecipientAnswer[]): string[] {
  const addresses = new Set(answered.map(({ address }) => keyOf(address)));
  return to.filter((address) => !addresses.has(keyOf(address)));
}

/**
 * @param sentTo The recipients of this try.
 * @param refused Those of them that the server did not accept now, with its answers. It has accepted all others.
 * @param before The final answers of earlier tries.
 */
export function mailResult(
  sentTo: readonly string[],
  refused: readonly RecipientAnswer[],
  before: readonly RecipientAnswer[],
): TryResult {
  const accepted = recipientsLeft(sentTo, refused).map((address) => ({ address, status: ACCEPTED }));
  const recipients = [...before, ...accepted, ...refused.filter(isFinal)];
  const deferred = refused.filter((each) => !isFinal(each));
  const never = recipients.filter(({ status }) => status !== ACCEPTED);
  if (deferred.length === 0 && never.length === 0) return { type: 'delivered', status: ACCEPTED };
  const message = [...never.map(refusalOf), ...deferred.map((each) => `${refusalOf(each)} for now`)].join('; ');
  const status = (deferred[0] ?? never[0])?.status ?? ACCEPTED;
  if (deferred.length > 0) return { type: 'failed', status, message, recipients };
  if (never.length === recipients.length) return { type: 'forbidden', status, message, recipients };
  return { type: 'delivered', status: ACCEPTED, message, recipients };
}

const refusalOf = ({ address, status }: RecipientAnswer): string => `the mail server refused ${address} (${status})`;

/** Mail programs write the domain of an address in lower case. */
const keyOf = (address: string): string => address.toLowerCase();
