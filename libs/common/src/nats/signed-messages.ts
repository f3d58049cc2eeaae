/** Headers of outgoing messages and answers, and the check of incoming ones: signature and deadline. */
import { headers, type MsgHdrs } from '@nats-io/transport-node';
import type { Contract } from '../messages/contract.js';
import { MESSAGE_FORM } from '../domain/stored-form.js';
import { AppError } from '../errors/app-error.js';
import { SIGNATURE_HEADER, type MessageSigner, type SignatureFault, type SignedParts } from './message-signer.js';

/** The requester's deadline, in epoch milliseconds of the shared database time. */
const DEADLINE_HEADER = 'Carillon-Deadline';
/** The form of the message (`domain/stored-form.ts`), where it is not 1. */
const FORM_HEADER = 'Carillon-Form';

/** How messages are signed, and what happens to unsigned ones. */
export interface Signatures {
  readonly signer: MessageSigner;
  /** Called for every message that is refused. */
  readonly onRefused: (contract: string, fault: SignatureFault) => void;
  /** Epoch milliseconds, while the time that all services agree on is not known. */
  readonly localTime: () => number;
}

/** A message as it came. */
export interface Received {
  readonly subject: string;
  readonly data: Uint8Array;
  readonly headers?: MsgHdrs | undefined;
}

/** Thrown for a message that can never be handled: it is terminated instead of delivered again. */
export class UnusableMessage extends Error {
  override readonly name = 'UnusableMessage';
  /** True where it was logged already. */
  readonly isExpected: boolean = false;
}

/** The message does not come from one of our services, or is too old. */
export class RefusedMessage extends UnusableMessage {
  override readonly isExpected = true;
}

export class SignedMessages {
  constructor(
    /** Epoch milliseconds; null while it is not known. */
    private readonly time: () => number | null,
    /** Without them nothing is signed and every message is accepted: for tests and tools. */
    private readonly signatures: Signatures | null,
  ) {}

  /** The headers of a message; `timeoutMs` where an answer is waited for. */
  headersFor(subject: string, data: string, timeoutMs?: number): { headers?: MsgHdrs } {
    const now = this.time();
    const deadline = timeoutMs === undefined || now === null ? '' : String(now + timeoutMs);
    if (!this.signatures && deadline === '' && MESSAGE_FORM === 1) return {};
    const sent = headers();
    if (MESSAGE_FORM > 1) sent.set(FORM_HEADER, String(MESSAGE_FORM));
    if (deadline !== '') sent.set(DEADLINE_HEADER, deadline);
    if (this.signatures) {
      const { signer, localTime } = this.signatures;
      sent.set(SIGNATURE_HEADER, signer.sign({ subject, deadline, data }, now ?? localTime()));
    }
    return { headers: sent };
  }

  /** The headers of the answer to a request: they are valid for this requester and this request only. */
  headersForAnswer(request: Pick<Received, 'headers'>, data: string): { headers?: MsgHdrs } {
    if (!this.signatures) return {};
    const { signer, localTime } = this.signatures;
    const sent = headers();
    sent.set(SIGNATURE_HEADER, signer.sign(partsOfAnswer(request, data), this.time() ?? localTime()));
    return { headers: sent };
  }

  /** Throws RefusedMessage where the message does not come from one of our services. */
  check(contract: Contract, { subject, data, headers: sent }: Received): void {
    const parts = { subject, deadline: sent?.get(DEADLINE_HEADER) ?? '', data };
    this.require(contract, sent, parts, contract.kind === 'durable' ? null : this.time());
  }

  /** Throws UNAVAILABLE where the message was sent by a newer version, whose messages this one does not understand. */
  checkForm(contract: Contract, { headers: sent }: Pick<Received, 'headers'>): void {
    const form = Number.parseInt(sent?.get(FORM_HEADER) ?? '', 10);
    if (form > MESSAGE_FORM)
      throw new AppError(
        'UNAVAILABLE',
        `a message of form ${form} on ${contract.template} was sent by a newer version of Carillon`,
      );
  }

  /** Throws RefusedMessage where the message is not the answer of one of our services to this very request. */
  checkAnswer(contract: Contract, request: Pick<Received, 'headers'>, { data, headers: sent }: Received): void {
    // The requester waits for less time than the greatest age of an answer.
    this.require(contract, sent, partsOfAnswer(request, data), null);
  }

  private require(contract: Contract, sent: MsgHdrs | undefined, parts: SignedParts, now: number | null): void {
    if (!this.signatures) return;
    const { signer, onRefused } = this.signatures;
    const fault = signer.faultOf(sent?.get(SIGNATURE_HEADER) ?? '', parts, now);
    if (fault === null) return;
    onRefused(contract.template, fault);
    throw new RefusedMessage(`a ${fault} message on ${contract.template} is refused`);
  }

  /** How long the sender still waits, in milliseconds; infinite where it does not say. */
  timeLeft({ headers: sent }: Pick<Received, 'headers'>): number {
    const deadline = Number.parseInt(sent?.get(DEADLINE_HEADER) ?? '', 10);
    const now = this.time();
    return now === null || Number.isNaN(deadline) ? Infinity : deadline - now;
  }
}

/** No subject contains a space, so an answer is never taken for a message; the request's signature represents the whole request. */
const partsOfAnswer = ({ headers: request }: Pick<Received, 'headers'>, data: Uint8Array | string): SignedParts => ({
  subject: `answer to ${request?.get(SIGNATURE_HEADER) ?? ''}`,
  deadline: '',
  data,
});
