import pino from 'pino';

/** JSON lines on stdout; messages are short constant phrases, data are fields. Secrets never come here. */
export type Logger = pino.Logger;

export function createLogger(service: string, level: string): Logger {
  return pino({
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
  });
}
