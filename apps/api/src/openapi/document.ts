/** The OpenAPI 3.1 document, made from the route table: the schemas that check requests also describe them. */
import { z } from 'zod';
import { noticeBody } from '#common/spec/notify.js';
import { ERROR_CODES, type ErrorCode } from '#common/errors/codes.js';
import { problemDocument } from '../http/problem.js';
import { DRY_RUN_HEADER, isConditional, isMutating, PENDING_HEADER, type Route } from '../http/route.js';
import { NAMED_SCHEMAS } from './named-schemas.js';
import { withExamples } from './core/property-examples.js';
import { EXAMPLE_VALUES } from './example-values.js';
import { invocationExample, invocationSchema } from './invocation.js';

type Json = Record<string, unknown>;

export interface DocumentOptions {
  readonly version: string;
  /** The address of the API: the public address with prefix and base path. */
  readonly server: string;
}

/** Makes the document. The order of routes is kept. */
export function openApiDocument(routes: readonly Route[], { version, server }: DocumentOptions): Json {
  const schemas = new SchemaRegistry();
  const paths: Record<string, Json> = {};
  for (const each of routes) {
    paths[each.path] = { ...paths[each.path], [each.method.toLowerCase()]: operation(each, schemas) };
  }
  const webhooks = { invocation: { post: invocation(schemas) }, notice: { post: notice(schemas) } };
  const document = {
    openapi: '3.1.0',
    info: {
      title: 'Carillon',
      version,
      description: 'Workers, jobs and runs of the scheduler. Times are RFC 3339 in UTC, durations are seconds.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: server }],
    tags: [...new Set(routes.map((each) => each.tag))].map((name) => ({ name })),
    security: [{ bearer: [] }],
    paths,
    webhooks,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'A token of Carillon, or an OIDC access token.' },
        attempt: { type: 'http', scheme: 'bearer', description: 'The token of the invocation’s `callback`.' },
      },
      schemas: { ...schemas.all(), Problem: problemSchema },
      responses: Object.fromEntries(schemas.responses),
    },
  };
  return withExamples(document, EXAMPLE_VALUES);
}

