/** How many random worlds a property tries: `PROPERTY_WORLDS=20` makes it twenty times as many. */
export const worlds = (runs: number): number => runs * Number(process.env['PROPERTY_WORLDS'] ?? '1');
