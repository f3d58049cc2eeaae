// Properties (fast-check) draw their cases from `CARILLON_PROPERTY_SEED` where it is given, so that a commit's tests try the same ones each time.
import fc from 'fast-check';

const seed = process.env.CARILLON_PROPERTY_SEED;
if (seed !== undefined) fc.configureGlobal({ seed: Number(seed) });
