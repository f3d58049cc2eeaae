/** How long it takes to judge an expression, the more hostile the better: the bound is 10 ms. */
import { parseSchedule } from '#common/schedule/parse-schedule.js';
import { optionsOf } from '#testing/command-options.js';
import { summarize, type Summary } from '../percentiles.js';

const EXPRESSIONS = 100_000;
/** The minimum of so many tries is the time of the work; the rest is caused by the machine. */
const TRIES = 3;
const ITEMS = ['*', '?', 'L', 'LW', '31W', 'L-30', '6#5', '5L', 'H', 'H/59', 'H(0-7)/2', '0-59/59', '*/7', '30', '31'];
const NEVER = ['0 0 30 2 *', '0 0 31 2,4,6,9,11 *', '0 0 0 29 2 ? 2001-2003', '0 0 31W 2,4,6,9,11 ?', '0 0 L-30 2 *'];

interface Judged {
  readonly refused: Summary;
  readonly accepted: Summary;
  readonly slowest: string;
}

export function dialect(args: readonly string[]): Promise<Record<string, unknown>> {
  optionsOf('bench -- dialect', args, {});
  const times = { refused: [] as number[], accepted: [] as number[] };
  let slowest = { ms: 0, cron: '' };
  for (let i = 0; i < EXPRESSIONS; i++) {
    const cron = i % 10 === 0 ? (NEVER[(i / 10) % NEVER.length] ?? '') : hostile();
    const { ms, ok } = judge(cron);
    times[ok ? 'accepted' : 'refused'].push(ms);
    if (ms > slowest.ms) slowest = { ms, cron };
  }
  const judged: Judged = {
    refused: summarize(times.refused),
    accepted: summarize(times.accepted),
    slowest: slowest.cron,
  };
  return Promise.resolve({ milliseconds: judged });
}

function judge(cron: string): { ms: number; ok: boolean } {
  let least = Infinity;
  let ok = false;
  for (let i = 0; i < TRIES; i++) {
    const began = performance.now();
    ({ ok } = parseSchedule({ schedule: { cron, timezone: 'Europe/Prague' } }, { hashKey: 'bench/job', createdAt: 0 }));
    least = Math.min(least, performance.now() - began);
  }
  return { ms: least, ok };
}

function hostile(): string {
  const fields = 5 + Math.floor(Math.random() * 3);
  return Array.from({ length: fields }, () => Array.from({ length: 1 + length() }, item).join(',')).join(' ');
}

const length = (): number => (Math.random() < 0.1 ? Math.floor(Math.random() * 60) : 0);
const item = (): string => ITEMS[Math.floor(Math.random() * ITEMS.length)] ?? '*';
