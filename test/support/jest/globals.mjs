// What `@jest/globals` is to a test: jest defines these anew for each file, so each is looked up when it is called.
const later = (name) =>
  new Proxy(() => undefined, {
    apply: (_, self, args) => Reflect.apply(globalThis[name], self, args),
    get: (_, key) => globalThis[name][key],
  });

export const afterAll = later('afterAll');
export const afterEach = later('afterEach');
export const beforeAll = later('beforeAll');
export const beforeEach = later('beforeEach');
export const describe = later('describe');
export const expect = later('expect');
export const it = later('it');
export const jest = later('jest');
export const test = later('test');
