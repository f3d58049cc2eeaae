/** Gives terms to jobs that were stored before jobs had any: without them no search finds a job. */
import { termsOf } from '../spec/job-terms.js';
import type { DocumentCollection } from './document.js';
import { BY_TERM, fromJobDocument, type JobDocument } from './job-document.js';

const BATCH = 500;
const LACKING = { live: true as const, terms: null };

export async function lackTerms(jobs: DocumentCollection<JobDocument>): Promise<boolean> {
  return (await jobs.findOne(LACKING as object, { projection: { _id: 1 }, hint: BY_TERM })) !== null;
}

/** Safe while other processes run, even the same one twice: a job that is saved meanwhile has terms, or is found again. */
export async function fillTerms(jobs: DocumentCollection<JobDocument>, signal?: AbortSignal): Promise<number> {
  for (let filled = 0; ;) {
    signal?.throwIfAborted();
    const lacking = await jobs.find(LACKING as object, { limit: BATCH, hint: BY_TERM }).toArray();
    if (lacking.length === 0) return filled;
    const updates = lacking.map((document) => ({
      updateOne: {
        filter: { _id: document._id, rev: document.rev },
        update: { $set: { terms: termsOf(fromJobDocument(document)) } },
      },
    }));
    filled += (await jobs.bulkWrite(updates, { ordered: false })).modifiedCount;
  }
}
