import { parseJsonLater } from './parse-json-later.js';

test.each(['{"a":"\\n"}', '{"\\u0061":1,"\\\\":[2]}', '"\\""', '[]'])(
  '%s is parsed as parseJson parses it',
  async (text) => {
    expect(await parseJsonLater(text)).toEqual(JSON.parse(text));
  },
);

test.each(['{"a":}', '{"\\n":}', ''])('%s is refused as parseJson refuses it', async (text) => {
  await expect(parseJsonLater(text)).rejects.toThrow(SyntaxError);
});
