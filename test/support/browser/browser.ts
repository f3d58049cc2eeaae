/** Debian's Chromium, driven as a person would: installed where it is missing and that can be done. */
import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';
import { installDebianPackage } from '#testing/debian-package.js';

const EXECUTABLE = '/usr/bin/chromium';
const SWITCHES = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'];
/** It requests no updates and no addresses of its own. */
const QUIET = ['--disable-background-networking', '--disable-component-update', '--disable-sync'];

/** `hosts`: by name, the host and port to use instead of a DNS lookup. */
export async function startBrowser(hosts: Readonly<Record<string, string>> = {}): Promise<Browser> {
  if (!existsSync(EXECUTABLE)) installDebianPackage('chromium', 'these tests');
  const rules = Object.entries(hosts).map(([name, place]) => `MAP ${name} ${place}`);
  const found = rules.length === 0 ? [] : [`--host-resolver-rules=${rules.join(', ')}`];
  return chromium.launch({ executablePath: EXECUTABLE, args: [...SWITCHES, ...QUIET, ...found] });
}
