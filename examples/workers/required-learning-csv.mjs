// "Required Learning CSV upload": reads a CSV file of learning assignments, checks every row that is newer than the
// last one of the run before, and remembers where it stopped. Its whole interface is the environment, its output and
// its exit code, so it would run unchanged in a container.
//
// Parameters: { "file": path, "delimiter": ",", "limit": rows per run }
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const COLUMNS = ['assignedTs', 'employee', 'course', 'dueDate'];
const EXIT_BAD_PARAMETERS = 64;
const EXIT_BAD_FILE = 65;

/** A row is a list of fields; quoted fields may hold delimiters, line ends and doubled quotes. */
function parseCsv(text, delimiter) {
  const rows = [];
  let row = [];
  let field = '';
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    if (quoted) {
      if (char !== '"') field += char;
      else if (text[i + 1] === '"') field += text[++i];
      else quoted = false;
    } else if (char === '"') quoted = true;
    else if (char === delimiter) {
      row.push(field);
      field = '';
    } else if (char === '\n') {
      rows.push([...row, field]);
      row = [];
      field = '';
    } else if (char !== '\r') field += char;
  }
  if (field !== '' || row.length > 0) rows.push([...row, field]);
  return rows;
}

/** The problem of a row, or undefined. */
function problemOf(row) {
  if (row.length !== COLUMNS.length) return `has ${row.length} fields instead of ${COLUMNS.length}`;
  const [assignedTs, employee, course, dueDate] = row;
  if (Number.isNaN(Date.parse(assignedTs))) return `assignedTs "${assignedTs}" is no time`;
  if (!/^[^@\s]+@[^@\s]+$/.test(employee)) return `employee "${employee}" is no e-mail address`;
  if (course.trim() === '') return 'names no course';
  if (Number.isNaN(Date.parse(dueDate))) return `dueDate "${dueDate}" is no date`;
  return undefined;
}

function fail(exitCode, message) {
  console.error(message);
  process.exit(exitCode);
}

function parameters() {
  const { file, delimiter = ',', limit = 25 } = JSON.parse(process.env.JOB_PARAMS || '{}');
  if (typeof file !== 'string' || file === '') fail(EXIT_BAD_PARAMETERS, 'parameter "file" must name a CSV file');
  if (!Number.isInteger(limit) || limit < 1)
    fail(EXIT_BAD_PARAMETERS, 'parameter "limit" must be a whole number from 1');
  return { file: resolve(file), delimiter, limit };
}

const { file, delimiter, limit } = parameters();
const storage = JSON.parse(process.env.JOB_STORAGE || '{}') ?? {};
const since = storage.myLastProcessedTs ?? '';
console.log(`reading ${file}, ${since === '' ? 'from its start' : `rows after ${since}`}`);

let text;
try {
  text = readFileSync(file, 'utf8');
} catch (error) {
  fail(EXIT_BAD_FILE, `cannot read the file: ${error.message}`);
}
const [header = [], ...rows] = parseCsv(text, delimiter);
if (header.join() !== COLUMNS.join()) fail(EXIT_BAD_FILE, `the header must be ${COLUMNS.join(delimiter)}`);

const fresh = rows.filter(([assignedTs]) => (assignedTs ?? '') > since).slice(0, limit);
let good = 0;
for (const row of fresh) {
  const problem = problemOf(row);
  if (problem !== undefined) {
    console.error(`skipped: row of ${row[0]} ${problem}`);
    continue;
  }
  good += 1;
  console.log(`${row[1]} is required to learn "${row[2]}" until ${row[3]}`);
}
if (fresh.length === 0) console.log(`nothing new; ${rows.length} rows were processed by earlier runs`);
else {
  console.log(`${fresh.length} new rows: ${good} good, ${fresh.length - good} bad`);
  const processed = (storage.processed ?? 0) + fresh.length;
  console.log(`[saveJobStorage] ${JSON.stringify({ myLastProcessedTs: fresh.at(-1)[0], processed })}`);
}
