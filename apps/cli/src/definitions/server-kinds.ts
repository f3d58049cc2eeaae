/**
 * How definitions of each kind are found, made, changed and removed over the API. The server judges what a file says: here it is
 * taken for what it should be.
 */
import { dataOf, itemsOf, type Client, type Schemas } from '#client/client.js';
import type { KindName, Spec } from './definition.js';

const PAGE = 500;
const DRY_RUN = { 'Carillon-Dry-Run': 'true' };

/** One kind on the server; `headers` are those of a dry run, or none. */
interface ServerKind {
  /** All that the caller sees of it; of one tenant where there is one to choose. */
  readonly list: (client: Client, tenant: string | undefined) => AsyncGenerator<Spec>;
  readonly create: (client: Client, wanted: Spec, headers: DryRun) => Promise<unknown>;
  readonly update: (client: Client, current: Spec, wanted: Spec, headers: DryRun) => Promise<unknown>;
  readonly remove: (client: Client, current: Spec) => Promise<unknown>;
}

type DryRun = Partial<typeof DRY_RUN>;

export const dryRunHeaders = (isDryRun: boolean): DryRun => (isDryRun ? DRY_RUN : {});

const idOf = ({ id }: Spec): string => String(id);
const tenantOf = ({ tenant }: Spec): string => String(tenant);
/** A page's query; `tenant` is left out where none is chosen. */
const paged = (cursor: string | undefined, tenant?: string): { limit: number; cursor?: string; tenant?: string } => ({
  limit: PAGE,
  ...(cursor !== undefined && { cursor }),
  ...(tenant !== undefined && { tenant }),
});

