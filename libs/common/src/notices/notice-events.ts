/** The events of jobs that people are notified of. */
export const NOTICE_EVENTS = ['failed', 'missed', 'late', 'long', 'recovered', 'started', 'succeeded'] as const;
export type NoticeEvent = (typeof NOTICE_EVENTS)[number];
/** Events of ordinary runs: of a job that runs often, some are told together. */
export const FREQUENT_EVENTS = ['started', 'succeeded'] as const satisfies readonly NoticeEvent[];
export type FrequentEvent = (typeof FREQUENT_EVENTS)[number];
