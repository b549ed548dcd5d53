import { isLongRun } from '../packages/server/src/testing/long-run.ts'

/**
 * All looks, palettes or orders in the long form; in the short one the first and the last, which differ in everything
 * that is varied: light and dark, wide and narrow.
 */
export function sampleOf<T>(all: readonly T[]): readonly T[] {
  return isLongRun || all.length <= 2 ? all : [all[0] as T, all.at(-1) as T]
}

/** Light and dark differ in contrast only, which is asked in the long form. */
export const schemes: readonly ('light' | 'dark')[] = isLongRun ? ['light', 'dark'] : ['light']
