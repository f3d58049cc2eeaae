/** Reads commands as a POSIX shell does: quotes, escapes, comments, redirections and here-documents. It expands nothing but variables that it is given. */

export interface ShellWord {
  readonly text: string;
  /** What only a shell knows, as it is written: `$TOKEN`, `$(date)`. */
  readonly unknown: readonly string[];
}

export interface Redirection {
  /** `>`, `>>`, `<`, `<<<`, `<<` and the like, with the number of the stream before it. */
  readonly operator: string;
  /** The file; of a here-document its text. */
  readonly target: ShellWord;
}

export interface ShellCommand {
  readonly words: readonly ShellWord[];
  readonly redirections: readonly Redirection[];
  /** What ends the command: `;`, `&`, `&&`, `|`, `||`, a bracket, or nothing at the end of the line. */
  readonly end: string;
}

export interface ShellLine {
  readonly commands: readonly ShellCommand[];
  /** Where the next line begins: lines that quotes, a backslash or a here-document join are one. */
  readonly next: number;
}

/** Throws SyntaxError for a quote or a bracket that is not closed. */
export function shellLine(text: string, from: number, variables: ReadonlyMap<string, string>): ShellLine {
  return new Reader(text, from, variables).line();
}

const OPERATOR = /(?:&&|\|\||;;|\|&|[;|&()\n])/y;
const REDIRECTION = /\d*(?:&>>|&>|>>|>\||>&|<<<|<<-|<<|<&|<>|<|>)/y;
const SPACE = /(?:[ \t\r]|\\\r?\n)+/y;
const COMMENT = /#[^\n]*/y;
const PLAIN = /[^\\'"`$;|&()<>\s]+/y;
const VARIABLE = /\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)\})/y;
const OTHER_VARIABLE = /\$(?:\{[^}\n]*\}|[\d?!#*@$-])/y;
/** In a here-document. */
const EXPANSION = /(?<!\\)(?:\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)\}|\([^)]*\)|\{[^}]*\})|`[^`]*`)/g;
const ANSI = /\\(x[0-9a-f]{1,2}|u[0-9a-f]{1,4}|U[0-9a-f]{1,8}|[0-7]{1,3}|[^])/gi;
const ANSI_LETTERS: Readonly<Record<string, string>> = {
  a: '\u0007',
  b: '\b',
  e: '\u001b',
  E: '\u001b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

interface HereDocument {
  readonly document: { text: string; readonly unknown: string[] };
  readonly end: string;
  readonly hasTabs: boolean;
  /** Without quotes around its end, variables in it are replaced. */
  readonly isQuoted: boolean;
}

class Reader {
  private readonly documents: HereDocument[] = [];

  constructor(
    private readonly text: string,
    private at: number,
    private readonly variables: ReadonlyMap<string, string>,
  ) {}

  line(): ShellLine {
    const commands: ShellCommand[] = [];
    for (;;) {
      const command = this.command();
      if (command.words.length > 0 || command.redirections.length > 0 || !/^\n?$/.test(command.end))
        commands.push({ ...command, end: command.end.trim() });
      if (/^\n?$/.test(command.end)) break;
    }
    this.readDocuments();
    return { commands, next: this.at };
  }

  private take(pattern: RegExp): string | null {
    return this.match(pattern)?.[0] ?? null;
  }

  private match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.text);
    if (match) this.at += match[0].length;
    return match;
  }

  private command(): ShellCommand {
    const words: ShellWord[] = [];
    const redirections: Redirection[] = [];
    for (;;) {
      this.take(SPACE);
      this.take(COMMENT);
      if (this.at >= this.text.length) return { words, redirections, end: '' };
      const redirection = this.take(REDIRECTION);
      const end = redirection === null ? this.take(OPERATOR) : null;
      if (end !== null) return { words, redirections, end };
      if (redirection === null) words.push(this.word());
      else redirections.push(this.redirection(redirection));
    }
  }

  private redirection(operator: string): Redirection {
    this.take(SPACE);
    const from = this.at;
    const target = this.word();
    if (!/^\d*<<-?$/.test(operator)) return { operator, target };
    const document = { text: '', unknown: [] as string[] };
    const isQuoted = /["'\\]/.test(this.text.slice(from, this.at));
    this.documents.push({ document, end: target.text, hasTabs: operator.endsWith('-'), isQuoted });
    return { operator: '<<', target: document };
  }

  private readDocuments(): void {
    for (const { document, end, hasTabs, isQuoted } of this.documents) {
      for (;;) {
        if (this.at >= this.text.length) throw new SyntaxError(`the here-document has no end: ${end}`);
        const [line = ''] = /^.*/.exec(this.text.slice(this.at)) ?? [];
        this.at = Math.min(this.text.length, this.at + line.length + 1);
        const own = (hasTabs ? line.replace(/^\t+/, '') : line).replace(/\r$/, '');
        if (own === end) break;
        document.text += `${own}\n`;
      }
      if (!isQuoted) document.text = this.expanded(document.text, document.unknown);
    }
  }

  private expanded(text: string, unknown: string[]): string {
    return text.replaceAll(EXPANSION, (whole, short?: string, long?: string) => {
      const value = this.variables.get(short ?? long ?? '');
      if (value === undefined) unknown.push(whole);
      return value ?? whole;
    });
  }

  private word(): ShellWord {
    const unknown: string[] = [];
    let text = '';
    for (let part = this.part(unknown); part !== null; part = this.part(unknown)) text += part;
    return { text, unknown };
  }

  /** The next part of a word; null at its end. */
  private part(unknown: string[]): string | null {
    const plain = this.take(PLAIN);
    if (plain !== null) return plain;
    const { text, at } = this;
    if (text[at] === '\\') {
      const [pair = '\\'] = /^\\(?:\r\n|[^])?/.exec(text.slice(at, at + 3)) ?? [];
      this.at += pair.length;
      return pair.endsWith('\n') ? '' : pair.slice(1);
    }
    if (text[at] === "'") return this.until("'", at + 1);
    if (text.startsWith("$'", at)) return ansi(this.untilUnescaped("'", at + 2));
    if (text[at] === '"' || text.startsWith('$"', at)) return this.quoted(unknown);
    return text[at] === '$' || text[at] === '`' ? this.expansion(unknown) : null;
  }

  private until(end: string, from: number): string {
    const to = this.text.indexOf(end, from);
    if (to < 0) throw new SyntaxError(`a quote is not closed: ${this.text.slice(from - 1, from + 20)}`);
    this.at = to + end.length;
    return this.text.slice(from, to);
  }

  private untilUnescaped(end: string, from: number): string {
    let to = from;
    while (to < this.text.length && this.text[to] !== end) to += this.text[to] === '\\' ? 2 : 1;
    if (to >= this.text.length) throw new SyntaxError(`a quote is not closed: ${this.text.slice(from - 1, from + 20)}`);
    this.at = to + 1;
    return this.text.slice(from, to);
  }

  private quoted(unknown: string[]): string {
    const from = this.at;
    this.at += this.text[from] === '$' ? 2 : 1;
    let text = '';
    for (;;) {
      const next = this.text[this.at];
      if (next === undefined) throw new SyntaxError(`a quote is not closed: ${this.text.slice(from, from + 20)}`);
      if (next === '"') {
        this.at += 1;
        return text;
      }
      if (next === '$' || next === '`') text += this.expansion(unknown);
      else if (next === '\\' && /["\\$`\n]/.test(this.text[this.at + 1] ?? '')) {
        const escaped = this.text[this.at + 1] ?? '';
        text += escaped === '\n' ? '' : escaped;
        this.at += 2;
      } else {
        text += next;
        this.at += 1;
      }
    }
  }

  /** A variable or a command in the place of a text: as it is written, if its value is not known. */
  private expansion(unknown: string[]): string {
    const from = this.at;
    const [whole, short, long] = this.match(VARIABLE) ?? [];
    const value = this.variables.get(short ?? long ?? '');
    if (value !== undefined) return value;
    if (whole === undefined && this.take(OTHER_VARIABLE) === null) {
      if (this.text.startsWith('$(', from)) this.afterBrackets(from);
      else if (this.text[from] === '`') this.untilUnescaped('`', from + 1);
      else {
        this.at += 1;
        return '$';
      }
    }
    const text = this.text.slice(from, this.at);
    unknown.push(text);
    return text;
  }

  private afterBrackets(from: number): void {
    let depth = 0;
    for (let at = from; at < this.text.length; at += 1) {
      if (this.text[at] === '(') depth += 1;
      if (this.text[at] === ')') depth -= 1;
      if (depth === 0 && at > from) {
        this.at = at + 1;
        return;
      }
    }
    throw new SyntaxError(`a bracket is not closed: ${this.text.slice(from, from + 20)}`);
  }
}

/** The escapes of `$'…'`. */
const ansi = (text: string): string =>
  text.replaceAll(ANSI, (_whole, escape: string) => {
    const isOctal = /^[0-7]/.test(escape);
    if (!isOctal && escape.length === 1) return ANSI_LETTERS[escape] ?? escape;
    const code = isOctal ? Number.parseInt(escape, 8) : Number.parseInt(escape.slice(1), 16);
    return String.fromCodePoint(Math.min(code, 0x10_ff_ff));
  });
