/** A document as text, with completion and checks by its schema; errors of the server are marked in it. */
import { useEffect, useId, useRef, type ReactElement } from 'react';
import {
  autocompletion,
  closeBrackets,
  completionKeymap,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import { bracketMatching, HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { lintGutter, setDiagnostics, type Diagnostic } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { isMap, isScalar, isSeq, parseDocument, type Document, type Node } from 'yaml';
import { yamlFaults, yamlValue } from '#common/spec/yaml-faults.js';
import { YAML_FORM } from './definition-text.js';
import { faultsOf, fieldsAt, valuesAt, type Path, type Root, type Schema } from './schema-assist.js';
import './code-editor.css';

export interface DocumentSchema {
  readonly root: Root;
  readonly schema: Schema;
}

export interface Problem {
  /** The path as the server names it: `schedule.cron.0`. */
  readonly path: string;
  readonly message: string;
}

interface CodeEditorProps {
  readonly label: string;
  readonly text: string;
  readonly schema: DocumentSchema | null;
  readonly problems: readonly Problem[];
  readonly onChange: (text: string) => void;
}

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--run)' },
  { tag: [tags.string, tags.content], color: 'var(--good)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--warn)' },
  { tag: tags.comment, color: 'var(--dim)', fontStyle: 'italic' },
]);

export default function CodeEditor(props: CodeEditorProps): ReactElement {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const hint = useId();
  const latest = useRef(props);
  latest.current = props;
  useEffect(() => {
    if (place.current === null) return;
    const editor = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: latest.current.text,
        extensions: [
          lineNumbers(),
          history(),
          bracketMatching(),
          closeBrackets(),
          highlightActiveLine(),
          yaml(),
          syntaxHighlighting(colours),
          lintGutter(),
          autocompletion({ override: [(context) => complete(context, latest.current.schema)] }),
          keymap.of([...completionKeymap, ...defaultKeymap, ...historyKeymap, indentWithTab]),
          EditorView.lineWrapping,
          // A scrollable element must be reachable by keyboard.
          EditorView.contentAttributes.of({ 'aria-label': props.label, 'aria-describedby': hint, tabindex: '0' }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) latest.current.onChange(update.state.doc.toString());
          }),
        ],
      }),
    });
    view.current = editor;
    return () => {
      editor.destroy();
    };
  }, [props.label, hint]);
  useEffect(() => {
    const { current } = view;
    if (current === null || current.state.doc.toString() === props.text) return;
    current.dispatch({ changes: { from: 0, to: current.state.doc.length, insert: props.text } });
  }, [props.text]);
  useEffect(() => {
    const { current } = view;
    if (current === null) return;
    current.dispatch(setDiagnostics(current.state, diagnosticsOf(props.text, props.schema, props.problems)));
  }, [props.text, props.schema, props.problems]);
  return (
    <>
      <div ref={place} className="code-editor" />
      <p id={hint} className="dim">
        The tab key indents. To leave the text, press Esc and then the tab key.
      </p>
    </>
  );
}

/** The range in the text of the path, or of its nearest parent that exists. */
export function rangeOf(document: Document, path: Path): { from: number; to: number } {
  for (let length = path.length; length > 0; length--) {
    const holder = path.slice(0, length - 1);
    const name = path[length - 1];
    const parent = (holder.length === 0 ? document.contents : document.getIn(holder, true)) as Node | undefined | null;
    const node = isMap(parent)
      ? parent.items.find(({ key }) => isScalar(key) && String(key.value) === String(name))?.key
      : isSeq(parent)
        ? parent.items[Number(name)]
        : undefined;
    const range = (node as Node | undefined)?.range;
    if (range) return { from: range[0], to: range[1] };
  }
  return { from: 0, to: 0 };
}

const pathOf = (text: string): Path => text.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part));

function diagnosticsOf(text: string, schema: DocumentSchema | null, problems: readonly Problem[]): Diagnostic[] {
  const document = parseDocument(text, YAML_FORM);
  const within = (at: number): number => Math.max(0, Math.min(at, text.length));
  const broken = yamlFaults(document).map(({ message, pos }) => ({
    from: within(pos[0]),
    to: within(pos[1]),
    severity: 'error' as const,
    message: message.split('\n')[0] ?? message,
  }));
  if (broken.length > 0) return broken;
  const { value, fault } = yamlValue(document);
  if (fault !== null) return [{ from: 0, to: text.length, severity: 'error', message: fault }];
  const faults = schema === null ? [] : faultsOf(schema.root, schema.schema, value);
  const refused = problems.map(({ path, message }) => ({ path: pathOf(path), message }));
  return [...refused, ...faults].map(({ path, message }) => ({
    ...rangeOf(document, path),
    severity: 'error' as const,
    message: `${path.join('.')} ${message}`,
  }));
}

/** The path of the field that a line is in, by the lines above that are indented less. */
function pathAbove(lines: readonly string[], at: number, indent: number): (string | number)[] {
  const path: (string | number)[] = [];
  let depth = indent;
  for (let i = at - 1; i >= 0 && depth > 0; i--) {
    const line = lines[i] ?? '';
    const own = line.search(/\S/);
    if (own < 0 || own >= depth) continue;
    const item = /^\s*-\s+([\w-]+):/.exec(line);
    if (item !== null && line.indexOf(item[1] ?? '') < depth && own < depth) {
      path.unshift(0);
      depth = own;
      continue;
    }
    const name = /^\s*(?:-\s+)?"?([\w-]+)"?:\s*$/.exec(line);
    if (name?.[1] === undefined) return [];
    path.unshift(name[1]);
    depth = own;
  }
  return path;
}

function complete(context: CompletionContext, schema: DocumentSchema | null): CompletionResult | null {
  if (schema === null) return null;
  const line = context.state.doc.lineAt(context.pos);
  const before = line.text.slice(0, context.pos - line.from);
  const lines = context.state.doc.toString().split('\n');
  const value = /^(\s*)(?:-\s+)?([\w-]+):\s+(\S*)$/.exec(before);
  if (value !== null) {
    const [, space = '', name = '', prefix = ''] = value;
    const values = valuesAt(schema.root, schema.schema, [...pathAbove(lines, line.number - 1, space.length), name]);
    return values.length === 0
      ? null
      : { from: context.pos - prefix.length, options: values.map((label) => ({ label, type: 'enum' })) };
  }
  const field = /^(\s*)(?:-\s+)?([\w-]*)$/.exec(before);
  if (field === null || (field[2] === '' && !context.explicit)) return null;
  const [, space = '', prefix = ''] = field;
  const isItem = before.trimStart().startsWith('-');
  const path = [...pathAbove(lines, line.number - 1, space.length), ...(isItem ? [0] : [])];
  const fields = fieldsAt(schema.root, schema.schema, path);
  const options = fields.map(({ label, detail, info }) => ({
    label,
    detail,
    type: 'property',
    apply: `${label}: `,
    info,
  }));
  return options.length === 0 ? null : { from: context.pos - prefix.length, options };
}
