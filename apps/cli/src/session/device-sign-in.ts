/** Sign-in without a browser on this machine: a code is shown, and confirmed in a browser anywhere (RFC 8628). */
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { parseJson } from '#common/domain/parse-json.js';
import { CliError, NOT_FOUND } from '../errors.js';
import type { Host } from '../host.js';
import { harmless } from '../output/harmless.js';

const deviceAnswer = z.object({
  userCode: z.string(),
  address: z.url({ protocol: /^https?$/ }),
  addressWithCode: z.url({ protocol: /^https?$/ }).nullable(),
  expiresInSeconds: z.number().positive(),
  intervalSeconds: z.number().positive(),
  device: z.string(),
});
const session = z.object({ token: z.string(), expiresAt: z.string() });
export type SignedIn = z.output<typeof session>;
const waiting = z.object({ state: z.enum(['pending', 'slowDown']) });
const methods = z.object({ issuer: z.boolean() });
const problem = z.object({ detail: z.string() });

const MS = 1_000;
const REQUEST_TIMEOUT_MS = 15_000;
/** The seconds by which the interval grows if it was too short (RFC 8628, 3.5). */
const SLOWER_BY_SECONDS = 5;
const MAX_INTERVAL_SECONDS = 60;

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** Null if the server offers no such sign-in. Throws if it is denied, or not confirmed in time. */
export async function signInByDevice(server: string, host: Host): Promise<SignedIn | null> {
  // A server that does not answer is reported by the request that follows.
  const offered = await ask(server, 'methods', host).catch(() => null);
  if (offered?.status !== 200 || methods.safeParse(offered.body).data?.issuer !== true) return null;
  const answer = await ask(server, 'device', host, {});
  if (answer.status === NOT_FOUND) return null;
  const { device, ...instructions } = deviceAnswer.parse(requireOk(answer));
  const address = instructions.addressWithCode ?? instructions.address;
  host.err(`Open ${address} in a browser, on any device, and confirm the code ${harmless(instructions.userCode)}\n`);
  return poll(server, { ...instructions, device }, host);
}

async function poll(
  server: string,
  { device, intervalSeconds, expiresInSeconds }: z.output<typeof deviceAnswer>,
  host: Host,
): Promise<SignedIn> {
  const until = host.now() + expiresInSeconds * MS;
  let interval = intervalSeconds;
  while (host.now() < until) {
    await delay(Math.min(interval, MAX_INTERVAL_SECONDS) * MS, undefined, { signal: host.signal });
    const answer = await ask(server, 'device/token', host, { device }).catch((error: unknown) => {
      if (host.signal.aborted) throw error;
      return null;
    });
    // A server that is away for a moment, or asks for patience, is asked less often.
    if (answer === null || answer.status >= 500 || answer.status === 429) {
      interval = Math.min(2 * interval, MAX_INTERVAL_SECONDS);
      continue;
    }
    const state = waiting.safeParse(requireOk(answer)).data?.state;
    if (state === undefined) return session.parse(answer.body);
    if (state === 'slowDown') interval += SLOWER_BY_SECONDS;
  }
  throw new CliError('nobody confirmed the code in time', undefined, 'start the sign-in again: carillon login');
}

function requireOk({ status, body }: Answer): unknown {
  if (status < 300) return body;
  throw new CliError(`the sign-in failed: ${problem.safeParse(body).data?.detail ?? `the server answered ${status}`}`);
}

async function ask(server: string, path: string, { signal }: Host, body?: object): Promise<Answer> {
  const response = await fetch(`${server}/sign-in/${path}`, {
    signal: AbortSignal.any([signal, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]),
    redirect: 'manual',
    ...(body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: isJson(response) ? parseJson(text) : null };
}

const isJson = ({ headers }: Response): boolean => /[/+]json\b/.test(headers.get('content-type') ?? '');
