import { untilVisible, whenHidden } from './visibility.js';

const delay = async (ms: number): Promise<void> => {
  await new Promise((resolve) => setTimeout(resolve, Math.min(ms, 1_000)));
};

class Page extends EventTarget {
  visibilityState: DocumentVisibilityState = 'visible';

  become(state: DocumentVisibilityState): void {
    this.visibilityState = state;
    this.dispatchEvent(new Event('visibilitychange'));
  }
}

test('a page that is hidden for long enough is told so, and one that is shown again before is not', async () => {
  const page = new Page();
  const { signal, end } = whenHidden(page, 30);
  page.become('hidden');
  page.become('visible');
  await delay(60);
  expect(signal.aborted).toBe(false);
  page.become('hidden');
  await delay(60);
  expect(signal.aborted).toBe(true);
  end();
});

test('a page that is hidden from its beginning is told so, unless nobody watches any more', async () => {
  const page = new Page();
  page.visibilityState = 'hidden';
  const watched = whenHidden(page, 10);
  const ended = whenHidden(page, 10);
  ended.end();
  await delay(40);
  expect([watched.signal.aborted, ended.signal.aborted]).toEqual([true, false]);
  watched.end();
  const never = whenHidden(page, Infinity);
  await delay(20);
  expect(never.signal.aborted).toBe(false);
  never.end();
});

test('waiting ends when the page is shown, or when nobody waits any more', async () => {
  const page = new Page();
  page.visibilityState = 'hidden';
  const stopping = new AbortController();
  const seen: string[] = [];
  const visible = untilVisible(page, new AbortController().signal).then(() => seen.push('shown'));
  const stopped = untilVisible(page, stopping.signal).then(() => seen.push('stopped'));
  await delay(5);
  expect(seen).toEqual([]);
  stopping.abort();
  await stopped;
  page.become('visible');
  await visible;
  await untilVisible(page, new AbortController().signal);
  expect(seen).toEqual(['stopped', 'shown']);
});
