/** Routes outside the API: the OpenAPI document and its page, schemas, the web UI, health, version and metrics. */
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Readiness } from '#common/health/readiness.js';
import { definitionSchemas } from '#common/spec/definition-schemas.js';
import { builtFile } from '#common/lifecycle/built-file.js';
import type { Metrics } from '#common/metrics/catalogue.js';
import { IDENTITY_CLAIMS, KEYS_MAX_AGE_SECONDS, type IdentityTokens } from '#common/secrets/identity-tokens.js';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';

/** The folder of Swagger UI's files. */
const docsFolder = (): string => dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

const KEYS_PATH = '/.well-known/jwks.json';

export interface SystemParts {
  readonly prefix: string;
  readonly document: unknown;
  readonly readiness: Readiness;
  readonly version: string;
  /** Null if they are served only at their own address. */
  readonly metrics: Metrics | null;
  readonly identity: Identity;
}

/** The issuer of identity tokens, as others find it. */
interface Identity {
  /** `issuerOf` the service: where it is null nothing is served, so that nobody comes to trust it. */
  readonly issuer: string | null;
  readonly tokens: Pick<IdentityTokens, 'publicKeys'>;
}

/** Pages load nothing from elsewhere; Swagger UI sets styles in its elements. */
const PAGE_HEADERS = {
  'Cache-Control': 'no-cache',
  'Content-Security-Policy':
    "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

/** The names of these files change with their content. */
const HASHED = /\/assets\/[^/]+$/;
const YEAR_SECONDS = 31_536_000;
/**
 * Files without an address: files that the build leaves for its checks, and compressed forms, which are sent in place of the plain files.
 */
const UNSERVED = ['**/*.br', '**/*.gz', 'manifest.json', '.stamp'];

export async function addSystemRoutes(server: FastifyInstance, parts: SystemParts): Promise<void> {
  const { prefix, document } = parts;
  addHealth(server, '', parts);
  if (prefix !== '') addHealth(server, prefix, parts);
  addIssuer(server, prefix, parts.identity);
  server.get(`${prefix}/openapi.json`, (_request, reply) => reply.send(document));
  for (const [name, schema] of definitionSchemas())
    server.get(`${prefix}/schemas/${name}`, (_request, reply) => reply.send(schema));
  await addDocs(server, prefix);
  await addFiles(server, `${prefix}/`, {
    root: dirname(builtFile('apps/ui/index.html')),
    globIgnore: UNSERVED,
    preCompressed: true,
  });
  // Some programs of mail and chat encode the # of a link to a page.
  server.get(`${prefix}/:mark(^#$)/*`, (request, reply) => {
    const [, place = ''] = request.url.split('/%23/');
    return reply.redirect(`${prefix}/#/${place}`);
  });
  if (prefix !== '') server.get(prefix, (_request, reply) => reply.redirect(`${prefix}/`));
}

function addHealth(server: FastifyInstance, prefix: string, { readiness, metrics, version }: SystemParts): void {
  server.get(`${prefix}/version`, () => ({ service: 'api', version }));
  server.get(`${prefix}/healthz`, () => ({ status: 'ok' }));
  server.get(`${prefix}/readyz`, async (_request, reply) => {
    const report = await readiness.report();
    return reply.code(report.ready ? 200 : 503).send(report);
  });
  if (!metrics) return;
  server.get(`${prefix}/metrics`, async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.text()),
  );
}

/** OpenID Connect Discovery 1.0, and the keys by which identity tokens are verified. */
function addIssuer(server: FastifyInstance, prefix: string, { issuer, tokens }: Identity): void {
  if (issuer === null) return;
  const headers = { 'Cache-Control': `public, max-age=${KEYS_MAX_AGE_SECONDS}`, 'Access-Control-Allow-Origin': '*' };
  const configuration = {
    issuer,
    jwks_uri: `${issuer}${KEYS_PATH}`,
    response_types_supported: ['id_token'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256'],
    scopes_supported: ['openid'],
    claims_supported: [...IDENTITY_CLAIMS],
  };
  server.get(`${prefix}/.well-known/openid-configuration`, (_request, reply) =>
    reply.headers(headers).send(configuration),
  );
  server.get(`${prefix}${KEYS_PATH}`, async (_request, reply) =>
    reply.headers(headers).send({ keys: await tokens.publicKeys() }),
  );
}

async function addDocs(server: FastifyInstance, prefix: string): Promise<void> {
  const initializer = `window.ui = SwaggerUIBundle({ url: '../openapi.json', dom_id: '#swagger-ui', deepLinking: true,
    presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset], layout: 'BaseLayout', persistAuthorization: false });`;
  server.get(`${prefix}/docs`, (_request, reply) => reply.redirect(`${prefix}/docs/`));
  server.get(`${prefix}/docs/swagger-initializer.js`, (_request, reply) =>
    reply.headers(PAGE_HEADERS).type('text/javascript; charset=utf-8').send(initializer),
  );
  const served = ['index.html', 'index.css', 'swagger-ui.css', 'swagger-ui-bundle.js'];
  const rest = ['swagger-ui-standalone-preset.js', 'favicon-16x16.png', 'favicon-32x32.png'];
  await addFiles(server, `${prefix}/docs/`, {
    root: docsFolder(),
    globIgnore: [`!(${[...served, ...rest].join('|')})`],
  });
}

async function addFiles(
  server: FastifyInstance,
  prefix: string,
  files: { readonly root: string; readonly globIgnore?: string[]; readonly preCompressed?: boolean },
): Promise<void> {
  await server.register(fastifyStatic, {
    ...files,
    prefix,
    decorateReply: false,
    // There is one route per existing file: all other requests are answered with a problem document.
    wildcard: false,
    cacheControl: false,
    setHeaders: (reply: FastifyReply, path: string) => {
      void reply.headers(PAGE_HEADERS);
      if (HASHED.test(path)) void reply.header('Cache-Control', `public, max-age=${YEAR_SECONDS}, immutable`);
    },
  });
}
