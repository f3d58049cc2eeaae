/**
 * The objects that the attempts of a run share. Their names are unique and follow from the run, so every replica finds what
 * another one made; an annotation proves the owner. No state is kept that cannot be read from the cluster.
 */
import type { ShardSet } from '#common/domain/shards.js';
import { type RunId, asRunId } from '#common/domain/ids.js';
import { POD_ANNOTATIONS, siteOfRunSelector, siteSelector } from '#common/run/pod-contract.js';
import type { JsonObject } from '#common/spec/pod-template.js';
import { allOf } from '#common/runtime/continuing.js';
import { ApiError, isExisting } from '#common/kubernetes/api-client.js';
import type { FoundSite, RunSite, RunSites } from '../engine.js';
import { keysNames, siteNames, type Naming } from './core/pod-name.js';
import {
  markOf,
  RUN_POINTER,
  SITE_KINDS,
  siteObjects,
  withData,
  withKeys,
  type KeyPair,
  type SiteKind,
  type SiteObject,
} from './core/site-manifests.js';
import { siteMark } from '../../launch/run-site.js';
import { makePrivateKey, publicKeyLine } from '../ssh-keys.js';
import { RunMemory } from '../run-memory.js';
import type { ObjectRef, SiteApi } from './site-api.js';

export interface SitesOptions {
  readonly instance: string;
  readonly naming: Naming;
  /** The namespace of tenants without one of their own. */
  readonly namespace: () => string;
  /** Reads every namespace of ours. */
  readonly inAllNamespaces: <T>(kind: SiteKind, read: (namespace: string) => Promise<readonly T[]>) => Promise<T[]>;
}

interface Found extends FoundSite {
  readonly objects: readonly ObjectRef[];
}

export class KubernetesSites implements RunSites {
  /** The sites that this process has made, by run, each with a text of its listed hosts. */
  private readonly memory = new RunMemory();
  /** One function for each caller that waits for the site, which is made while one of the callers still wants it. */
  private readonly requesters = new Map<RunId, Set<() => boolean>>();

  constructor(
    private readonly api: SiteApi,
    private readonly options: SitesOptions,
  ) {}

  /** `stillWanted` is called before anything is made; each caller has its own function. Throws ApiError. */
  async prepare(site: RunSite, stillWanted = (): boolean => true): Promise<void> {
    const requesters = this.requesters.get(site.run) ?? new Set();
    this.requesters.set(site.run, requesters.add(stillWanted));
    try {
      await this.memory.once(site.run, siteMark(site), () =>
        this.make(site, () => [...requesters].some((wants) => wants())),
      );
    } finally {
      requesters.delete(stillWanted);
      if (requesters.size === 0) this.requesters.delete(site.run);
    }
  }

  async repair(site: RunSite, existing: FoundSite): Promise<void> {
    const keys = await this.keysOf(site);
    const objects = [...(isFound(existing) ? existing.objects : []), ...(keys ? [keys] : [])];
    const marks = new Map(objects.map(({ kind, name, annotations }) => [`${kind}/${name}`, markOf(annotations)]));
    const isWhole = this.objectsOf(site).every(
      (object) => marks.get(`${object.kind}/${object.name}`) === wantedMark(object, site),
    );
    if (isWhole) return;
    this.memory.forget(site.run);
    await this.prepare(site);
  }

  /** Runs whose objects this process made and that are gone are reported, too: as runs of which nothing was found. */
  async existing(shards: ShardSet): Promise<readonly FoundSite[]> {
    if (shards.size === 0) return [];
    const remembered = this.memory.runs(shards);
    const objects = await this.listAll(siteSelector(this.options.instance, shards));
    const byRun = new Map<RunId, ObjectRef[]>(remembered.map((run) => [run, []]));
    for (const object of objects) {
      const run = object.annotations[POD_ANNOTATIONS.run];
      if (run === undefined) continue;
      const others = byRun.get(asRunId(run)) ?? [];
      byRun.set(asRunId(run), [...others, object]);
    }
    return [...byRun].map(([run, ofRun]): Found => {
      return { run, objects: ofRun, things: ofRun.map(({ kind, name }) => `${kind}/${name}`) };
    });
  }

  async remove(site: RunSite, keep: { readonly claims: boolean }): Promise<void> {
    const namespace = this.namespaceOf(site);
    const objects = this.objectsOf(site).map(({ kind, name }) => ({ kind, name, namespace }));
    await this.removeObjects(site.run, [...objects, ...this.keysIn(site.run, namespace)], keep);
  }

  async discard(site: FoundSite, keep: { readonly claims: boolean }): Promise<void> {
    const objects = isFound(site) ? site.objects : [];
    // A run with keys has a service. Whether a run with a service has keys is unknown, because Secrets are not listed.
    const namespaces = new Set(objects.filter(({ kind }) => kind === 'services').map(({ namespace }) => namespace));
    const keys = [...namespaces].flatMap((namespace) => this.keysIn(site.run, namespace));
    await this.removeObjects(site.run, [...objects, ...keys], keep);
  }

