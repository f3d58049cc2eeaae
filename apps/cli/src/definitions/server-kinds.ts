/**
 * How definitions of each kind are found, made, changed and removed over the API. The server validates the content of files; this code
 * assumes that it is valid.
 */
import type { Client } from '#client/client.js';
import { listAt, request } from '../session/any-path.js';
import { MASK } from '#common/domain/mask.js';
import type { KindName, Spec } from './definition.js';

const PAGE = 500;
const DRY_RUN = { 'Carillon-Dry-Run': 'true' };

/** One kind on the server; `headers` are the headers of a dry run, or none. */
interface ServerKind {
  /** Lists all objects of the kind that the caller may see; of one tenant, if one is chosen. */
  readonly list: (client: Client, tenant: string | undefined) => AsyncGenerator<Spec>;
  readonly create: (client: Client, wanted: Spec, headers: DryRun) => Promise<unknown>;
  readonly update: (client: Client, current: Spec, wanted: Spec, headers: DryRun) => Promise<unknown>;
  readonly remove: (client: Client, current: Spec) => Promise<unknown>;
  /** Creates some objects by one request, each as if it were requested alone. Absent: the API has no such request. */
  readonly createMany?: (client: Client, wanted: readonly Spec[]) => Promise<readonly CreatedPart[]>;
}

/** The answer for one of these objects; a refusal has the fields of a problem document. */
interface CreatedPart {
  readonly status: number;
  readonly code?: string;
}

type DryRun = Partial<typeof DRY_RUN>;

export const dryRunHeaders = (isDryRun: boolean): DryRun => (isDryRun ? DRY_RUN : {});

/** The differences between kinds. */
interface Differences {
  /** The query of lists, besides the page. */
  readonly listed?: (tenant: string | undefined) => object;
  /** The query that names an object, besides its id in the path. */
  readonly named?: (current: Spec) => object;
  readonly method?: 'PUT' | 'PATCH';
  /** The body of a change. */
  readonly changed?: (current: Spec, wanted: Spec) => Spec;
}

type Path = '/tenants' | '/channels' | '/workers' | '/calendars' | '/monitors' | '/rules' | '/triggers' | '/jobs';

function kindAt(path: Path, differences: Differences = {}): ServerKind {
  const { listed, named, method = 'PUT', changed = (_current: Spec, wanted: Spec): Spec => wanted } = differences;
  const one = `${path}/{id}` as const;
  const address = (current: Spec): { path: { id: string }; query: object } => ({
    path: { id: String(current['id']) },
    query: named?.(current) ?? {},
  });
  return {
    list: (client, tenant) => listAt(client, path, { limit: PAGE, ...listed?.(tenant) }),
    create: async (client, wanted, header) => request(client, 'POST', path, { params: { header }, body: wanted }),
    update: async (client, current, wanted, header) =>
      request(client, method, one, { params: { ...address(current), header }, body: changed(current, wanted) }),
    remove: async (client, current) => request(client, 'DELETE', one, { params: address(current) }),
  };
}

/** A list hides secrets; a worker that has some is read alone, which shows them to those who may see them. */
async function* workersOf(client: Client): AsyncGenerator<Spec> {
  for await (const listed of listAt<Spec>(client, '/workers', { limit: PAGE }))
    yield JSON.stringify(listed).includes(MASK)
      ? await request<Spec>(client, 'GET', '/workers/{id}', { params: { path: { id: String(listed['id']) } } })
      : listed;
}

const withoutId = ({ id: _id, ...rest }: Spec): Spec => rest;
const ofTenant = (tenant: string | undefined): object => (tenant === undefined ? {} : { tenant });

/** The ids of these kinds are unique only in their tenants, so requests name the tenant beside the id. */
const NAMED_IN_TENANT: Differences = {
  listed: ofTenant,
  named: ({ tenant }) => ({ tenant: String(tenant) }),
  changed: (_current, { tenant: _tenant, ...wanted }) => withoutId(wanted),
};

export const SERVER_KINDS: Readonly<Record<KindName, ServerKind>> = {
  Tenant: kindAt('/tenants', { method: 'PATCH', changed: (current, wanted) => replacing(current, withoutId(wanted)) }),
  Channel: kindAt('/channels', NAMED_IN_TENANT),
  Worker: { ...kindAt('/workers'), list: workersOf },
  Calendar: kindAt('/calendars', NAMED_IN_TENANT),
  Monitor: kindAt('/monitors', NAMED_IN_TENANT),
  Rule: kindAt('/rules', NAMED_IN_TENANT),
  Trigger: kindAt('/triggers', NAMED_IN_TENANT),
  Job: {
    ...kindAt('/jobs', {
      listed: (tenant) => ({ ...ofTenant(tenant), archived: 'any' }),
      changed: (_current, wanted) => withoutId(wanted),
    }),
    createMany: async (client, wanted) => {
      const body = { jobs: wanted };
      return (await request<{ readonly items: CreatedPart[] }>(client, 'POST', '/jobs:batch', { params: {}, body }))
        .items;
    },
  },
};

/** A merge patch that replaces the named fields as a whole: values inside them that are not wanted any more are removed. */
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
