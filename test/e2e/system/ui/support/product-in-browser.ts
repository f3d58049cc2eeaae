/** What the suites of the web UI share: a product of their own, a browser, and users of both. */
import type { Browser } from 'playwright-core';
import { z } from 'zod';
import { Api } from '../../../support/api.js';
import { eventually } from '../../../support/eventually.js';
import { QuickstartProcess } from '../../../support/quickstart-process.js';
import { startBrowser } from '#testing/browser/browser.js';
import { Visitor, type Look } from '#testing/browser/visitor.js';

/** For the start of the product, and for tests that open many pages. */
export const LIMIT_MS = 240_000;
const FINAL_STATES = ['FINISHED', 'FAILED', 'ABORTED'];
const startedSchema = z.object({ run: z.object({ id: z.string() }) });

class ProductInBrowser {
  readonly quickstart = QuickstartProcess.inNewFolder();
  readonly api = new Api(() => this.quickstart.state());
  readonly #visitors: Visitor[] = [];
  #browser: Browser | undefined;

  async start(): Promise<void> {
    [this.#browser] = await Promise.all([startBrowser(), this.quickstart.start('--empty')]);
    await this.api.call('POST', '/tenants', { id: 'team', name: 'Team' });
  }

  /** A new user without any stored settings; signed in unless the options say otherwise. */
  async visitor(look: Partial<Look> = {}): Promise<Visitor> {
    if (this.#browser === undefined) throw new Error('the browser is not started');
    const { uiUrl, token } = this.quickstart.state();
    const came = await Visitor.comes(this.#browser, uiUrl, { token, ...look });
    this.#visitors.push(came);
    return came;
  }

  /** Makes workers of processes; by id, the command of each. */
  async makeWorkers(commands: Readonly<Record<string, readonly string[]>>): Promise<void> {
    for (const [id, command] of Object.entries(commands)) {
      await this.api.call('POST', '/workers', { id, name: `The ${id}`, engine: 'process', command });
    }
  }

  readonly makeJob = (id: string, worker: string, more: object = {}): Promise<unknown> =>
    this.api.call('POST', '/jobs', { id, tenant: 'team', name: `Job ${id}`, worker, ...more });

  /** Starts a run by hand and gives its id. */
  readonly runNow = async (job: string, body: object = {}): Promise<string> =>
    startedSchema.parse(await this.api.call('POST', `/jobs/${job}/run`, body)).run.id;

  readonly ended = (job: string, id: string): Promise<unknown> =>
    eventually(`${id} has ended`, async () =>
      (await this.api.runs(job)).find((run) => run.id === id && FINAL_STATES.includes(run.state)),
    );

  /** The content of their pages. */
  stories(): Promise<string[]> {
    return Promise.all(this.#visitors.map((each) => each.story().catch(String)));
  }

  /** All visitors leave; gives the errors of their browsers, except answers with an error status: tests check those themselves. */
  async complaints(): Promise<string[]> {
    const complaints = this.#visitors.flatMap((each) => each.complaints);
    await Promise.all(this.#visitors.splice(0).map((each) => each.leaves()));
    return complaints.filter((text) => !text.includes('Failed to load resource'));
  }

  async dispose(): Promise<void> {
    await this.#browser?.close();
    await this.quickstart.dispose();
  }
}

/** A product for a whole suite: `prepare` creates the data of its tests. After each test no browser may have reported an error; the pages of a failed test are printed. */
export function productForSuite(prepare: (product: ProductInBrowser) => Promise<void>): ProductInBrowser {
  const product = new ProductInBrowser();
  beforeAll(async () => {
    await product.start();
    await prepare(product);
  }, LIMIT_MS);
  afterEach(async () => {
    if ((globalThis as { hasTestFailed?: boolean }).hasTestFailed === true)
      process.stderr.write(`${(await product.stories()).join('\n\n')}\n`);
    expect(await product.complaints()).toEqual([]);
  });
  afterAll(async () => {
    await product.dispose();
  }, LIMIT_MS);
  return product;
}
