import type { Element } from './bson-build.js';
import { documentsOf, fieldsOf, readDocument, readNumber, readString, type Field } from './bson-fields.js';
import { GatewayError } from './gateway-error.js';
import type { WireMessage } from './wire.js';

/** The sender of the request. */
export interface Client {
  id: number;
  remoteAddress: string;
}

/** One command of a client: its bytes, and the positions of the fields that the gateway reads. */
export class Request {
  readonly command: string;
  readonly database: string;
  readonly body: Buffer;
  private readonly fields: Map<string, Field>;

  constructor(
    readonly message: WireMessage,
    readonly client: Client,
  ) {
    this.body = message.body;
    this.fields = fieldsOf(this.body);
    this.command = this.fields.keys().next().value ?? '';
    this.database = message.database ?? this.text('$db') ?? 'test';
  }

  fieldNames(): string[] {
    return [...this.fields.keys()];
  }

  has(name: string): boolean {
    return this.fields.has(name);
  }

  text(name: string): string | undefined {
    return readString(this.body, this.fields.get(name));
  }

  number(name: string): number | undefined {
    return readNumber(this.body, this.fields.get(name));
  }

  document(name: string): Buffer | undefined {
    return readDocument(this.body, this.fields.get(name));
  }

  /** The value of an existing field, for use under another name in a document of the gateway. */
  element(name: string, as: string): Element {
    const field = this.fields.get(name);
    if (field === undefined) throw new GatewayError('FailedToParse', `${this.command} has no field ${name}`);
    return { name: as, type: field.type, value: this.body.subarray(field.start, field.end) };
  }

  int64(name: string): bigint | undefined {
    const field = this.fields.get(name);
    const isInt64 = field !== undefined && field.end - field.start === 8;
    return isInt64 ? this.body.readBigInt64LE(field.start) : undefined;
  }

  /** The collection that the command names as its value. */
  get collection(): string {
    const name = this.text(this.command);
    if (name === undefined) throw new GatewayError('InvalidNamespace', `${this.command} has no collection`);
    return name;
  }

  get namespace(): string {
    return `${this.database}.${this.collection}`;
  }

  /** The documents of an array that may also come as a section of its own. */
  sequence(name: string): Buffer[] {
    const section = this.message.sequences.get(name);
    if (section !== undefined) return documentsOf(section);
    const array = this.document(name);
    if (array === undefined) return [];
    return [...fieldsOf(array).values()].map((field) => array.subarray(field.start, field.end));
  }
}
