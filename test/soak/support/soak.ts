/** The course of a soak: begin, freeze and kill, let all processes continue, drain, judge. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { SERVICES } from '#common/domain/service-name.js';
import { messageOf } from '#common/errors/app-error.js';
import { createLogger } from '#common/logging/logger.js';
import { Mongo } from '#common/mongo/mongo.js';
import type { ApiClient } from '#testing/api-client.js';
import { allProcesses } from '#testing/product/process-tree.js';
import { WorkerProcess } from '#testing/product/worker-process.js';
import { Random } from '../../simulation/support/random.js';
import { Books } from './books.js';
import { Freezes, type Stroke } from './freezes.js';
import { climb, type Climb } from './climb.js';
import { defineJobs, defineWorkers, type SoakJob } from './jobs.js';
import { ManualRuns } from './manual-runs.js';
import { PlainService } from './plain-service.js';
import { Replicas } from './replicas.js';
import { BUILD_MS, SlowBuilds } from './slow-builds.js';
import { blame, judge, type Verdict } from './verdict.js';
import { makeWaiting } from './waiting-jobs.js';

export interface SoakSettings {
  readonly root: string;
  readonly folder: string;
  readonly say: (line: string) => void;
  readonly seconds: number;
  readonly seed: number;
  readonly replicas: number;
  readonly scale: number;
  /** Duration of a step of the search for the highest rate, half of which replaces `scale`; 0: it is not searched for. */
  readonly climb: number;
  /** Schedules of which nothing is due meanwhile. */
  readonly schedules: number;
  /** Percentage of the frozen processes that are killed. */
  readonly kills: number;
}

export interface SoakReport extends Verdict {
  readonly settings: Readonly<Record<string, number>>;
  readonly highest: Omit<Climb, 'jobs'> | null;
  readonly drainedAfterSeconds: number | null;
  readonly peakMemoryMiB: Readonly<Record<string, number>>;
  readonly warnings: Readonly<Record<string, unknown>>;
  readonly databaseTroubles: Readonly<Record<string, number>>;
  readonly diary: readonly Stroke[];
}

/** The worker may wait for an answer that was lost with the process that should have given it, and then calls again. */
const MAX_WORKER_MS = 120_000;
const WARM_UP_MS = 10_000;
/** After the last freeze: every job continues, every run ends, every stored callback is taken. */
const DRAIN_LIMIT_MS = 300_000;
const POLL_MS = 1_000;
const EDIT_TRIES = 30;
/** The services that share the shards: the api does not. */
const SHARED_BY = ['scheduler', 'executor', 'log-collector'] as const;
const MAX_MEMORY_MIB = 350;
const MAX_WARNINGS_PER_MINUTE = 600;
const SHOWN_MESSAGES = 15;

export class Soak {
  private readonly replicas: Replicas;
  private readonly ended = new AbortController();
  private readonly ledgerFile: string;
  private readonly plain: PlainService;
  private freezes: Freezes | undefined;
  private worker: WorkerProcess | undefined;
  private mongo: Mongo | undefined;

  constructor(private readonly settings: SoakSettings) {
    const { root, folder, replicas, seed, say } = settings;
    const random = new Random(seed).fork();
    const elections = { chance: () => random.next() };
    const wanted = { replicas, services: SERVICES, elections, indexBuildMs: BUILD_MS };
    this.replicas = new Replicas(root, folder, wanted, say);
    this.ledgerFile = join(folder, 'processes.txt');
    this.plain = new PlainService(seed);
  }

