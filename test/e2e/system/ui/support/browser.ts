/** Debian's Chromium, driven as a person would: installed where it is missing and that can be done. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

const EXECUTABLE = '/usr/bin/chromium';
const SWITCHES = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'];
/** It asks nobody for updates or addresses of its own. */
const QUIET = ['--disable-background-networking', '--disable-component-update', '--disable-sync'];

function install(): void {
  const hint = 'these tests need Chromium: apt-get install chromium';
  if (process.getuid?.() !== 0) throw new Error(hint);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', 'chromium'],
  ]) {
    const { status, stderr } = spawnSync('apt-get', args, { env, encoding: 'utf8' });
    if (status !== 0) throw new Error(`${hint}; apt-get ${args[0] ?? ''} failed: ${stderr}`);
  }
}

/** `hosts`: by name, where it finds them instead of asking for their address: host and port. */
export async function startBrowser(hosts: Readonly<Record<string, string>> = {}): Promise<Browser> {
  if (!existsSync(EXECUTABLE)) install();
  const rules = Object.entries(hosts).map(([name, place]) => `MAP ${name} ${place}`);
  const found = rules.length === 0 ? [] : [`--host-resolver-rules=${rules.join(', ')}`];
  return chromium.launch({ executablePath: EXECUTABLE, args: [...SWITCHES, ...QUIET, ...found] });
}
