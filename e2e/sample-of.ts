import { isLongRun } from '../packages/server/src/testing/long-run.ts'

/** All looks, palettes, pages or orders in the long form; in the short one the last, which is the narrow and dark one of looks. */
export function sampleOf<T>(all: readonly T[]): readonly T[] {
  return isLongRun ? all : all.slice(-1)
}

/** Light and dark differ in contrast only, which is asked in the long form. */
export const schemes: readonly ('light' | 'dark')[] = isLongRun ? ['light', 'dark'] : ['light']
