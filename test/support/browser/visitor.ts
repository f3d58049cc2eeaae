/** Somebody who is signed in and looks at pages; what the browser complains of is kept. */
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

// What runs in the page, as text: the types of browsers are none of ours.
const JUDGE = `axe.run(document, { runOnly: ['wcag2a', 'wcag2aa'] }).then(({ violations }) => violations)`;
const OVERHANG = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
const CALM = `new Promise((done) => requestAnimationFrame(done)).then(() => Promise.allSettled(
  document.getAnimations().filter(({ effect }) => effect.getTiming().iterations !== Infinity).map(({ finished }) => finished)
))`;
const keeping = (token: string): string =>
  `if (location.protocol !== 'about:') localStorage.setItem('carillon.token', ${JSON.stringify(token)})`;

/** Somebody who wants to see the pages names a folder. */
const PICTURES = process.env['CARILLON_PICTURES'];

/** How people look at pages: in both palettes, on a screen and on a phone. */
export const LOOKS = (['light', 'dark'] as const).flatMap((scheme) => [1280, 390].map((width) => ({ scheme, width })));

export interface Look {
  readonly width?: number;
  readonly scheme?: 'light' | 'dark';
  /** null: nobody is signed in. */
  readonly token: string | null;
}

interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly help: string;
  readonly nodes: readonly { readonly html: string }[];
}

export class Visitor {
  readonly complaints: string[] = [];

  private constructor(
    readonly context: BrowserContext,
    readonly page: Page,
    private readonly uiUrl: string,
  ) {}

  static async comes(
    browser: Browser,
    uiUrl: string,
    { width = 1280, scheme = 'light', token }: Look,
  ): Promise<Visitor> {
    const context = await browser.newContext({
      viewport: { width, height: 860 },
      colorScheme: scheme,
      timezoneId: 'Europe/Prague',
      reducedMotion: 'reduce',
    });
    if (token !== null) await context.addInitScript({ content: keeping(token) });
    await context.addInitScript({ content: AXE });
    const visitor = new Visitor(context, await context.newPage(), uiUrl);
    visitor.listen(visitor.page);
    return visitor;
  }

  /** Another tab of the same browser. */
  async opensTab(place = '/'): Promise<Page> {
    const page = await this.context.newPage();
    this.listen(page);
    await page.goto(`${this.uiUrl}#${place}`);
    return page;
  }

  /** Goes to a page and waits until it shows what it is about. */
  async goes(place: string): Promise<void> {
    // The place stands behind the #: without leaving first, what is there now could be taken for the page.
    await this.page.goto('about:blank');
    await this.page.goto(`${this.uiUrl}#${place}`);
    await this.page.locator('h1').first().waitFor();
    await this.page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
  }

  /** The same page for somebody with another palette or window. */
  async looksAs({ scheme, width }: Required<Pick<Look, 'scheme' | 'width'>>): Promise<void> {
    await this.page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await this.page.setViewportSize({ width, height: 860 });
    await this.page.locator(`html[data-mantine-color-scheme="${scheme}"]`).waitFor();
    // Colours that still change are those of neither palette.
    await this.page.evaluate(CALM);
  }

  /** What hinders people who use the page with help, or who see little. */
  async hindrances(): Promise<string[]> {
    const found = await this.page.evaluate<Violation[]>(JUDGE);
    return found.map(
      ({ id, help, nodes }) =>
        `${id}: ${help}: ${nodes
          .map(({ html }) => html)
          .slice(0, 3)
          .join(' ')}`,
    );
  }

  /** Seconds that the page's thread has worked so far: what a busy machine takes from it does not count. */
  async workMeter(): Promise<() => Promise<number>> {
    const tools = await this.context.newCDPSession(this.page);
    await tools.send('Performance.enable', { timeDomain: 'threadTicks' });
    return async () => {
      const { metrics } = await tools.send('Performance.getMetrics');
      return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Infinity;
    };
  }

  /** Pixels by which the page is wider than the window. */
  async overhang(): Promise<number> {
    return this.page.evaluate<number>(OVERHANG);
  }

  /** For somebody who wants to see the pages, and names a folder: the present one in both palettes, wide and on a phone. */
  async pictures(name: string): Promise<void> {
    if (PICTURES === undefined) return;
    mkdirSync(PICTURES, { recursive: true });
    for (const look of LOOKS) {
      await this.looksAs(look);
      const path = join(PICTURES, `${name}-${look.scheme}-${look.width}.png`);
      await this.page.screenshot({ path, fullPage: true });
    }
    await this.looksAs({ scheme: 'light', width: 1280 });
  }

  /** What the page says, and what its browser complained of: for a test that failed. */
  async story(): Promise<string> {
    const shown = await this.page.locator('body').ariaSnapshot({ timeout: 5_000 });
    return [this.page.url(), shown, ...this.complaints].join('\n');
  }

  async leaves(): Promise<void> {
    await this.context.close();
  }

  private listen(page: Page): void {
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') this.complaints.push(message.text());
    });
    page.on('pageerror', (error) => this.complaints.push(String(error)));
  }
}
