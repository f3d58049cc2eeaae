/** The operations that an operator may request from a running replica. */

/** The parts of a service whose log levels can be set apart from the rest. */
export const LOG_MODULES = [
  'access',
  'archive',
  'callbacks',
  'database',
  'events',
  'holds',
  'http',
  'kubernetes',
  'membership',
  'nats',
  'notices',
  'output',
  'process',
  'runs',
  'scheduling',
  'secrets',
  'sweeps',
  'triggers',
] as const;
export type LogModule = (typeof LOG_MODULES)[number];

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** A profile of what uses the processor, or a picture of what fills the memory. */
export const DIAGNOSIS_KINDS = ['cpuProfile', 'heapSnapshot'] as const;
export type DiagnosisKind = (typeof DIAGNOSIS_KINDS)[number];
