import type { Gap } from '#common/schedule/schedule-state.js';
import { BackfillsStore } from '#common/mongo/backfills.store.js';
import { CalendarsStore } from '#common/mongo/calendars.store.js';
import { CommandsStore } from '#common/mongo/commands.store.js';
import { GapsStore } from '#common/mongo/gaps.store.js';
import { JobsStore } from '#common/mongo/jobs.store.js';
import { MongoLimitDocuments } from '#common/mongo/limit-documents.js';
import { LimitsStore } from '#common/mongo/limits.store.js';
import type { StoredDocument } from '#common/mongo/document.js';
import { RequestsStore } from '#common/mongo/requests.store.js';
import { RunReads } from '#common/mongo/run-reads.js';
import { RunsStore } from '#common/mongo/runs.store.js';
import { SchedulesStore } from '#common/mongo/schedules.store.js';
import { SpecsStore } from '#common/mongo/specs.store.js';
import { TenantsStore } from '#common/mongo/tenants.store.js';
import { WorkersStore } from '#common/mongo/workers.store.js';
import { freshMongo } from '#testing/servers.js';
import { storesSuite } from '../../simulation/support/stores-suite.js';

storesSuite(async () => {
  const { mongo, drop } = await freshMongo();
  const runs = new RunsStore(mongo);
  const jobs = new JobsStore(mongo);
  const workers = new WorkersStore(mongo);
  const tenants = new TenantsStore(mongo);
  const calendars = new CalendarsStore(mongo);
  return {
    stores: {
      schedules: new SchedulesStore(mongo),
      runs,
      reads: new RunReads(mongo),
      gaps: new GapsStore(mongo),
      limits: new LimitsStore(new MongoLimitDocuments(mongo)),
      requests: new RequestsStore(mongo),
      commands: new CommandsStore(mongo),
      jobs,
      workers,
      specs: new SpecsStore(mongo),
      tenants,
      calendars,
      backfills: new BackfillsStore(mongo),
    },
    putJob: async (job) => {
      await jobs.insert(job, 'test');
    },
    putWorker: async (worker) => {
      await workers.insert(worker, 'test');
    },
    putTenant: async (tenant) => {
      await tenants.insert(tenant, 'test');
    },
    putCalendar: async (calendar) => {
      await calendars.insert(calendar, 'test');
    },
    remove: async (run) => {
      await runs.remove(run, Date.now());
    },
    gapsOf: async (job) => {
      const found = await mongo
        .collection<Gap & StoredDocument>('gaps')
        .find({ job }, { sort: { from: 1 } })
        .toArray();
      return found.map(({ _id, ...gap }) => gap);
    },
    close: drop,
  };
});
