import { EventEmitter } from 'node:events';
import { Keyboard, type Signals } from './keyboard.js';

class FakeTerminal extends EventEmitter {
  isRaw = false;

  setRawMode(isRaw: boolean): this {
    this.isRaw = isRaw;
    return this;
  }
  setEncoding = (): this => this;
  resume = (): this => this;
  pause = (): this => this;
}

class FakeSignals extends EventEmitter implements Signals {
  readonly sent: string[] = [];
  inForeground = true;

  stop(): void {
    this.sent.push('stop');
  }
  suspend(): void {
    this.sent.push('suspend');
  }
  isInForeground(): boolean {
    return this.inForeground;
  }
}

let input: FakeTerminal;
let signals: FakeSignals;
let keys: string[];
let keyboard: Keyboard;

beforeEach(() => {
  [input, signals, keys] = [new FakeTerminal(), new FakeSignals(), []];
  keyboard = new Keyboard(
    input as unknown as ConstructorParameters<typeof Keyboard>[0],
    (key) => keys.push(key),
    signals,
  );
});

test('single keys are read, and control keys still cause signals', () => {
  keyboard.start();
  input.emit('data', 'ex\u0003\u001C');
  expect(keys).toEqual(['e', 'x']);
  expect(signals.sent).toEqual(['stop', 'stop']);
});

test('the mode of the terminal is restored when the process stops, is suspended or ends', () => {
  keyboard.start();
  expect(input.isRaw).toBe(true);
  input.emit('data', '\u001A');
  expect([input.isRaw, signals.sent]).toEqual([false, ['suspend']]);
  signals.emit('SIGCONT');
  expect(input.isRaw).toBe(true);
  signals.emit('exit');
  expect(input.isRaw).toBe(false);
  signals.emit('SIGCONT');
  keyboard.stop();
  expect(input.isRaw).toBe(false);
  signals.emit('SIGCONT');
  expect(input.isRaw).toBe(false);
});

test('a process in the background does not use the terminal until it is in the foreground again', () => {
  signals.inForeground = false;
  keyboard.start();
  expect(input.isRaw).toBe(false);
  signals.inForeground = true;
  signals.emit('SIGCONT');
  expect(input.isRaw).toBe(true);
});
