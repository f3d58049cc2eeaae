/** Sends mail by SMTP. Only this file uses nodemailer. Of the answer of a server only the code is reported, never the text. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import nodemailer from 'nodemailer';
import type SMTPTransport from 'nodemailer/lib/smtp-transport/index.js';
import { DEFAULT_MAIL_PORT } from '#common/spec/channel.js';
import { serverName } from '#common/domain/server-name.js';
import { messageOf } from '#common/errors/app-error.js';
import { AddressNotAllowed, type AddressGuard } from '../engines/webservice/address-guard.js';
import type { TryResult } from './core/after-try.js';
import type { Mail, MailTarget } from './channel-request.js';

const CONNECT_TIMEOUT_MS = 5_000;
const TIMEOUT_MS = 10_000;

export class Mailer {
  constructor(
    private readonly guard: Pick<AddressGuard, 'checkHost' | 'lookup'>,
    /** Certificates of authorities that sign certificates of mail servers, in place of the public authorities. */
    private readonly authorities?: string,
  ) {}

  async send(target: MailTarget, mail: Mail): Promise<TryResult> {
    let connection: Socket | null = null;
    try {
      connection = await this.connected(target);
      const transport = nodemailer.createTransport(this.optionsFor(target, connection));
      const headers = { 'Auto-Submitted': 'auto-generated' };
      await transport.sendMail({ ...mail, to: [...mail.to], headers, disableFileAccess: true, disableUrlAccess: true });
      return { type: 'delivered', status: 250 };
    } catch (error) {
      connection?.destroy();
      if (error instanceof AddressNotAllowed) return { type: 'forbidden', message: error.message };
      return failureOf(error);
    }
  }

  private optionsFor(
    { host, security = 'starttls', user, password }: MailTarget,
    connection: Socket,
  ): SMTPTransport.Options {
    return {
      connection,
      secure: security === 'tls',
      requireTLS: security === 'starttls',
      ignoreTLS: security === 'none',
      tls: { servername: serverName(host), ...(this.authorities !== undefined && { ca: this.authorities }) },
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

function failureOf(error: unknown): TryResult {
  const { responseCode, command } = Object(error) as { responseCode?: unknown; command?: unknown };
  if (typeof responseCode !== 'number') return { type: 'failed', message: messageOf(error) };
  const asked = typeof command === 'string' ? ` to ${command.slice(0, 20)}` : '';
  return { type: 'failed', status: responseCode, message: `the mail server answered ${responseCode}${asked}` };
}
