import { chromium } from 'playwright-core';
import { readFileSync } from 'node:fs';
const { token, uiUrl } = JSON.parse(readFileSync('/tmp/ui-qs/quickstart.json','utf8'));
const scheme = process.env.SCHEME ?? 'light';
const width = Number(process.env.W ?? 1280), height = Number(process.env.H ?? 860);
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox','--disable-gpu','--disable-quic','--no-first-run','--disable-background-networking','--disable-component-update','--disable-sync'] });
const ctx = await browser.newContext({ viewport: { width, height }, colorScheme: scheme, timezoneId: 'Europe/Berlin' });
await ctx.addInitScript((t) => localStorage.setItem('carillon.token', t), token);
const page = await ctx.newPage();
page.on('console', (m) => { if (m.type() !== 'debug') console.log('console', m.type(), m.text()); });
page.on('pageerror', (e) => console.log('pageerror', e.message));
page.on('response', (r) => { if (r.status() >= 400) console.log(r.status(), r.url()); });
for (const each of process.argv.slice(2)) {
  const [name, hash, ...acts] = each.split('|');
  await page.goto(uiUrl + '#' + hash);
  await page.waitForTimeout(1800);
  for (const act of acts) { const [k, v] = act.split('='); if (k === 'click') await page.getByRole('button', { name: v }).first().click(); if (k==='tab') await page.getByRole('tab', { name: v }).click(); if (k==='text') await page.getByText(v).first().click(); if (k==='eval') await page.evaluate(v); await page.waitForTimeout(1200); }
  await page.screenshot({ path: `/tmp/shots/${name}.png`, fullPage: process.env.FULL === '1' });
}
await browser.close();
