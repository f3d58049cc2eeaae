/** Sends mail by SMTP. Only this file uses nodemailer. Of the answer of a server only the code is reported, never the text. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import nodemailer from 'nodemailer';
import type SMTPTransport from 'nodemailer/lib/smtp-transport/index.js';
import { DEFAULT_MAIL_PORT } from '#common/spec/channel.js';
import { serverName } from '#common/domain/server-name.js';
import { messageOf } from '#common/errors/app-error.js';
import { AddressNotAllowed, type AddressGuard } from '../engines/webservice/address-guard.js';
import type { RecipientAnswer } from '#common/run/notice.js';
import type { TryResult } from './core/after-try.js';
import { mailResult, recipientsLeft } from './core/mail-result.js';
import type { Mail, MailTarget } from '#common/notices/channel-request.js';

const CONNECT_TIMEOUT_MS = 5_000;
const TIMEOUT_MS = 10_000;

/** Servers distrust the name of a pod, and nodemailer's `[127.0.0.1]` in its place; the domain of the sender is one that they relay for. */
const nameFor = (from: string): string => serverName(from.slice(from.lastIndexOf('@') + 1));

export class Mailer {
  constructor(
    private readonly guard: Pick<AddressGuard, 'checkHost' | 'lookup'>,
    /** The authorities that may issue certificates of mail servers, in place of the public ones. */
    private readonly trust?: SecureContext,
  ) {}

  /** Sends to the recipients that have no final answer yet, and returns the result for all of them. */
  async send(target: MailTarget, mail: Mail, answered: readonly RecipientAnswer[] = []): Promise<TryResult> {
    const to = recipientsLeft(mail.to, answered);
    if (to.length === 0) return mailResult([], [], answered);
    let connection: Socket | null = null;
    try {
      connection = await this.connected(target);
      const transport = nodemailer.createTransport(this.optionsFor(target, connection));
      const headers = { 'Auto-Submitted': 'auto-generated' };
      const safe = { headers, disableFileAccess: true, disableUrlAccess: true };
      const envelope = { from: mail.from, to };
      const sent = await transport.sendMail({ ...mail, ...safe, to: [...mail.to], envelope });
      return mailResult(to, refusalsIn(sent), answered);
    } catch (error) {
      connection?.destroy();
      if (error instanceof AddressNotAllowed) return { type: 'forbidden', message: error.message };
      const refused = refusalsIn(error);
      return refused.length === to.length ? mailResult(to, refused, answered) : failureOf(error);
    }
  }

  private optionsFor(
    { host, from, security = 'starttls', user, password }: MailTarget,
    connection: Socket,
  ): SMTPTransport.Options {
    return {
      connection,
      name: nameFor(from),
      secure: security === 'tls',
      requireTLS: security === 'starttls',
      ignoreTLS: security === 'none',
      tls: { servername: serverName(host), ...(this.trust !== undefined && { secureContext: this.trust }) },
      greetingTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
      ...(user !== undefined && password !== undefined && { auth: { user, pass: password } }),
    };
  }

  /** Tries the addresses of the host one after the other, once all of them are checked. */
  private async connected({ host, port = DEFAULT_MAIL_PORT }: MailTarget): Promise<Socket> {
    this.guard.checkHost(host);
    const socket = connect({ host, port, lookup: this.guard.lookup });
    // Nobody else may listen when it breaks off.
    socket.on('error', () => undefined);
    socket.setTimeout(CONNECT_TIMEOUT_MS, () => {
      socket.destroy(new Error(`no connection to the mail server within ${CONNECT_TIMEOUT_MS} ms`));
    });
    await once(socket, 'connect');
    return socket.setTimeout(0);
  }
}

/** The recipients that the server has refused, with its answers. */
function refusalsIn(result: unknown): RecipientAnswer[] {
  const { rejectedErrors = [] } = Object(result) as Pick<SMTPTransport.SentMessageInfo, 'rejectedErrors'>;
  return rejectedErrors.map(({ recipient = '', responseCode = 0 }) => ({ address: recipient, status: responseCode }));
}

function failureOf(error: unknown): TryResult {
  const { responseCode, command } = Object(error) as { responseCode?: unknown; command?: unknown };
  if (typeof responseCode !== 'number') return { type: 'failed', message: messageOf(error) };
  const toCommand = typeof command === 'string' ? ` to ${command.slice(0, 20)}` : '';
  return { type: 'failed', status: responseCode, message: `the mail server answered ${responseCode}${toCommand}` };
}
