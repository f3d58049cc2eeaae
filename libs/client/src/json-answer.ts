import { parseJsonLater } from '#common/domain/parse-json-later.js';
import { ApiError } from './api-error.js';

/**
 * The answer with a length, and with `parseJsonLater` as `json()`: openapi-fetch reads answers without a length by JSON.parse. `json()` throws
 * `ApiError` for a text that is no JSON.
 */
export async function jsonAnswer(response: Response): Promise<Response> {
  if (!/[/+]json\b/.test(response.headers.get('content-type') ?? '')) return response;
  const text = await response.text();
  const { status, statusText } = response;
  const headers = new Headers(response.headers);
  headers.set('content-length', String(text.length));
  const read = new Response(text === '' ? null : text, { status, statusText, headers });
  const json = (): Promise<unknown> =>
    parseJsonLater(text).catch(() => {
      throw new ApiError(response, { detail: `the server answered ${status} with a text that is not JSON` });
    });
  return Object.assign(read, { json });
}
