import { parseJsonLater } from '#common/domain/parse-json-later.js';
import { ApiError } from './api-error.js';

/**
 * The answer with a length, and with `parseJsonLater` as `json()`: openapi-fetch reads answers without a length by JSON.parse. `json()` throws
 * `ApiError` for a text that is no JSON. `onPart` is called with each part that arrives.
 */
export async function jsonAnswer(response: Response, onPart: () => void = () => undefined): Promise<Response> {
  if (!/[/+]json\b/.test(response.headers.get('content-type') ?? '')) return response;
  const text = await textOf(response, onPart);
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

async function textOf({ body }: Response, onPart: () => void): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  const reader = body?.getReader();
  for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
    onPart();
    text += decoder.decode(part.value as Uint8Array, { stream: true });
  }
  return text + decoder.decode();
}
