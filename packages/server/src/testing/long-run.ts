/** Whether suites run in their long form (`npm run test:long`): nightly, and before a release. */
export const isLongRun = Boolean(process.env.COURTCRIER_TEST_LONG)
