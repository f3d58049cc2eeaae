/** Sends mail by SMTP. Only this file uses nodemailer. Of the answer of a server only the code is reported, never the text. */
import nodemailer from 'nodemailer';
import type SMTPTransport from 'nodemailer/lib/smtp-transport/index.js';
import { DEFAULT_MAIL_PORT } from '#common/spec/channel.js';
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
    try {
      // The connection is made to the checked address only.
      const transport = nodemailer.createTransport(this.optionsFor(target, await this.addressOf(target.host)));
      const headers = { 'Auto-Submitted': 'auto-generated' };
      await transport.sendMail({ ...mail, to: [...mail.to], headers, disableFileAccess: true, disableUrlAccess: true });
      return { type: 'delivered', status: 250 };
    } catch (error) {
      if (error instanceof AddressNotAllowed) return { type: 'forbidden', message: error.message };
      return failureOf(error);
    }
  }

  private optionsFor(
    { host, port = DEFAULT_MAIL_PORT, security = 'starttls', user, password }: MailTarget,
    address: string,
  ): SMTPTransport.Options {
    return {
      host: address,
      port,
      secure: security === 'tls',
      requireTLS: security === 'starttls',
      ignoreTLS: security === 'none',
      tls: { servername: host, ...(this.authorities !== undefined && { ca: this.authorities }) },
      connectionTimeout: CONNECT_TIMEOUT_MS,
      greetingTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
      ...(user !== undefined && password !== undefined && { auth: { user, pass: password } }),
    };
  }

  private async addressOf(host: string): Promise<string> {
    this.guard.checkHost(host);
    return new Promise((resolve, reject) => {
      this.guard.lookup(host, {}, (error, address) => {
        if (error !== null) reject(error);
        else resolve(typeof address === 'string' ? address : (address[0]?.address ?? host));
      });
    });
  }
}

function failureOf(error: unknown): TryResult {
  const { responseCode, command } = Object(error) as { responseCode?: unknown; command?: unknown };
  if (typeof responseCode !== 'number') return { type: 'failed', message: messageOf(error) };
  const asked = typeof command === 'string' ? ` to ${command.slice(0, 20)}` : '';
  return { type: 'failed', status: responseCode, message: `the mail server answered ${responseCode}${asked}` };
}
