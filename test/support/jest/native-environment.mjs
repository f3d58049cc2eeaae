// jest's test environment in the worker's own global scope, for native-runtime.mjs. What a test file changes of it is put back.
import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

/** A spy of one of them that is restored after the real timers puts the fake one back. */
const TIMERS = [
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'setImmediate',
  'clearImmediate',
  'queueMicrotask',
  'Date',
];

export default class NativeEnvironment {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);
  fakeTimers = null;
  #before = {
    env: { ...process.env },
    exit: process.exit,
    getBuiltinModule: process.getBuiltinModule,
    cwd: process.cwd(),
    timers: Object.fromEntries(TIMERS.map((name) => [name, globalThis[name]])),
  };

  constructor({ projectConfig }) {
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  setup() {
    return Promise.resolve();
  }

  async teardown() {
    this.fakeTimersModern.dispose();
    const { env, exit, getBuiltinModule, cwd, timers } = this.#before;
    Object.assign(globalThis, timers);
    for (const name of Object.keys(process.env)) if (!(name in env)) Reflect.deleteProperty(process.env, name);
    Object.assign(process.env, env);
    Object.assign(process, { exit, getBuiltinModule });
    process.chdir(cwd);
  }

  /** For what a test file tells of a test that failed, once it has ended. */
  handleTestEvent({ name }) {
    if (name === 'test_start') globalThis.hasTestFailed = false;
    if (name === 'test_fn_failure') globalThis.hasTestFailed = true;
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  getVmContext() {
    return null;
  }
}
