/** How many random worlds a property tries: some hundreds by default, `CARILLON_WORLDS=10000` for the long form. */
export const worlds = (runs: number): number => Number(process.env['CARILLON_WORLDS'] ?? runs);
