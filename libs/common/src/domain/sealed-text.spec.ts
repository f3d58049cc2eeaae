import fc from 'fast-check';
import { SecretBox } from '../crypto/secret-box.js';
import { keyIdOf, mapSealedTexts, sealedTextsIn } from './sealed-text.js';

const boxOf = (id: string): SecretBox => new SecretBox([{ id, key: Buffer.alloc(32, 7) }]);
const plain = fc.jsonValue();
/** Values as they are stored: encrypted texts at any depth among plain ones, as they are or within JSON that is kept as text. */
const secrets = fc.array(
  fc.record({
    text: fc.string(),
    key: fc.stringMatching(/^[A-Za-z0-9_-]{1,32}$/),
    beside: plain,
    inJson: fc.boolean(),
  }),
);

test('each encrypted text is found and replaced, wherever it is, and nothing else is changed', () => {
  const check = fc.property(secrets, plain, (given, rest) => {
    const sealed = given.map(({ text, key }) => boxOf(key).seal(text));
    const holders = given.map(({ beside, inJson }, i) => {
      const holder = { beside, list: [sealed[i]] };
      return inJson ? JSON.stringify({ deep: JSON.stringify(holder) }) : holder;
    });
    const stored = { rest, holders };
    expect(sealedTextsIn(stored)).toEqual(sealed);
    expect(sealedTextsIn(stored).map(keyIdOf)).toEqual(given.map(({ key }) => key));
    expect(mapSealedTexts(stored, (text) => text)).toEqual(stored);
    expect(JSON.stringify(mapSealedTexts(stored, () => 'X'))).toBe(
      sealed.reduce((text, each) => text.replaceAll(each, 'X'), JSON.stringify(stored)),
    );
  });
  fc.assert(check);
});
