import { keptIn } from './kept.js';

test('where the browser blocks storage, the page keeps its values itself', () => {
  const kept = keptIn(() => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  });
  expect(kept.getItem('a')).toBeNull();
  kept.setItem('a', '1');
  expect(kept.getItem('a')).toBe('1');
  kept.removeItem('a');
  expect(kept.getItem('a')).toBeNull();
});

test('where the browser has no storage, the page keeps its values itself', () => {
  const kept = keptIn(() => null);
  kept.setItem('a', '1');
  expect(kept.getItem('a')).toBe('1');
});

test('where the storage takes nothing more, the page keeps the newest value itself', () => {
  const stored = new Map([['a', '0']]);
  let isFull = true;
  const kept = keptIn(() => ({
    length: 0,
    clear: () => undefined,
    key: () => null,
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => {
      if (isFull) throw new DOMException('full', 'QuotaExceededError');
      stored.set(key, value);
    },
    removeItem: (key) => {
      stored.delete(key);
    },
  }));
  expect(kept.getItem('a')).toBe('0');
  expect(kept.isLasting('a')).toBe(true);
  kept.setItem('a', '1');
  expect(kept.getItem('a')).toBe('1');
  expect(kept.isLasting('a')).toBe(false);
  isFull = false;
  kept.setItem('a', '2');
  expect([kept.getItem('a'), stored.get('a')]).toEqual(['2', '2']);
  isFull = true;
  kept.setItem('a', '3');
  kept.removeItem('a');
  expect(kept.getItem('a')).toBeNull();
});
