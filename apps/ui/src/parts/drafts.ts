/** Unsaved texts, kept in this tab for as long as it lives. */
import { parseJson } from '#common/domain/parse-json.js';
import { keptInTab } from './kept.js';

export interface Draft {
  readonly text: string;
  /** The etag of the definition that the draft started from. */
  readonly etag: string | null;
}

const keyOf = (name: string): string => `carillon.draft.${name}`;

export function keptDraft(name: string): Draft | null {
  const kept = keptInTab.getItem(keyOf(name));
  return kept === null ? null : (parseJson(kept) as Draft);
}

export function keepDraft(name: string, draft: Draft): void {
  keptInTab.setItem(keyOf(name), JSON.stringify(draft));
}

export function forgetDraft(name: string): void {
  keptInTab.removeItem(keyOf(name));
}
