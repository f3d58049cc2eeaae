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
