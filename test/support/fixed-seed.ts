// Every property of `npm test` tries the same examples each time: a check of a change must not fail for what was there before. New ones are tried by
// whoever sets PROPERTY_SEED, as `npm run test:properties` does.
import fc from "fast-check";

const DEFAULT_SEED = 20_261_130;

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env["PROPERTY_SEED"] ?? DEFAULT_SEED) });
