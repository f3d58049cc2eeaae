/** The OpenAPI document as a file, and the types that the client has of it. */
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { openApiDocument } from '../../../apps/api/src/openapi/document.js';
import { API_PATH, routes } from '../../../apps/api/src/routes.js';

/** The document as every installation serves it, but for the address. */
export const openApiOf = (version: string): Record<string, unknown> =>
  openApiDocument(routes, { version, server: API_PATH });

export async function clientTypes(document: Record<string, unknown>): Promise<string> {
  // What has a default may be left out of a request.
  const nodes = await openapiTS(document as unknown as OpenAPI3, { defaultNonNullable: false });
  return `// Generated from the routes of apps/api by "npm run docs"; edit those, not this.\n${astToString(nodes)}`;
}
