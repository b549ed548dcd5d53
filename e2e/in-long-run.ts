/**
 * Marks browser tests that only `npm run test:long` runs: each page in another appearance or for another role, which no
 * single change breaks. Whole files without a browser are listed in scripts/only-in-long-run.ts.
 */
export const inLongRun = { tag: '@long' }
