/**
 * Marks browser tests that only `npm run test:long` runs, since no single change breaks what they show and nothing else
 * does: each page in another appearance or for another role, the same by other means, a second way to the same sentence
 * (docs/decisions/0022-the-gate.md has what the short form keeps of each). Whole files are listed in scripts/only-in-long-run.ts.
 */
export const inLongRun = { tag: '@long' }
