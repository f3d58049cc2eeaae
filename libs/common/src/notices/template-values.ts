/** The values that templates of notices may name, and the pieces of a template. Pure. */
import type { NoticeBody } from '../spec/notify.js';

type Value = (body: NoticeBody) => string | number | null | undefined;

/** Every value; one that a notice does not have is empty. */
const VALUES = {
  on: ({ on }) => on,
  at: ({ at }) => at,
  message: ({ message }) => message,
  tenant: ({ tenant }) => tenant,
  'job.id': ({ job }) => job,
  'job.name': ({ jobName }) => jobName,
  'run.id': ({ run }) => run?.id,
  'run.state': ({ run }) => run?.state,
  'run.reason': ({ run }) => run?.reason,
  'run.message': ({ run }) => run?.message,
  'run.exitCode': ({ run }) => run?.exitCode,
  'run.scheduledFor': ({ run }) => run?.scheduledFor,
  'run.started': ({ run }) => run?.started,
  'run.finished': ({ run }) => run?.finished,
  'run.url': ({ run }) => run?.url,
  'run.errorUrl': ({ run }) => run?.errorUrl,
  'missed.count': ({ missed }) => missed?.count,
  'missed.from': ({ missed }) => missed?.from,
  'missed.to': ({ missed }) => missed?.to,
  'incident.id': ({ incident }) => incident?.id,
  'incident.url': ({ incident }) => incident?.url,
  'incident.reason': ({ incident }) => incident?.reason,
  'incident.jobCount': ({ incident }) => incident?.jobCount,
} as const satisfies Readonly<Record<string, Value>>;

export const TEMPLATE_VALUES = Object.keys(VALUES) as readonly (keyof typeof VALUES)[];

/** `${job.name}`, as in commands and parameters of jobs. */
export const REFERENCE = /\$\{([^{}]*)\}/g;

/** A part of a text: written by the owner of the channel as it is, or a value, which is to be escaped. */
export interface Piece {
  readonly text: string;
  readonly isValue: boolean;
}

/** The pieces of a template for a notice. A value is not searched for references. */
export function piecesOf(template: string, body: NoticeBody): Piece[] {
  // Every second part is the name of a value.
  return template.split(REFERENCE).map((part, at) => {
    const isValue = at % 2 === 1;
    return { isValue, text: isValue ? String(valueOf(part)?.(body) ?? '') : part };
  });
}

export const valueOf = (name: string): Value | undefined =>
  Object.hasOwn(VALUES, name) ? VALUES[name as keyof typeof VALUES] : undefined;
