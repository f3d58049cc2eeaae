/** Waits for all of the works, also where some fail: what is done next finds none of them under way. Throws the first failure. */
export async function allOf(works: readonly Promise<unknown>[]): Promise<void> {
  const failed = (await Promise.allSettled(works)).find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
}
