/** The environment, for the variables that the options name: `CARILLON_SERVER` and similar ones. */
export const environment = (): Readonly<Record<string, string | undefined>> => process.env;
