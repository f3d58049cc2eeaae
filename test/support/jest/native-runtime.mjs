// jest's runtime without its own module system: a worker imports each module once, as Node does, and all of its test files share it.
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import Runtime from 'jest-runtime';
import { sourceMaps } from './typescript.mjs';

const require = createRequire(import.meta.url);
/** jest-circus keeps its handlers of events and its state for one test file. */
const STATE_OF_A_FILE = ['EVENT_HANDLERS', 'JEST_STATE_SYMBOL'];

export default class NativeRuntime extends Runtime {
  unstable_shouldLoadAsEsm(path) {
    return /\.[mc]?[jt]s$/.test(path);
  }

  async unstable_importModule(path) {
    globalThis.jest = this.jestGlobals.jestObjectFor(path);
    return import(pathToFileURL(path).href);
  }

  requireInternalModule(from, name) {
    if (name !== undefined) return createRequire(from)(name);
    for (const symbol of Object.getOwnPropertySymbols(globalThis)) {
      if (STATE_OF_A_FILE.includes(symbol.description)) Reflect.deleteProperty(globalThis, symbol);
    }
    Reflect.deleteProperty(require.cache, require.resolve(from));
    return require(from);
  }

  getSourceMaps() {
    return sourceMaps;
  }
}
