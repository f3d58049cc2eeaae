import fc from 'fast-check';
import { FrameCutter } from './frames.js';

/** A frame of the test is one length byte and the rest. */
const cutter = (): FrameCutter => new FrameCutter(1, (bytes, at) => bytes.readUInt8(at));

const frame = (payload: number[]): Buffer => Buffer.from([payload.length + 1, ...payload]);

describe('FrameCutter', () => {
  it('returns the frames that were sent, however the bytes arrive', () => {
    const payloads = fc.array(fc.array(fc.integer({ min: 0, max: 255 }), { maxLength: 20 }), { maxLength: 10 });
    fc.assert(
      fc.property(payloads, fc.integer({ min: 1, max: 30 }), (sent, chunkBytes) => {
        const bytes = Buffer.concat(sent.map(frame));
        const cut = cutter();
        const received: Buffer[] = [];
        for (let at = 0; at < bytes.length; at += chunkBytes) {
          received.push(...cut.push(bytes.subarray(at, at + chunkBytes)));
        }
        expect(received).toEqual(sent.map(frame));
      }),
    );
  });

  it('passes on the error for an invalid length', () => {
    const strict = new FrameCutter(1, () => {
      throw new Error('no such length');
    });
    expect(() => strict.push(Buffer.from([9, 1]))).toThrow('no such length');
  });
});
