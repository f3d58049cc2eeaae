/** Which tests keep which promise of docs/security.md: read from the tests' own titles and comments. */
import ts from 'typescript';

const ID = /^S\d+$/;
const TITLE = /^(S\d+): (.+)$/s;
const FILE_MARK = /@promise (S\d+)/g;
const TEST_FUNCTIONS: ReadonlySet<string> = new Set(['test', 'it']);
const GROUP_FUNCTIONS: ReadonlySet<string> = new Set(['describe']);

export interface MarkedTest {
  readonly promise: string;
  /** Its path, from the root of the project. */
  readonly file: string;
  /** Its title without the mark, after the titles of its groups. */
  readonly title: string;
}

/** The mark of a group, or of a file, which applies to all its tests. */
interface Around {
  readonly promises: readonly string[];
  readonly titles: readonly string[];
}

/** The tests of one file, in their order; a test that keeps several promises is listed once for each. */
export function markedTestsIn(file: string, text: string): MarkedTest[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: MarkedTest[] = [];
  const visit = (node: ts.Node, around: Around): void => {
    const call = titledCall(node);
    if (!call) {
      ts.forEachChild(node, (child) => {
        visit(child, around);
      });
      return;
    }
    const [, id, rest] = TITLE.exec(call.title) ?? [];
    const titles = [...around.titles, rest ?? call.title];
    const promises = [...new Set([...around.promises, ...(id === undefined ? [] : [id])])];
    if (TEST_FUNCTIONS.has(call.name))
      for (const promise of promises) found.push({ promise, file, title: titles.join(' · ') });
    else for (const part of call.body) visit(part, { promises, titles });
  };
  visit(source, { promises: marksOf(source), titles: [] });
  return found;
}

/** The promises that the comments before the first statement name. */
function marksOf(source: ts.SourceFile): string[] {
  const first = source.statements[0];
  const head = source.text.slice(0, first?.getStart(source) ?? 0);
  return [...head.matchAll(FILE_MARK)].map(([, id]) => id ?? '').filter((id) => ID.test(id));
}

/** `test('title', …)`, `describe.each(table)('title', …)` and similar calls. */
function titledCall(node: ts.Node): { name: string; title: string; body: readonly ts.Node[] } | null {
  if (!ts.isCallExpression(node)) return null;
  const name = functionName(node.expression);
  if (!TEST_FUNCTIONS.has(name) && !GROUP_FUNCTIONS.has(name)) return null;
  const [title, ...body] = node.arguments;
  return title && ts.isStringLiteralLike(title) ? { name, title: title.text, body } : null;
}

function functionName(expression: ts.Expression): string {
  if (ts.isIdentifier(expression)) return expression.text;
  if (ts.isPropertyAccessExpression(expression) || ts.isCallExpression(expression))
    return functionName(expression.expression);
  return ts.isTaggedTemplateExpression(expression) ? functionName(expression.tag) : '';
}
