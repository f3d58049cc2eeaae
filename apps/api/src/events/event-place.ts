import { z } from 'zod';
import { seqAt } from '#common/run/end-event.js';

const SEQUENCE = /^\d{1,16}$/;

/** A place in the log of events, as its number: the `sequence` of an event, or a time. */
export const eventPlace = z
  .union([z.string().regex(SEQUENCE, 'must be the sequence of an event, or a time'), z.iso.datetime({ offset: true })])
  .meta({ examples: ['1796119224013000'] })
  .transform((text) => (SEQUENCE.test(text) ? Number(text) : seqAt(Date.parse(text))));
