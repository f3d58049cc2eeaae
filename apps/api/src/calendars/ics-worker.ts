/** The entry of the thread in which `IcsReader` expands one iCalendar file. */
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { readIcs } from './core/read-ics.js';

const { text, zone } = z.object({ text: z.string(), zone: z.string() }).parse(workerData);
parentPort?.postMessage(readIcs(text, zone));
