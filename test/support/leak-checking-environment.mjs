// jest's Node environment that also fails a test file which leaves connections, listeners or child processes open, and prints what the
// services of a failed test have warned of.
import { setTimeout as delay } from 'node:timers/promises';
import NativeEnvironment from './jest/native-environment.mjs';

const WATCHED = ['TCPSocketWrap', 'TCPServerWrap', 'PipeConnectWrap', 'ProcessWrap', 'FSEventWrap'];
const GRACE_MS = 20_000;
const POLL_MS = 50;

export default class LeakCheckingEnvironment extends NativeEnvironment {
  #before = new Map();
  #hasFailed = false;

  async setup() {
    await super.setup();
    globalThis.failureReports = [];
    this.#before = countWatched();
  }

  async teardown() {
    const leaks = await this.#leaks();
    await super.teardown();
    if (leaks.length === 0) return;
    const said = `this test file left open: ${leaks.join(', ')}`;
    // jest would tell of this in place of the failure, which is the cause of it as a rule.
    if (!this.#hasFailed) throw new Error(said);
    process.stderr.write(`${said}\n`);
  }

  handleTestEvent(event) {
    super.handleTestEvent(event);
    if (['test_fn_failure', 'hook_failure', 'error'].includes(event.name)) this.#hasFailed = true;
    if (event.name === 'test_done' && event.test.errors.length > 0)
      for (const report of globalThis.failureReports) process.stderr.write(`${report()}\n`);
  }

  async #leaks() {
    for (let waitedMs = 0; ; waitedMs += POLL_MS) {
      const now = countWatched();
      const leaks = WATCHED.filter((type) => (now.get(type) ?? 0) > (this.#before.get(type) ?? 0));
      if (leaks.length === 0 || waitedMs >= GRACE_MS) return leaks;
      await delay(POLL_MS);
    }
  }
}

function countWatched() {
  const counts = new Map();
  for (const type of process.getActiveResourcesInfo()) {
    if (WATCHED.includes(type)) counts.set(type, (counts.get(type) ?? 0) + 1);
  }
  return counts;
}