export const SERVER_KINDS: Readonly<Record<KindName, ServerKind>> = {
  Tenant: {
    list: (client) => itemsOf(async (cursor) => dataOf(client.GET('/tenants', { params: { query: paged(cursor) } }))),
    create: async (client, wanted, header) =>
      dataOf(client.POST('/tenants', { params: { header }, body: wanted as unknown as Schemas['NewTenant'] })),
    update: async (client, current, { id: _id, ...wanted }, header) =>
      dataOf(
        client.PATCH('/tenants/{id}', {
          params: { path: { id: idOf(current) }, header },
          body: replacing(current, wanted),
        }),
      ),
    remove: async (client, current) =>
      dataOf(client.DELETE('/tenants/{id}', { params: { path: { id: idOf(current) } } })),
  },
  Worker: {
    list: (client) => itemsOf(async (cursor) => dataOf(client.GET('/workers', { params: { query: paged(cursor) } }))),
    create: async (client, wanted, header) =>
      dataOf(client.POST('/workers', { params: { header }, body: wanted as unknown as Schemas['NewWorker'] })),
    update: async (client, current, wanted, header) =>
      dataOf(
        client.PUT('/workers/{id}', {
          params: { path: { id: idOf(current) }, header },
          body: wanted as unknown as Schemas['WorkerReplacement'],
        }),
      ),
    remove: async (client, current) =>
      dataOf(client.DELETE('/workers/{id}', { params: { path: { id: idOf(current) } } })),
  },
  Calendar: {
    list: (client, tenant) =>
      itemsOf(async (cursor) => dataOf(client.GET('/calendars', { params: { query: paged(cursor, tenant) } }))),
    create: async (client, wanted, header) =>
      dataOf(client.POST('/calendars', { params: { header }, body: wanted as unknown as Schemas['NewCalendar'] })),
    update: async (client, current, { id: _id, tenant: _tenant, ...wanted }, header) =>
      dataOf(
        client.PUT('/calendars/{id}', {
          params: { path: { id: idOf(current) }, query: { tenant: tenantOf(current) }, header },
          body: wanted,
        }),
      ),
    remove: async (client, current) =>
      dataOf(
        client.DELETE('/calendars/{id}', {
          params: { path: { id: idOf(current) }, query: { tenant: tenantOf(current) } },
        }),
      ),
  },
  Monitor: {
    list: (client, tenant) =>
      itemsOf(async (cursor) => dataOf(client.GET('/monitors', { params: { query: paged(cursor, tenant) } }))),
    create: async (client, wanted, header) =>
      dataOf(client.POST('/monitors', { params: { header }, body: wanted as unknown as Schemas['NewMonitor'] })),
    update: async (client, current, { id: _id, tenant: _tenant, ...wanted }, header) =>
      dataOf(
        client.PUT('/monitors/{id}', {
          params: { path: { id: idOf(current) }, query: { tenant: tenantOf(current) }, header },
          body: wanted as unknown as Schemas['MonitorReplacement'],
        }),
      ),
    remove: async (client, current) =>
      dataOf(
        client.DELETE('/monitors/{id}', {
          params: { path: { id: idOf(current) }, query: { tenant: tenantOf(current) } },
        }),
      ),
  },
  Rule: {
    list: (client, tenant) =>
      itemsOf(async (cursor) => dataOf(client.GET('/rules', { params: { query: paged(cursor, tenant) } }))),
    create: async (client, wanted, header) =>
      dataOf(client.POST('/rules', { params: { header }, body: wanted as unknown as Schemas['NewRule'] })),
    update: async (client, current, { id: _id, tenant: _tenant, ...wanted }, header) =>
      dataOf(
        client.PUT('/rules/{id}', {
          params: { path: { id: idOf(current) }, query: { tenant: tenantOf(current) }, header },
          body: wanted as unknown as Schemas['RuleReplacement'],
        }),
      ),
    remove: async (client, current) =>
      dataOf(
        client.DELETE('/rules/{id}', {
          params: { path: { id: idOf(current) }, query: { tenant: tenantOf(current) } },
        }),
      ),
  },
  Trigger: {
    list: (client, tenant) =>
      itemsOf(async (cursor) => dataOf(client.GET('/triggers', { params: { query: paged(cursor, tenant) } }))),
    create: async (client, wanted, header) =>
      dataOf(client.POST('/triggers', { params: { header }, body: wanted as unknown as Schemas['NewTrigger'] })),
    update: async (client, current, { id: _id, tenant: _tenant, ...wanted }, header) =>
      dataOf(
        client.PUT('/triggers/{id}', {
          params: { path: { id: idOf(current) }, query: { tenant: tenantOf(current) }, header },
          body: wanted as unknown as Schemas['TriggerReplacement'],
        }),
      ),
    remove: async (client, current) =>
      dataOf(
        client.DELETE('/triggers/{id}', {
          params: { path: { id: idOf(current) }, query: { tenant: tenantOf(current) } },
        }),
      ),
  },
  Job: {
    list: (client, tenant) =>
      itemsOf(async (cursor) =>
        dataOf(client.GET('/jobs', { params: { query: { ...paged(cursor, tenant), archived: 'any' } } })),
      ),
    create: async (client, wanted, header) =>
      dataOf(client.POST('/jobs', { params: { header }, body: wanted as unknown as Schemas['NewJob'] })),
    update: async (client, current, { id: _id, ...wanted }, header) =>
      dataOf(
        client.PUT('/jobs/{id}', {
          params: { path: { id: idOf(current) }, header },
          body: wanted as unknown as Schemas['JobReplacement'],
        }),
      ),
    remove: async (client, current) => dataOf(client.DELETE('/jobs/{id}', { params: { path: { id: idOf(current) } } })),
  },
};

/** A merge patch that makes the fields which it names what they say: what they do not name any more, it takes away. */
export function replacing(current: Spec, wanted: Spec): Spec {
  return Object.fromEntries(
    Object.entries(wanted).map(([name, value]) => {
      const before = current[name];
      if (!isObject(value) || !isObject(before)) return [name, value];
      const gone = Object.keys(before).filter((field) => !(field in value));
      return [name, { ...replacing(before, value), ...Object.fromEntries(gone.map((field) => [field, null])) }];
    }),
  );
}

const isObject = (value: unknown): value is Spec =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