  async run(): Promise<SoakReport> {
    const { seconds, seed, schedules, kills, say } = this.settings;
    await this.replicas.startServers();
    this.mongo = await Mongo.connect(this.replicas.mongoUri, createLogger('soak', 'error'));
    const waiting = await makeWaiting(this.mongo, schedules);
    say(`${waiting.length} schedules wait for a later hour`);
    await this.replicas.startServices();
    this.worker = await WorkerProcess.start(this.settings.root);
    const [api] = this.replicas.apis;
    if (api === undefined) throw new Error('there is no api');
    const books = new Books(api);
    const plainUrl = await this.plain.listen();
    await defineWorkers(api, { url: this.worker.url, plainUrl, ledgerFile: this.ledgerFile });
    const verdict: Verdict = { faults: {}, counts: {} };
    const { scale, highest } = await this.chooseScale(api, books, verdict);
    const jobs = await defineJobs(api, scale);
    const manual = new ManualRuns(
      this.replicas.apis,
      jobs.filter(({ every }) => every === null),
    );
    say(`${jobs.length} jobs run`);
    const asking = new AbortController();
    const underWay = AbortSignal.any([asking.signal, this.ended.signal]);
    const builds = new SlowBuilds(this.mongo, this.replicas.mongoUri);
    const asked = Promise.all([manual.run(underWay), builds.run(underWay)]);
    await delay(WARM_UP_MS);
    this.freezes = new Freezes(this.replicas, { seed, shareOfKills: kills / 100 }, say);
    await this.freezes.run(seconds * 1_000, this.ended.signal);
    const thawed = Date.now();
    say('everything goes on');
    asking.abort();
    const spans = await this.endSlots(jobs, { books, thawed, verdict });
    const drained = await this.drain(books, verdict);
    await this.judgeShards(verdict);
    await asked;
    if (builds.done === 0) blame(verdict, 'migration', 'no index was built meanwhile');
    const { reports, working } = await this.worker.whenDone(MAX_WORKER_MS);
    if (working > 0) blame(verdict, 'left over', `${working} attempts are still at work`);
    const processLedger = existsSync(this.ledgerFile) ? readFileSync(this.ledgerFile, 'utf8').trim().split('\n') : [];
    const { diary } = this.freezes;
    const names = new Set(jobs.map(({ id }) => id));
    const ofJobs = reports.filter(({ job }) => names.has(job));
    const { requests } = this.plain;
    const judged = await judge({ books, jobs, reports: ofJobs, requests, processLedger, manual, diary, spans });
    for (const [kind, list] of Object.entries(judged.faults)) for (const each of list) blame(verdict, kind, each);
    await this.judgeStarts(new Set(reports.map(({ id }) => id)), verdict);
    const warnings = this.judgeServices(verdict);
    return {
      settings: { seconds, seed, replicas: this.settings.replicas, scale, schedules, kills },
      highest,
      counts: {
        ...judged.counts,
        requests: requests.length,
        manual: manual.accepted.size,
        killed: manual.killed.size,
        indexes: builds.done,
      },
      drainedAfterSeconds: drained === null ? null : Math.round((drained - thawed) / 1_000),
      peakMemoryMiB: Object.fromEntries(this.replicas.peakMemoryMiB),
      warnings,
      databaseTroubles: this.replicas.databaseTroubles,
      faults: verdict.faults,
      diary,
    };
  }

  /** Half of the highest that is kept up with, if that is to be searched for: its jobs have come to their end then. */
  private async chooseScale(
    api: ApiClient,
    books: Books,
    verdict: Verdict,
  ): Promise<{ readonly scale: number; readonly highest: SoakReport['highest'] }> {
    const { climb: stepSeconds, scale, say } = this.settings;
    if (stepSeconds === 0) return { scale, highest: null };
    const { jobs, ...highest } = await climb({ api, replicas: this.replicas, say }, stepSeconds);
    for (const { id, every } of jobs) if (every !== null) await this.disable(id);
    await this.drain(books, verdict);
    const half = Math.max(1, Math.round(highest.scale / 2));
    say(`the highest rate is ${highest.endedPerSecond} runs a second; ${half} times the jobs are half of it`);
    return { scale: half, highest };
  }

  /** Harmless when repeated. */
  async stop(): Promise<void> {
    this.ended.abort();
    this.freezes?.thaw();
    this.worker?.stop();
    this.plain.stop();
    await this.mongo?.close();
    this.mongo = undefined;
    await this.replicas.stop();
  }

