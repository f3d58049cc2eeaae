import { onlyColours, withoutCommands } from './terminal-commands.js';

const ESC = '\u001b';

test.each([
  ['nothing', 'plain [31m text', 'plain [31m text'],
  ['a colour', `${ESC}[1;31mFAIL${ESC}[0med`, 'FAILed'],
  ['a colour by its parts', `${ESC}[38:2::255:0:0mred${ESC}[m`, 'red'],
  ['a link that ends with ST', `see ${ESC}]8;id=x;https://a.example/?b=1${ESC}\\this${ESC}]8;;${ESC}\\.`, 'see this.'],
  ['a link that ends with BEL', `see ${ESC}]8;;https://a.example\u0007this${ESC}]8;;\u0007.`, 'see this.'],
  ['the title of a window', `${ESC}]0;busy\u0007done`, 'done'],
  ['a line that is cleared, and a cursor that is hidden', `${ESC}[2K${ESC}[?25l${ESC}[1Gdone`, 'done'],
  ['a character set, as tput sgr0 writes', `bold${ESC}(B${ESC}[m`, 'bold'],
  ['a saved cursor', `${ESC}7a${ESC}8`, 'a'],
  ['a string without an end', `${ESC}]8;;https://a.example`, '8;;https://a.example'],
])('a terminal does not show %s', (_, text, shown) => {
  expect(withoutCommands(text)).toBe(shown);
});

test('colours can be kept', () => {
  const coloured = `${ESC}[32mok${ESC}[0m`;
  expect(onlyColours(`${ESC}]8;;https://a.example${ESC}\\${coloured}${ESC}]8;;${ESC}\\${ESC}[K${ESC}[2m`)).toBe(
    `${coloured}${ESC}[2m`,
  );
});

test('a text of beginnings is read in linear time', () => {
  const text = `${ESC}]8;;x`.repeat(100_000);
  expect(withoutCommands(text)).toBe('8;;x'.repeat(100_000));
});
