/** A Prometheus over a quickstart's services, with the rules of deploy/prometheus in a hurry: durations and what waits are a thirtieth. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse, stringify } from 'yaml';
import { z } from 'zod';
import { type RunningServer, startPrometheus } from '#embedded-servers';
import type { State } from './quickstart-process.js';

const HURRY = 30;
const SECONDS = { s: 1, m: 60, h: 3_600, d: 86_400 } as const;
const RULES = resolve('deploy/prometheus/alerts.yml');

const rulesSchema = z.object({
  groups: z.array(
    z.looseObject({
      interval: z.string().optional(),
      rules: z.array(
        z.looseObject({
          alert: z.string().optional(),
          record: z.string().optional(),
          expr: z.string(),
          for: z.string().optional(),
        }),
      ),
    }),
  ),
});
const vector = z.object({
  status: z.literal('success'),
  data: z.object({
    result: z.array(z.object({ metric: z.record(z.string(), z.string()), value: z.tuple([z.number(), z.string()]) })),
  }),
});
const matrix = z.object({
  status: z.literal('success'),
  data: z.object({
    result: z.array(
      z.object({ metric: z.record(z.string(), z.string()), values: z.array(z.tuple([z.number(), z.string()])) }),
    ),
  }),
});
export type Series = z.output<typeof matrix>['data']['result'][number];
export type Sample = z.output<typeof vector>['data']['result'][number];

const ruleFile = (): z.output<typeof rulesSchema> => rulesSchema.parse(parse(readFileSync(RULES, 'utf8')));
/** Alerts and recorded series, by name. */
export const prometheusRules = (): { name: string; expr: string }[] =>
  ruleFile().groups.flatMap(({ rules }) =>
    rules.map(({ alert, record, expr }) => ({ name: alert ?? record ?? '', expr })),
  );

/** Durations of a rule, such as `5m`, a thirtieth as long; at least a second. */
const hurried = (text: string): string =>
  text.replaceAll(/\b(\d+)([smhd])\b/g, (_, count: string, unit: keyof typeof SECONDS) => {
    return `${Math.max(1, Math.round((Number(count) * SECONDS[unit]) / HURRY))}s`;
  });
/** Ranges and offsets, and the number of runs that wait, which grows with time. What else is compared stays as it is. */
const hurriedExpr = (expr: string): string =>
  expr
    .replaceAll(/\[[^\]]+\]|offset \w+/g, hurried)
    .replace(
      /(carillon_stream_messages\{.*\}\)) > (\d+)$/,
      (_, what: string, count: string) => `${what} > ${Number(count) / HURRY}`,
    );

export class WatchingPrometheus {
  private server: RunningServer | null = null;
  private targets: readonly string[] = [];

  constructor(private readonly dataDir: string) {}

  /** Each service is one target of its own. */
  async start({ services }: State): Promise<void> {
    const rules = ruleFile().groups.map((group) => ({
      ...group,
      ...(group.interval !== undefined && { interval: hurried(group.interval) }),
      rules: group.rules.map((rule) => ({
        ...rule,
        expr: hurriedExpr(rule.expr),
        ...(rule.for !== undefined && { for: hurried(rule.for) }),
      })),
    }));
    const rulesPath = join(this.dataDir, 'rules.yml');
    writeFileSync(rulesPath, stringify({ groups: rules }));
    const config = join(this.dataDir, 'prometheus.yml');
    this.targets = Object.values(services).map(({ metricsUrl }) => new URL(metricsUrl).host);
    this.announce();
    writeFileSync(
      config,
      stringify({
        global: { scrape_interval: '1s', scrape_timeout: '1s', evaluation_interval: '1s' },
        rule_files: [rulesPath],
        scrape_configs: [
          { job_name: 'whatever', file_sd_configs: [{ files: [this.targetsPath], refresh_interval: '1s' }] },
        ],
      }),
    );
    this.server = await startPrometheus({ dataDir: this.dataDir, config, env: process.env, log: () => undefined });
  }

  /** One replica more, until the returned function is called. */
  watchAlso(metricsUrl: string): () => void {
    const before = this.targets;
    this.targets = [...before, new URL(metricsUrl).host];
    this.announce();
    return () => {
      this.targets = before;
      this.announce();
    };
  }

  async stop(): Promise<void> {
    await this.server?.stop();
  }

  private get targetsPath(): string {
    return join(this.dataDir, 'targets.json');
  }

  /** Replaced as a whole: Prometheus may read it at any moment. */
  private announce(): void {
    writeFileSync(`${this.targetsPath}.new`, JSON.stringify([{ targets: this.targets }]));
    renameSync(`${this.targetsPath}.new`, this.targetsPath);
  }

  /** Throws the error of the expression. */
  async query(expr: string): Promise<Sample[]> {
    return vector.parse(await this.ask('query', { query: expr })).data.result;
  }

  /** From `start` to `end`, in epoch seconds, each `step` seconds. */
  async queryRange(expr: string, range: { start: number; end: number; step: number }): Promise<Series[]> {
    const { start, end, step } = range;
    const asked = { query: expr, start: String(start), end: String(end), step: String(step) };
    return matrix.parse(await this.ask('query_range', asked)).data.result;
  }

  private async ask(path: string, asked: Readonly<Record<string, string>>): Promise<unknown> {
    const body = new URLSearchParams(asked);
    const answer = await fetch(`${this.server?.url ?? ''}/api/v1/${path}`, { method: 'POST', body });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${asked['query'] ?? ''}: ${text}`);
    return JSON.parse(text);
  }

  /** The names of the alerts that fire now, in order. */
  async firing(): Promise<string[]> {
    return this.alerts('firing');
  }

  /** Those whose condition holds, but not for long enough yet. */
  async pending(): Promise<string[]> {
    return this.alerts('pending');
  }

  /** Without those of error budgets: a fault of an earlier test stays in their windows. */
  private async alerts(state: 'firing' | 'pending'): Promise<string[]> {
    const samples = await this.query(
      `count by (alertname) (ALERTS{alertstate="${state}", alertname!~"Carillon.+Budget"})`,
    );
    return samples.map(({ metric }) => metric['alertname'] ?? '').sort();
  }
}
