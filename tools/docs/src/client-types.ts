/** The types by which the web UI speaks to the API, made from the OpenAPI document. */
import openapiTS, { astToString } from 'openapi-typescript';
import { openApiDocument } from '../../../apps/api/src/openapi/document.js';
import { routes } from '../../../apps/api/src/routes.js';

const NOTE = '/** Made from the OpenAPI document by `npm run docs`; changed by hand it would be out of date. */\n';

export async function clientTypes(): Promise<string> {
  const document = openApiDocument(routes, { version: '', server: '/' });
  return NOTE + astToString(await openapiTS(JSON.stringify(document)));
}