  /** Waits until every job has run again, then switches its schedule off; up to that run its slots are judged. */
  private async endSlots(
    jobs: readonly SoakJob[],
    around: { readonly books: Books; readonly thawed: number; readonly verdict: Verdict },
  ): Promise<Map<string, { since: number; until: number }>> {
    const { books, thawed, verdict } = around;
    const deadline = Date.now() + DRAIN_LIMIT_MS;
    const spans = new Map<string, { since: number; until: number }>();
    for (const { id, every, madeAt } of jobs) {
      if (every === null) continue;
      let until = 0;
      while (until < thawed && Date.now() < deadline) {
        const newest = Date.parse((await books.newestRun(id))?.scheduledFor ?? '1970-01-01T00:00:00.000Z');
        // A run may be there ahead of its slot, which switching the schedule off takes back.
        until = Math.min(newest, Date.now());
        if (until < thawed) await delay(POLL_MS);
      }
      if (until < thawed) blame(verdict, 'slot', `${id}: no slot ran after everything went on`);
      spans.set(id, { since: madeAt, until });
    }
    for (const { id, every } of jobs) if (every !== null) await this.disable(id);
    return spans;
  }

  private async disable(job: string): Promise<void> {
    for (let tried = 1; ; tried++) {
      try {
        // 503: the scheduler did not answer in time; the change is stored and takes effect by itself.
        await this.replicas.apis[0]?.expect([200, 503], 'PATCH', `/jobs/${job}`, { body: { enabled: false } });
        return;
      } catch (error) {
        if (tried >= EDIT_TRIES) throw error;
        await delay(POLL_MS);
      }
    }
  }

  /** Waits until nothing is active and nothing is left; gives when, or null with the remaining work. */
  private async drain(books: Books, verdict: Verdict): Promise<number | null> {
    const deadline = Date.now() + DRAIN_LIMIT_MS;
    let last = '';
    for (;;) {
      const left = await this.leftOvers(books);
      if (left.length === 0) return Date.now();
      if (left.join('; ') !== last) this.settings.say(`left: ${left.join('; ')}`);
      last = left.join('; ');
      if (Date.now() > deadline) {
        for (const each of left) blame(verdict, 'left over', each);
        return null;
      }
      await delay(POLL_MS);
    }
  }

  private async leftOvers(books: Books): Promise<string[]> {
    const left: string[] = [];
    if (await books.hasRuns('QUEUED', 'RUNNING')) left.push('runs that are not final');
    // Commands stay for repeats of their request; once their run has applied them they are no work any more.
    const waiting = { inbox: {}, commands: { taken: { $ne: true } } } as const;
    for (const name of ['inbox', 'commands'] as const) {
      const count = (await this.mongo?.collection(name).countDocuments(waiting[name])) ?? 0;
      if (count > 0) left.push(`${count} documents of ${name}`);
    }
    const folders = readdirSync(this.replicas.spoolDir);
    if (folders.length > 0) left.push(`${folders.length} folders of the spool, such as ${folders[0]}`);
    const processes = allProcesses().filter(({ command }) => command.includes(this.ledgerFile));
    if (processes.length > 0) left.push(`${processes.length} processes of workers`);
    return left;
  }

  /** No start is given up that was never sent: its worker could not even have answered. */
  private async judgeStarts(called: ReadonlySet<string>, verdict: Verdict): Promise<void> {
    const attempts = this.mongo?.collection('attempts');
    const unknown = (await attempts?.find({ 'end.reason': 'StartUnknown' }).toArray()) ?? [];
    for (const { _id } of unknown) {
      blame(verdict, 'StartUnknown', `${_id}, ${called.has(_id) ? 'called' : 'its worker was never called'}`);
    }
  }

  private async judgeShards(verdict: Verdict): Promise<void> {
    for (const service of SHARED_BY)
      await this.replicas.untilShared(service).catch((error: unknown) => {
        blame(verdict, 'shards', messageOf(error));
      });
  }

  private judgeServices(verdict: Verdict): Record<string, unknown> {
    const { peakMemoryMiB, rates, databaseTroubles } = this.replicas;
    const untrue = databaseTroubles['rolledBackAnswered'] ?? 0;
    if (untrue > 0) blame(verdict, 'write concern', `${untrue} writes were answered and rolled back`);
    for (const [name, peak] of peakMemoryMiB) {
      if (peak > MAX_MEMORY_MIB) blame(verdict, 'memory', `${name} had ${peak} MiB`);
    }
    const worst = rates.worst();
    if (worst.count > MAX_WARNINGS_PER_MINUTE) blame(verdict, 'log flood', `${worst.count} warnings of ${worst.when}`);
    return { worst, bytes: rates.bytes, frequent: rates.frequent(SHOWN_MESSAGES) };
  }
}
