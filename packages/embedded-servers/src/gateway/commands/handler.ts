import type { Document } from 'bson';
import type { Request } from '../request.js';

/** Answers a command: with the bytes of the engine's own answer, or with a document of the gateway. */
export type Handler = (request: Request) => Promise<Buffer | Document> | Buffer | Document;

export type Handlers = Record<string, Handler>;
