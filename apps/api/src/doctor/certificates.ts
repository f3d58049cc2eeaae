import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Certificate } from './core/certificate-findings.js';

const DAY_MS = 86_400_000;
const IN_PEM = /-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----/gs;

/** The certificate of each file that expires first. A file that cannot be read counts as expired: no connection can be made with it. */
export async function daysLeftOf(
  files: Readonly<Record<string, string | undefined>>,
  now: number,
): Promise<readonly Certificate[]> {
  const named = Object.entries(files).flatMap(([name, path]) => (path === undefined ? [] : [{ name, path }]));
  return Promise.all(
    named.map(async ({ name, path }) => {
      const ends = await endsIn(path).catch(() => []);
      return { name, daysLeft: ends.length === 0 ? -1 : (Math.min(...ends) - now) / DAY_MS };
    }),
  );
}

async function endsIn(path: string): Promise<readonly number[]> {
  const found = (await readFile(path, 'utf8')).match(IN_PEM) ?? [];
  return found.map((pem) => Date.parse(new X509Certificate(pem).validTo));
}