  private async removeObjects(
    run: RunId,
    objects: readonly Omit<ObjectRef, 'annotations'>[],
    keep: { readonly claims: boolean },
  ): Promise<void> {
    const doomed = objects.filter(({ kind }) => !(keep.claims && kind === 'persistentvolumeclaims'));
    const keys = doomed.filter(isKeys);
    const others = doomed.filter((object) => !isKeys(object));
    await this.memory.undo(run, async () => {
      // A sweep finds the site by the other objects.
      await allOf(keys.map((object) => this.api.delete(object)));
      await allOf(others.map((object) => this.api.delete(object)));
    });
  }

  private async make(site: RunSite, stillWanted: () => boolean): Promise<void> {
    const namespace = this.namespaceOf(site);
    const make = async (objects: readonly SiteObject[]): Promise<void> =>
      allOf(objects.map((object) => this.makeOne(site, { object, namespace, stillWanted })));
    const objects = this.objectsOf(site);
    // Keys come last: they are in no list, and are found through the service.
    await make(objects.filter((object) => !isKeys(object)));
    await make(objects.filter(isKeys));
  }

  private async makeOne(
    site: RunSite,
    { object, namespace, stillWanted }: { object: SiteObject; namespace: string; stillWanted: () => boolean },
  ): Promise<void> {
    const { kind } = object;
    // Keys take long to make, and after a restart they usually exist.
    const former = kind === 'secrets' ? await this.ownOf(site, object, namespace) : null;
    if (former) return this.follow(site, { object, namespace, there: former });
    try {
      const manifest = kind === 'secrets' ? await this.keysManifest(site, object, namespace) : object.manifest;
      await this.api.create({ kind, namespace }, manifest, stillWanted);
    } catch (error) {
      if (!isExisting(error)) throw error;
      const there = await this.ownOf(site, object, namespace);
      if (!there) throw notOurs(object);
      await this.follow(site, { object, namespace, there });
    }
  }

  /** Updates what exists. */
  private async follow(
    site: RunSite,
    { object, namespace, there }: { object: SiteObject; namespace: string; there: ObjectRef },
  ): Promise<void> {
    if (markOf(there.annotations) === wantedMark(object, site)) return;
    const { kind, name, following } = object;
    await this.api.set({ kind, namespace, name }, following, { pointer: RUN_POINTER, is: site.run });
  }

  /** The manifest contains the existing keys of the run, if they were made under a former name. */
  private async keysManifest({ run }: RunSite, object: SiteObject, namespace: string): Promise<JsonObject> {
    for (const { name } of this.keysIn(run, namespace).slice(1)) {
      const data = await this.api.dataOf(namespace, name);
      if (data !== null) return withData(object, data);
    }
    return withKeys(object, await newPair());
  }

  /** The Secret with the run's keys under its present name; null if the run has none, or it does not exist. */
  private async keysOf(site: RunSite): Promise<ObjectRef | null> {
    const object = this.objectsOf(site).find(isKeys);
    return object ? this.ownOf(site, object, this.namespaceOf(site)) : null;
  }

  /** Every name that the Secret with the run's keys may have, the present one first. */
  private keysIn(run: RunId, namespace: string): readonly Omit<ObjectRef, 'annotations'>[] {
    return keysNames(run, this.options.naming).map((name) => ({ kind: 'secrets', namespace, name }));
  }

  /** Null if the object of this name was not made for this run. */
  private async ownOf(site: RunSite, { kind, name }: SiteObject, namespace: string): Promise<ObjectRef | null> {
    if (kind === 'secrets') {
      const there = await this.api.get({ kind, namespace, name });
      return there?.annotations[POD_ANNOTATIONS.run] === site.run ? there : null;
    }
    const selector = siteOfRunSelector(this.options.instance, site.run);
    const objects = await this.api.list(kind, namespace, selector);
    return objects.find((each) => each.name === name && each.annotations[POD_ANNOTATIONS.run] === site.run) ?? null;
  }

  private async listAll(selector: string): Promise<ObjectRef[]> {
    const lists = SITE_KINDS.filter((kind) => kind !== 'secrets').map((kind) =>
      this.options.inAllNamespaces(kind, (namespace) => this.api.list(kind, namespace, selector)),
    );
    return (await Promise.all(lists)).flat();
  }

  private objectsOf(site: RunSite): readonly SiteObject[] {
    return siteObjects(site, siteNames(site, this.options.naming), this.options.instance);
  }

  private namespaceOf({ namespace }: RunSite): string {
    return namespace ?? this.options.namespace();
  }
}

const isKeys = ({ kind }: Pick<SiteObject, 'kind'>): boolean => kind === 'secrets';

const isFound = (site: FoundSite): site is Found => 'objects' in site;

const wantedMark = ({ following }: SiteObject, site: RunSite): string =>
  Object.keys(following).length > 0 ? siteMark(site) : '';

async function newPair(): Promise<KeyPair> {
  const privateKey = await makePrivateKey();
  return { privateKey, publicKey: publicKeyLine(privateKey) };
}

const notOurs = ({ kind, name }: SiteObject): ApiError =>
  new ApiError(409, 'NamesTaken', `${kind} "${name}" exists already and was not created for this run`);
