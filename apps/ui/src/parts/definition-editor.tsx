/** A definition (a job, a worker, a rule) as a form and as a document, kept in step. Unsaved changes survive navigation. */
import { lazy, Suspense, useEffect, useMemo, useState, type ReactElement, type ReactNode } from 'react';
import { Alert, Button, Group, SegmentedControl, Skeleton } from '@mantine/core';
import { hashKey, useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { ApiError } from '#client/api-error.js';
import { parseJson } from '#common/domain/parse-json.js';
import { cache, type Role } from '../api/client.js';
import type { Versioned } from '../api/questions.js';
import { fetchJson } from '../api/session.js';
import { part } from '../app/part.js';
import type { DocumentSchema } from './code-editor.js';
import { contentOf, textOf, withField, type Content } from './definition-text.js';
import { DiffView } from './diff-view.js';
import { diffLines } from './diff.js';
import { keptInTab } from './kept.js';
import { Card, Guarded, ObjectPage, Page, ProblemAlert } from './page.js';

const CodeEditor = lazy(part(() => import('./code-editor.js')));

/** The properties of a form: the content, and functions that change one field or several. */
export interface FormProps {
  readonly content: Content;
  readonly isNew: boolean;
  /** The tenant, if it is not part of the content. */
  readonly tenant?: string | undefined;
  readonly schema: DocumentSchema | null;
  readonly set: (path: readonly string[]) => (value: unknown) => void;
  readonly setAll: (fields: Content) => void;
  readonly problems: ApiError['errors'];
  /** Reports problems that were found while the form was filled in; they replace those that were reported before. */
  readonly report: (problems: ApiError['errors']) => void;
}

interface StoredContent {
  readonly content: Content;
  readonly etag: string | null;
}

interface EditorProps {
  readonly noun: 'job' | 'worker' | 'rule';
  /** Its name in the API's document. */
  readonly schemaName: string;
  readonly form: (props: FormProps) => ReactElement;
  readonly tenant?: string;
  readonly draftKey: string;
  readonly start: Content;
  readonly isNew: boolean;
  readonly etag?: string | null;
  /** Reads the stored definition again, for the dialog of a conflict; it is the next `start`. */
  readonly read?: () => Promise<StoredContent>;
  readonly save: (content: Content, etag: string | null) => Promise<void>;
}

/** A schema of the API's own document. */
const useSchema = (name: string): DocumentSchema | null => {
  const { data } = useQuery({
    queryKey: ['openapi'],
    staleTime: Infinity,
    queryFn: () => fetchJson<Record<string, unknown>>('openapi.json'),
  });
  return useMemo(
    () => (data === undefined ? null : { root: data, schema: { $ref: `#/components/schemas/${name}` } }),
    [data, name],
  );
};

/** Those of the last save, and those found since; each place is named once. */
function problemsOf(error: Error | null, reported: ApiError['errors']): ApiError['errors'] {
  const refused = error instanceof ApiError ? error.errors : [];
  return [...reported, ...refused.filter(({ path }) => !reported.some((each) => each.path === path))];
}

export function DefinitionEditor(props: EditorProps): ReactElement {
  const { noun, schemaName, form: DefinitionForm, draftKey, start, isNew, etag = null, read, save } = props;
  const stored = useMemo(() => textOf(start, 'yaml'), [start]);
  const [draft] = useState(() => keptDraft(draftKey));
  const [text, setText] = useState(draft?.text ?? stored);
  const [tag, setTag] = useState(draft?.etag ?? etag);
  const [form, setForm] = useState<'yaml' | 'json'>(text.trimStart().startsWith('{') ? 'json' : 'yaml');
  const [error, setError] = useState<Error | null>(null);
  const [theirs, setTheirs] = useState<StoredContent | null>(null);
  const [busy, setBusy] = useState(false);
  const schema = useSchema(schemaName);
  const content = useMemo(() => contentOf(text), [text]);
  const isChanged = content === null || hashKey([content]) !== hashKey([start]);
  const discard = (): void => {
    setText(stored);
    setTag(etag);
    setError(null);
  };
  useEffect(() => {
    if (isChanged) keepDraft(draftKey, { text, etag: tag });
    else forgetDraft(draftKey);
  }, [draftKey, text, tag, isChanged]);
  const [reported, report] = useState<ApiError['errors']>([]);
  const problems = useMemo(() => problemsOf(error, reported), [error, reported]);
  const send = async (etagNow: string | null): Promise<void> => {
    if (content === null) return;
    setBusy(true);
    setError(null);
    try {
      forgetDraft(draftKey);
      await save(content, etagNow);
    } catch (problem) {
      keepDraft(draftKey, { text, etag: etagNow });
      if (problem instanceof ApiError && problem.status === 412 && read) setTheirs(await read());
      else setError(problem as Error);
    } finally {
      setBusy(false);
    }
  };
  const set = (path: readonly string[]) => (value: unknown) => {
    setText(withField(text, path, value));
  };
  const setAll = (fields: Content): void => {
    setText(Object.entries(fields).reduce((before, [name, value]) => withField(before, [name], value), text));
  };
  return (
    <>
      {draft !== null && isChanged && <Unsaved discard={discard} />}
      {theirs !== null && (
        <Conflict
          noun={noun}
          mine={content ?? {}}
          theirs={theirs.content}
          keepMine={() => {
            const { etag: next } = theirs;
            setTheirs(null);
            setTag(next);
            void send(next);
          }}
          takeTheirs={() => {
            setText(textOf(theirs.content, form));
            setTag(theirs.etag);
            setTheirs(null);
          }}
        />
      )}
      <div className="editor-columns">
        <Card title="Common fields">
          {content === null ? (
            <p className="dim">The document is not valid yet: see the marks beside its lines.</p>
          ) : (
            <DefinitionForm
              content={content}
              isNew={isNew}
              tenant={props.tenant}
              schema={schema}
              set={set}
              setAll={setAll}
              problems={problems}
              report={report}
            />
          )}
        </Card>
        <Card
          title="Whole document"
          actions={
            <SegmentedControl
              aria-label="Format of the document"
              data={['yaml', 'json']}
              value={form}
              disabled={content === null}
              onChange={(next) => {
                setForm(next);
                if (content !== null) setText(textOf(content, next));
              }}
            />
          }
        >
          <Suspense fallback={<Skeleton height={400} />}>
            <CodeEditor
              label={`The ${noun} as a document`}
              text={text}
              schema={schema}
              problems={problems}
              onChange={setText}
            />
          </Suspense>
        </Card>
      </div>
      <ProblemAlert error={error} />
      <Group gap="xs" className="editor-end">
        <Button variant="filled" size="sm" loading={busy} disabled={content === null} onClick={() => void send(tag)}>
          {isNew ? `Create the ${noun}` : 'Save'}
        </Button>
        {isChanged && <NotSaved discard={discard} />}
      </Group>
    </>
  );
}

interface EditPageProps<T> extends Pick<EditorProps, 'noun' | 'schemaName' | 'form' | 'draftKey'> {
  readonly role: Role;
  /** The tenant in which the role is needed; without it: any tenant. */
  readonly tenantOf?: (definition: T) => string;
  readonly stored: UseQueryOptions<Versioned<T>, Error, Versioned<T>>;
  readonly name: (definition: T) => string;
  /** The way back: links to the list and, with the text as its name, to the page of the definition. */
  readonly crumbs: (name?: string) => ReactNode;
  readonly back: ReactNode;
  readonly contentOf: (definition: T) => Content;
  /** `header`: of the request that replaces the definition, so that no other change is overwritten; `original`: as it was last read. */
  readonly save: (content: Content, header: Record<string, string>, original: T) => Promise<void>;
}

/** The page on which a definition that exists is changed. */
export function EditPage<T>(props: EditPageProps<T>): ReactElement {
  const { noun, role, tenantOf, stored, name, crumbs, back, contentOf: editedOf, save, ...editor } = props;
  // What is being edited does not change by itself.
  const query = useQuery({ ...stored, staleTime: Infinity, refetchOnWindowFocus: false });
  return (
    <ObjectPage title="Edit" crumbs={crumbs()} query={query}>
      {({ value, etag }) => (
        <Page title={`Edit ${name(value)}`} crumbs={crumbs(name(value))}>
          <Guarded act={`edit this ${noun}`} role={role} tenant={tenantOf?.(value)} back={back}>
            <DefinitionEditor
              key={props.draftKey}
              {...editor}
              noun={noun}
              tenant={tenantOf?.(value)}
              start={editedOf(value)}
              etag={etag}
              isNew={false}
              read={async () => {
                const present = await cache.query({ ...stored, staleTime: 0 });
                return { content: editedOf(present.value), etag: present.etag };
              }}
              save={(content, tag) => save(content, tag === null ? {} : { 'If-Match': tag }, value)}
            />
          </Guarded>
        </Page>
      )}
    </ObjectPage>
  );
}

const Unsaved = ({ discard }: { readonly discard: () => void }): ReactElement => (
  <Alert color="blue" variant="light" p="xs" role="status">
    These are your unsaved changes. <Button onClick={discard}>Discard them</Button>
  </Alert>
);

const NotSaved = ({ discard }: { readonly discard: () => void }): ReactElement => (
  <>
    <span className="dim">Not saved yet. Your changes stay here while you visit other pages.</span>
    <Button onClick={discard}>Discard the changes</Button>
  </>
);

interface ConflictProps {
  readonly noun: string;
  readonly mine: Content;
  readonly theirs: Content;
  readonly keepMine: () => void;
  readonly takeTheirs: () => void;
}

const Conflict = ({ noun, mine, theirs, keepMine, takeTheirs }: ConflictProps): ReactElement => (
  <Alert color="yellow" variant="light" title={`Somebody else has changed this ${noun} in the meantime`} role="alert">
    <p style={{ marginTop: 0 }}>Differences from the stored version to your version:</p>
    <DiffView lines={diffLines(textOf(theirs, 'yaml'), textOf(mine, 'yaml'))} />
    <Group mt="xs" gap="xs">
      <Button variant="filled" onClick={keepMine}>
        Save my version
      </Button>
      <Button onClick={takeTheirs}>Continue with the stored version</Button>
    </Group>
  </Alert>
);

interface Draft {
  readonly text: string;
  /** The etag of the definition that the draft started from. */
  readonly etag: string | null;
}

const keyOf = (name: string): string => `carillon.draft.${name}`;

function keptDraft(name: string): Draft | null {
  const kept = keptInTab.getItem(keyOf(name));
  return kept === null ? null : (parseJson(kept) as Draft);
}

function keepDraft(name: string, draft: Draft): void {
  keptInTab.setItem(keyOf(name), JSON.stringify(draft));
}

function forgetDraft(name: string): void {
  keptInTab.removeItem(keyOf(name));
}
