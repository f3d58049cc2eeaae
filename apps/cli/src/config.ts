/** The environment, for the variables that the options name: `CARILLON_SERVER` and its like. */
export const environment = (): Readonly<Record<string, string | undefined>> => process.env;