function operation(route: Route, schemas: SchemaRegistry): Json {
  const parameters = [
    ...parametersOf(route.params, 'path', schemas),
    ...parametersOf(route.query, 'query', schemas),
    ...headersOf(route),
  ];
  return {
    operationId: route.id,
    tags: [route.tag],
    summary: route.summary,
    ...(route.description === '' ? {} : { description: route.description }),
    'x-role': route.access,
    ...(route.access === 'attempt' ? { security: [{ attempt: [] }] } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(route.body ? { requestBody: requestBody(route, route.body, schemas) } : {}),
    responses: responses(route, schemas),
  };
}

function requestBody(route: Route, body: z.ZodType, schemas: SchemaRegistry): Json {
  // A merge patch may contain any part of the object.
  const isPatch = route.method === 'PATCH' && route.completedBody !== null;
  const schema = schemas.refer(`${route.id}Body`, isPatch ? body : (route.completedBody ?? body));
  const example = route.example.body === undefined ? {} : { example: route.example.body };
  const content = route.bodyTypes.map((type) => [
    type,
    type === 'text/plain' ? { schema: { type: 'string' } } : { schema, ...example },
  ]);
  return {
    required: !(body instanceof z.ZodObject && body.safeParse({}).success),
    content: Object.fromEntries(content),
  };
}

function responses(route: Route, schemas: SchemaRegistry): Json {
  const noBody = route.status === 204;
  const types = route.answerTypes.length > 0 ? route.answerTypes : ['application/json'];
  const example = route.example.answer === undefined ? {} : { example: route.example.answer };
  const schema = noBody ? {} : schemas.refer(`${route.id}Answer`, route.answer);
  const success = {
    description: noBody ? 'Done.' : route.summary,
    ...answerHeaders(route),
    ...(noBody ? {} : { content: Object.fromEntries(types.map((type) => [type, { schema, ...example }])) }),
  };
  return {
    [String(route.status)]: success,
    ...(route.otherStatus && {
      [String(route.otherStatus.status)]: { ...success, description: route.otherStatus.when },
    }),
    ...(route.canDryRun && { '204': schemas.response('Judged', judged) }),
    ...problemResponses(codesOf(route), schemas),
  };
}

/** The answer to a dry run. */
const judged = {
  description: `The answer to a request with \`${DRY_RUN_HEADER}: true\` that would succeed. Nothing was changed.`,
  headers: {
    [DRY_RUN_HEADER]: {
      description: '`unchanged` if the request would change nothing.',
      schema: { type: 'string', enum: ['changes', 'unchanged'] },
    },
  },
};

function answerHeaders({ versioned, isSynced }: Route): Json {
  const description =
    'The change is stored, but the service `scheduler` has not applied it yet: it takes effect within seconds when that service is available again.';
  const headers = {
    ...(versioned && { ETag: { schema: { type: 'string' } } }),
    ...(isSynced && { [PENDING_HEADER]: { description, schema: { type: 'string', enum: ['scheduler'] } } }),
  };
  return Object.keys(headers).length === 0 ? {} : { headers };
}

/** The errors that any changing request may get for its body, even if it needs none. */
const OF_BODIES = ['MALFORMED_BODY', 'BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const;

/** Every error code that the route may answer with. Every route refuses query parameters that it does not declare. */
function codesOf(route: Route): ErrorCode[] {
  return [
    'VALIDATION_FAILED',
    'UNAUTHENTICATED',
    'TOO_MANY_REQUESTS',
    ...(route.access === 'attempt' || route.access === 'anyone' ? [] : (['FORBIDDEN'] as const)),
    ...(Object.keys(shapeOf(route.params)).length > 0 ? (['NOT_FOUND'] as const) : []),
    ...(isMutating(route) && route.access !== 'attempt' ? (['IDEMPOTENCY_KEY_REUSED'] as const) : []),
    ...(isMutating(route) ? OF_BODIES : []),
    ...(isConditional(route) ? (['PRECONDITION_FAILED'] as const) : []),
    ...route.refusals,
  ];
}

function problemResponses(codes: readonly ErrorCode[], schemas: SchemaRegistry): Json {
  const byStatus = new Map<number, Set<ErrorCode>>();
  for (const code of codes) {
    const { status } = ERROR_CODES[code];
    byStatus.set(status, (byStatus.get(status) ?? new Set()).add(code));
  }
  const entries = [...byStatus].map(([status, set]) => [
    String(status),
    schemas.response([...set].join('.'), {
      description: [...set].map((code) => `\`${code}\`: ${ERROR_CODES[code].title}`).join('\n\n'),
      content: {
        'application/problem+json': {
          schema: { $ref: '#/components/schemas/Problem' },
          examples: Object.fromEntries(
            [...set].map((code) => [code, { value: problemDocument(code, ERROR_CODES[code].title) }]),
          ),
        },
      },
    }),
  ]);
  return Object.fromEntries(entries) as Record<string, Json>;
}

function parametersOf(schema: z.ZodType, where: 'path' | 'query', schemas: SchemaRegistry): Json[] {
  return Object.entries(shapeOf(schema)).map(([name, field]) => {
    const { description, ...rest } = schemas.plain(field);
    return {
      name,
      in: where,
      required: where === 'path' || !field.safeParse(undefined).success,
      ...(typeof description === 'string' ? { description } : {}),
      schema: rest,
    };
  });
}

function headersOf(route: Route): Json[] {
  const header = (name: string, description: string): Json => ({
    name,
    in: 'header',
    description,
    schema: { type: 'string' },
  });
  return [
    ...(isMutating(route)
      ? [
          header(
            'Idempotency-Key',
            'A repeated request with the same key gets the answer of the first one; 503 while the first one is still in progress.',
          ),
        ]
      : []),
    ...(isConditional(route)
      ? [
          header('If-Match', 'The `ETag` from the last read; 412 if the object was changed since then.'),
          header('If-None-Match', '`*`: 412 if the object exists.'),
        ]
      : []),
    ...(route.canDryRun
      ? [
          header(
            DRY_RUN_HEADER,
            '`true`: the request is only validated: it is answered 204 or refused, and nothing is changed.',
          ),
        ]
      : []),
    ...(route.answerTypes.includes('text/event-stream')
      ? [
          header(
            'Last-Event-ID',
            'The id of the last received event, after which the stream resumes, if it can be resumed.',
          ),
        ]
      : []),
  ];
}

const shapeOf = (schema: z.ZodType): Record<string, z.ZodType> => (schema instanceof z.ZodObject ? schema.shape : {});

function notice(schemas: SchemaRegistry): Json {
  return {
    operationId: 'notice',
    tags: ['Jobs'],
    summary: 'The request to the webhook of a rule in `notify`',
    description:
      'The request has the header `Idempotency-Key: <id>`. It is repeated with the same id until it is answered 2xx, at most 16 times within about an hour and a half.',
    security: [],
    requestBody: {
      required: true,
      content: { 'application/json': { schema: schemas.refer('Notice', noticeBody) } },
    },
    responses: { '204': { description: 'The notice is accepted.' } },
  };
}

function invocation(schemas: SchemaRegistry): Json {
  return {
    operationId: 'invocation',
    tags: ['Callbacks of web-service workers'],
    summary: 'The request that starts an attempt of a web-service worker',
    description:
      'The request goes to the url of the job or worker, with the headers of both (those of the job take precedence) and `Idempotency-Key: <attempt id>`. The answers 200, 201 and 202 mean that the attempt is started. 429, 503 and a refused connection mean that it was not started: the same request is repeated. Any other answer means that the attempt has failed.',
    security: [],
    requestBody: {
      required: true,
      content: {
        'application/json': { schema: schemas.refer('Invocation', invocationSchema), example: invocationExample },
      },
    },
    responses: { '201': { description: 'The attempt is started; it reports by the callbacks.' } },
  };
}

/** Collects named schemas and responses, and says how to refer to them. */
class SchemaRegistry {
  readonly responses = new Map<string, Json>();
  private readonly registry = z.registry<{ id: string }>();
  private readonly names = new Map<z.ZodType, string>();

  constructor() {
    for (const [name, schema] of Object.entries(NAMED_SCHEMAS)) this.refer(name, schema);
  }

  refer(name: string, schema: z.ZodType): Json {
    const schemaName = this.names.get(schema) ?? name.charAt(0).toUpperCase() + name.slice(1);
    if (!this.names.has(schema)) {
      this.names.set(schema, schemaName);
      this.registry.add(schema, { id: schemaName });
    }
    return { $ref: `#/components/schemas/${schemaName}` };
  }

  response(name: string, response: Json): Json {
    this.responses.set(name, response);
    return { $ref: `#/components/responses/${name}` };
  }

  plain(schema: z.ZodType): Json {
    const { $schema: _schema, ...rest } = z.toJSONSchema(schema, { ...conversion, io: 'input' });
    return rest;
  }

  all(): Record<string, Json> {
    const { schemas } = z.toJSONSchema(this.registry, {
      ...conversion,
      io: 'input',
      uri: (id) => `#/components/schemas/${id}`,
    });
    return Object.fromEntries(
      Object.entries(schemas).map(([name, { $schema: _schema, $id: _id, ...rest }]) => [name, rest]),
    );
  }
}

/** Times are marked by their format; the pattern that checks them does not help a reader. */
const conversion = {
  unrepresentable: 'any',
  override: ({ jsonSchema }: { jsonSchema: Json }): void => {
    if (jsonSchema['format'] === 'date-time') delete jsonSchema['pattern'];
  },
} as const;

const problemSchema = {
  type: 'object',
  required: ['type', 'title', 'status', 'code', 'detail'],
  properties: {
    type: { type: 'string', format: 'uri', description: 'The kind of problem: `urn:carillon:problem:` and the code.' },
    title: { type: 'string', description: 'The meaning of `code`.' },
    status: { type: 'integer', description: 'The HTTP status.' },
    code: { type: 'string', description: 'The error code, for programs.', enum: Object.keys(ERROR_CODES) },
    detail: { type: 'string', description: 'The cause of the error in this case, for people.' },
    errors: {
      type: 'array',
      description: 'The errors of single fields.',
      items: {
        type: 'object',
        required: ['path', 'message'],
        properties: {
          path: { type: 'string', description: 'The field, such as `schedule.cron`.' },
          message: { type: 'string', description: 'What is wrong with the field.' },
        },
      },
    },
  },
};
