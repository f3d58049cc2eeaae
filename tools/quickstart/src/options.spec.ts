import { parseOptions } from './options.js';

describe('the command line of quickstart', () => {
  it('has a default for each option', () => {
    expect(parseOptions([], '/home/me')).toEqual({
      kind: 'run',
      options: {
        port: undefined,
        host: '127.0.0.1',
        dataDir: '/home/me/.carillon',
        withExamples: true,
        restart: true,
        events: false,
      },
    });
  });

  it('accepts every option', () => {
    const args = ['--empty', '--port', '9000', '--host', '::', '--data', 'elsewhere', '--no-restart', '--events'];
    expect(parseOptions(args, '/home/me')).toEqual({
      kind: 'run',
      options: {
        port: 9000,
        host: '::',
        dataDir: '/home/me/elsewhere',
        withExamples: false,
        restart: false,
        events: true,
      },
    });
  });

  it.each([
    ['an unknown option', ['--fast']],
    ['a host by name', ['--host', 'example.org']],
    ['a port that is not a number', ['--port', 'http']],
    ['a port that does not exist', ['--port', '70000']],
    ['a stray word', ['now']],
  ])('refuses %s and names it', (_, args) => {
    const parsed = parseOptions(args, '/');
    expect(parsed.kind === 'wrong' && parsed.problem).toMatch(/\S/);
  });

  it('shows its help text', () => {
    expect(parseOptions(['--help'], '/')).toEqual({ kind: 'help' });
  });
});
