/** Builds the request to a web-service worker. */
import { parseExactJson } from '#common/domain/parse-json.js';
import type { JsonValue } from '#common/spec/fields.js';
import { attemptId, attemptSegment, type AttemptId } from '#common/domain/ids.js';
import { indexInfo } from '#common/spec/index-source.js';
import { isoTime, itemsOf, parametersOf, type AttemptContext } from './context.js';

export interface CallbackAddress {
  /** `PUBLIC_URL` + `PATH_PREFIX`, without a slash at its end. */
  readonly base: string;
  readonly token: string;
}

/** The invocation's body, as docs/openapi.json describes it. */
export function invocationBody(context: AttemptContext, callback: CallbackAddress): Record<string, JsonValue> {
  const { run, key, task } = context;
  const index = indexInfo(task.source, key.index);
  const id = attemptId(key);
  const items = itemsOf(context);
  return {
    runId: run.id,
    attemptId: id,
    attempt: key.attempt,
    task: key.task,
    index: key.index,
    indexKey: index.key,
    indexMatrix: index.matrix === null ? null : { ...index.matrix },
    indexCount: task.indexes,
    job: jobSnapshot(context),
    ...(context.options.length > 0 && {
      options: Object.fromEntries(context.options.map(({ name, value }) => [name, value])),
    }),
    ...(items !== null && { items }),
    scheduledFor: isoTime(run.scheduledFor) || null,
    jobStorage: context.jobStorage,
    lastSuccessStart: isoTime(context.lastSuccess?.started) || null,
    lastSuccessFinish: isoTime(context.lastSuccess?.finished) || null,
    callback: { ...callbackUrls(id, callback.base), token: callback.token },
  };
}

/** The whole job as it was admitted, with parameters and secure parameters, without status. */
function jobSnapshot(context: AttemptContext): JsonValue {
  const { run, spec } = context;
  const snapshot = {
    ...spec.job,
    id: run.job,
    version: run.jobVersion,
    parameters: orNone(parametersOf(context)),
    secureParameters: orNone(context.secureParameters),
  };
  return parseExactJson(JSON.stringify(snapshot)) as JsonValue;
}

/** Null is a value; an absent value is sent as an empty object. */
const orNone = (value: JsonValue | undefined): JsonValue => (value === undefined ? {} : value);

function callbackUrls(id: AttemptId, base: string): { log: string; status: string; jobStorage: string } {
  const root = `${base}/api/v1/callbacks/runs/${attemptSegment(id)}`;
  return { log: `${root}/log`, status: `${root}/status`, jobStorage: `${root}/job_storage` };
}
