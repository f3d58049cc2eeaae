/** Suites that try many random or combined cases have a long form: `npm test` runs the short one, `npm run test:long` the long one. */
const isLong = process.env['CARILLON_LONG'] === '1';

/** The number of tries of a suite in its short and in its long form. */
export const inForm = <T>(forms: { readonly short: T; readonly long: T }): T => (isLong ? forms.long : forms.short);

const LONG_FACTOR = 10;

/** How many random worlds a property tries: these, ten times as many in the long form, or as many as `CARILLON_WORLDS` says. */
export const worlds = (runs: number): number =>
  Number(process.env['CARILLON_WORLDS'] ?? inForm({ short: runs, long: LONG_FACTOR * runs }));
