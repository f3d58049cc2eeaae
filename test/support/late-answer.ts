/** How long a late answer pauses. CARILLON_LATE_ANSWER_MS=310000 is beyond the 300 s after which an HTTP client gives up by itself. */
export const LATE_ANSWER_MS = Number(process.env['CARILLON_LATE_ANSWER_MS'] ?? 1_000);
