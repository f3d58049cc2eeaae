/** A user who is signed in and looks at pages; the errors of the browser are recorded. */
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

// This runs in the page, as text: the types of browsers are not available here.
const JUDGE = `axe.run(document, { runOnly: ['wcag2a', 'wcag2aa'] }).then(({ violations }) => violations)`;
const OVERHANG = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
const CALM = `new Promise((done) => requestAnimationFrame(done)).then(() => Promise.allSettled(
  document.getAnimations().filter(({ effect }) => effect.getTiming().iterations !== Infinity).map(({ finished }) => finished)
))`;
const keeping = (token: string): string =>
  `if (location.protocol !== 'about:') localStorage.setItem('carillon.token', ${JSON.stringify(token)})`;

/** A folder is named by somebody who wants to see the pages. */
const PICTURES = process.env['CARILLON_PICTURES'];

/** How people look at pages: in both palettes, on a screen and on a phone. */
export const LOOKS = (['light', 'dark'] as const).flatMap((scheme) => [1280, 390].map((width) => ({ scheme, width })));

export interface Look {
  readonly width?: number;
  readonly scheme?: 'light' | 'dark';
  /** null: the user is not signed in. */
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

  /** Opens a page and waits until its content is shown. */
  async goes(place: string): Promise<void> {
    // The place is after the #: without leaving first, the present content could be taken for the new page.
    await this.page.goto('about:blank');
    await this.page.goto(`${this.uiUrl}#${place}`);
    await this.page.locator('h1').first().waitFor();
    await this.page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
  }

  /** The same page for a user with another palette or window. */
  async looksAs({ scheme, width }: Required<Pick<Look, 'scheme' | 'width'>>): Promise<void> {
    await this.page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await this.page.setViewportSize({ width, height: 860 });
    await this.page.locator(`html[data-mantine-color-scheme="${scheme}"]`).waitFor();
    // Colours that still change are those of neither palette.
    await this.page.evaluate(CALM);
  }

  /** Accessibility problems for users of assistive technology, or with low vision. */
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

  /** Seconds that the page's thread has worked so far: time in which a busy machine does other work does not count. */
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

  /** For somebody who names a folder to see the pages: the present page in both palettes, wide and on a phone. */
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

  /** The content of the page, and the errors of its browser: for a test that failed. */
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
