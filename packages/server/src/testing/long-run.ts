/** Whether suites run in their long form: nightly, and before a release. */
export const isLongRun = Boolean(process.env.COURTCRIER_TEST_LONG)
