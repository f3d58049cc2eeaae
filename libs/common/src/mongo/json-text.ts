/**
 * Definitions contain keys that people choose (`"a.b"`, `"$set"`), which are not safe as field names in every database. So
 * free-form parts are stored as JSON text, and the fields that queries need are stored beside them.
 */
import { parseExactJson } from '../domain/parse-json.js';

declare const content: unique symbol;
/** JSON of a value of type `T`. */
export type JsonText<T> = string & { readonly [content]: T };

export const toJsonText = <T>(value: T): JsonText<T> => JSON.stringify(value) as JsonText<T>;
export const fromJsonText = <T>(text: JsonText<T>): T => parseExactJson(text) as T;
