import { onlyColours, shownLine, withoutCommands } from './terminal-commands.js';

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

// The first and the sixth: travis-ci/travis-ci#1297, drone/drone-ui#40.
test.each([
  ['steps back', `ab${ESC}[1Dc`, 'ac'],
  ['steps back over the beginning', `ab${ESC}[9Dcd`, 'cd'],
  ['steps forward', `a${ESC}[2Cb${ESC}[D${ESC}[Cc`, 'a  bc'],
  ['goes to a column', `10 %${ESC}[1G20${ESC}[6G!`, '20 % !'],
  ['erases to the end', `Resolving b\r${ESC}[0KDone`, 'Done'],
  ['erases the whole line', `Resolving b\r${ESC}[2KDone`, 'Done'],
  ['erases to the beginning', `abc${ESC}[D${ESC}[1Kx`, '  x'],
  ['returns, and writes less than before', 'Receiving\rDone', 'Doneiving'],
  ['takes back signs, as a password prompt or a spinner', 'working |\b/\b-', 'working -'],
  ['ends as Windows does', 'of Windows\r', 'of Windows'],
  ['has colours', `10 %\r${ESC}[32mdone${ESC}[0m`, `${ESC}[32mdone${ESC}[0m`],
  ['changes colours over others', `${ESC}[31mred${ESC}[m\rg${ESC}[1m`, `g${ESC}[31med${ESC}[0m`],
  ['has signs of two units', '😀😀\r😎', '😎😀'],
  ['has links', `${ESC}]8;;https://a.example\u0007this${ESC}]8;;\u0007\rTH`, 'THis'],
])('a line that %s is shown as a terminal shows it', (_, text, shown) => {
  expect(shownLine(text)).toBe(shown);
});

test('movements and colours without end make no line that is much longer than its text', () => {
  expect(shownLine(`x${ESC}[99999999C`.repeat(1_000)).length).toBeLessThan(2_000);
  const colours = `${ESC}[3${'1'.repeat(8)}m`;
  expect(shownLine(`\r${`${colours}x`.repeat(20_000)}`).length).toBeLessThan(20_000 * 10 * colours.length);
});
