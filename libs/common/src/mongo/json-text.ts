/**
 * Definitions hold keys that people choose (`"a.b"`, `"$set"`), which are not safe as field names everywhere. So free-form
 * parts are stored as JSON text, and what queries need is stored beside them.
 */
export const toJsonText = (value: unknown): string => JSON.stringify(value);

/** Reads back what `toJsonText` wrote: only our own writer's documents are read by it, so the type is known. */
export const fromJsonText = <T>(text: string): T => JSON.parse(text) as T;
