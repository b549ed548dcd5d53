/** Whether suites run in their long form (`npm run test:long`): nightly, and before a release. */
export const isLongRun = Boolean(process.env.COURTCRIER_TEST_LONG)

/** Returns all of them in the long form, and every so manieth in the short form, from the first one on. */
export function everyNth<T>(all: readonly T[], nth: number): readonly T[] {
  return isLongRun ? all : all.filter((_, index) => index % nth === 0)
}
