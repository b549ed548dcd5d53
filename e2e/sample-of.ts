import { isLongRun } from '../packages/server/src/testing/long-run.ts'

/**
 * Returns all appearances, palettes, pages or orders in the long form, and only the last in the short form; for
 * appearances that is narrow and dark.
 */
export function sampleOf<T>(all: readonly T[]): readonly T[] {
  return isLongRun ? all : all.slice(-1)
}

/** Light and dark differ only in contrast, which the long form checks. */
export const schemes: readonly ('light' | 'dark')[] = isLongRun ? ['light', 'dark'] : ['light']
