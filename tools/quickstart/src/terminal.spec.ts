import { Terminal, type Screen } from './terminal.js';

/** Lines as a terminal shows them. */
class FakeScreen implements Screen {
  readonly lines = [''];

  constructor(
    readonly isTTY: boolean,
    readonly columns = 40,
  ) {}

  write(text: string): void {
    for (const part of text.split(/(\r\u001B\[2K|\n)/)) {
      if (part === '\n') this.lines.push('');
      else this.lines.push(part.startsWith('\r') ? '' : `${this.lines.pop() ?? ''}${part}`);
      if (part.startsWith('\r')) this.lines.splice(-2, 1);
    }
  }
}

test('the status is written again in its place, and permanent lines appear above it', () => {
  const screen = new FakeScreen(true);
  const terminal = new Terminal(screen);
  terminal.say('one');
  terminal.show('status 1');
  terminal.show('status 2');
  terminal.say('two');
  expect(screen.lines).toEqual(['one', 'two', 'status 2']);
  terminal.show('x'.repeat(100));
  expect(screen.lines.at(-1)).toBe('x'.repeat(39));
  terminal.show('a\nb\u001B[31mc');
  expect(screen.lines.at(-1)).toBe('a b [31mc');
  terminal.clear();
  terminal.say('three');
  expect(screen.lines).toEqual(['one', 'two', 'three', '']);
});

test('a terminal of unknown width is treated as an ordinary one', () => {
  const screen = new FakeScreen(true, 0);
  new Terminal(screen).show('x'.repeat(100));
  expect(screen.lines).toEqual(['x'.repeat(79)]);
});

test('an output that is not a terminal gets only lines', () => {
  const screen = new FakeScreen(false);
  const terminal = new Terminal(screen);
  terminal.show('status');
  terminal.say('one');
  terminal.clear();
  expect(screen.lines).toEqual(['one', '']);
});
