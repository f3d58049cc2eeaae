/** Events in the form of CloudEvents 1.0 (https://github.com/cloudevents/spec, JSON and HTTP webhooks). Pure. */
import type { Instant } from '../domain/instant.js';
import { instantOfSeq, seqText, type LoggedEvent } from '../run/end-event.js';
import { isFailure } from '../run/failed-ends.js';
import { stateOf } from '../run/phase.js';
import type { NoticeBody } from '../spec/notify.js';

export interface CloudEvent {
  readonly specversion: '1.0';
  /** With `source` the same in every repeat, and that of no other event: by both a receiver recognises a repeat. */
  readonly id: string;
  readonly source: string;
  readonly type: string;
  readonly subject?: string;
  readonly time: string;
  readonly datacontenttype: 'application/json';
  /** The place in the log, by which the events of a tenant are in order: also the cursor to go on from. */
  readonly sequence?: string;
  readonly data: unknown;
}

export const CLOUD_EVENT_MODES = ['structured', 'batch'] as const;
export type CloudEventMode = (typeof CLOUD_EVENT_MODES)[number];

const CONTENT_TYPES: Readonly<Record<CloudEventMode, string>> = {
  structured: 'application/cloudevents+json; charset=utf-8',
  batch: 'application/cloudevents-batch+json; charset=utf-8',
};

/** A request with these events, of which the structured mode has one. */
export const cloudEventRequest = (
  mode: CloudEventMode,
  events: readonly CloudEvent[],
): { readonly headers: Readonly<Record<string, string>>; readonly body: string } => ({
  headers: { 'content-type': CONTENT_TYPES[mode] },
  body: JSON.stringify(mode === 'batch' ? events : events[0]),
});

const text = (at: Instant): string => new Date(at).toISOString();
const textOrNull = (at: Instant | null): string | null => (at === null ? null : text(at));
const sourceOf = (uiBase: string, tenant: string): string => `${uiBase}/tenants/${tenant}`;

/** `carillon.run.finished`, `.failed`, `.aborted`, `.skipped` or `.missed`. */
export function endOfRun(event: LoggedEvent, uiBase: string): CloudEvent {
  const { id, tenant, job, jobName, run, at, phase, reason, trigger, exitCode, seq } = event;
  const state = stateOf(phase);
  const url = `${uiBase}/#/runs/${encodeURIComponent(run)}`;
  return {
    specversion: '1.0',
    id,
    source: sourceOf(uiBase, tenant),
    type: `carillon.run.${state.toLowerCase()}`,
    subject: run,
    time: text(at),
    datacontenttype: 'application/json',
    sequence: seqText(seq),
    data: {
      tenant,
      job,
      jobName,
      run,
      state,
      phase,
      reason,
      trigger,
      exitCode,
      scheduledFor: textOrNull(event.scheduledFor),
      createdAt: text(event.createdAt),
      started: textOrNull(event.started),
      finished: text(at),
      url,
      ...(isFailure({ state, reason }) && { errorUrl: `${url}?at=error` }),
    },
  };
}

/** Events between two places of the log may have been removed before they were delivered. */
export interface Gap {
  readonly after: number;
  readonly until: number;
}

export const gapEvent = ({ after, until }: Gap, tenant: string, uiBase: string): CloudEvent => ({
  specversion: '1.0',
  id: `gap/${seqText(after)}`,
  source: sourceOf(uiBase, tenant),
  type: 'carillon.events.gap',
  time: text(instantOfSeq(until)),
  datacontenttype: 'application/json',
  sequence: seqText(until),
  data: { tenant, from: text(instantOfSeq(after)), until: text(instantOfSeq(until)) },
});

/** `carillon.notice.failed` and so on, of a notice whose data are its body. */
export const noticeEvent = (body: NoticeBody, uiBase: string): CloudEvent => ({
  specversion: '1.0',
  id: body.id,
  source: sourceOf(uiBase, body.tenant),
  type: `carillon.notice.${body.on}`,
  ...(body.run && { subject: body.run.id }),
  time: body.at,
  datacontenttype: 'application/json',
  data: body,
});
