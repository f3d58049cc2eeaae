/** Holds answers of the API against its OpenAPI document: their status, their error code, and every field. */
import addFormats from 'ajv-formats';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { openApiDocument } from '../../../apps/api/src/openapi/document.js';
import { API_PATH, routes } from '../../../apps/api/src/routes.js';

export interface GivenAnswer {
  readonly method: string;
  /** From the root of the service, without a query. */
  readonly path: string;
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

type Content = Readonly<
  Record<string, { readonly schema?: object; readonly examples?: Readonly<Record<string, unknown>> }>
>;
interface Answer {
  readonly content?: Content;
}
interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, Answer & { readonly $ref?: string }>>;
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly responses: Readonly<Record<string, Answer>> };
}

const PROBLEM = 'application/problem+json';

export class DocumentedAnswers {
  private readonly document = openApiDocument(routes, { version: '0.0.0', server: API_PATH }) as unknown as Document;
  private readonly ajv = new Ajv2020({ strict: false });
  private readonly validators = new Map<string, ValidateFunction>();
  private readonly paths = Object.keys(this.document.paths)
    // A literal path goes before one with a parameter. Slashes at the end mean nothing.
    .sort((a, b) => a.split('{').length - b.split('{').length)
    .map((path) => ({ path, pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}/*$`) }));

  constructor() {
    addFormats.default(this.ajv);
    this.ajv.addSchema({ $id: 'document', components: this.document.components });
  }

  /** The part of the answer that is not in the document; null if there is none. */
  problemOf(answer: GivenAnswer): string | null {
    if (!answer.path.startsWith(`${API_PATH}/`)) return null;
    // Headers that are too large are refused by the HTTP server, before anything of the API sees the request.
    const operation = answer.status === 431 ? undefined : this.operationOf(answer);
    // For an unknown address the document only says that the answer is a problem document.
    if (!operation) return answer.status < 400 ? 'is of no operation' : this.misfit('Problem', answer.text);
    return this.problemOfOperation(operation, answer);
  }

  private problemOfOperation(
    { operationId, responses }: Operation,
    { status, type, text }: GivenAnswer,
  ): string | null {
    const response = this.answerAt(responses[String(status)]);
    if (!response) return `${operationId} does not document the status ${status}`;
    const media = Object.entries(response.content ?? {}).find(([each]) => type.startsWith(each))?.[1];
    if (!media) return text === '' ? null : `${operationId} does not document ${status} as ${type}`;
    if (!/[/+]json/.test(type)) return null;
    const { code = '' } = type.startsWith(PROBLEM) ? (JSON.parse(text) as { code?: string }) : {};
    if (type.startsWith(PROBLEM) && !Object.hasOwn(media.examples ?? {}, code))
      return `${operationId} does not document ${code}`;
    return this.misfit(`${operationId} ${status}`, text, media.schema);
  }

  private answerAt(named: Operation['responses'][string] | undefined): Answer | undefined {
    if (named?.$ref === undefined) return named;
    return this.document.components.responses[named.$ref.replace('#/components/responses/', '')];
  }

  private operationOf({ method, path }: GivenAnswer): Operation | undefined {
    const below = path.slice(API_PATH.length);
    const found = this.paths.find(
      ({ pattern, path: each }) => pattern.test(below) && this.document.paths[each]?.[method.toLowerCase()],
    );
    return found && this.document.paths[found.path]?.[method.toLowerCase()];
  }

  private misfit(name: string, text: string, schema: object = { $ref: '#/components/schemas/Problem' }): string | null {
    const validate = this.validators.get(name) ?? this.compiled(name, schema);
    if (validate(JSON.parse(text))) return null;
    return `${name}: ${this.ajv.errorsText(validate.errors)}`;
  }

  private compiled(name: string, schema: object): ValidateFunction {
    const absolute = JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"document#/');
    const validate = this.ajv.compile(JSON.parse(absolute) as object);
    this.validators.set(name, validate);
    return validate;
  }
}
