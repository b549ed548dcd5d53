import type { Behaviour } from './behaviour.ts'

/** A document is released unstamped while it waits, so that moment must come before the waiting ends. */
export const documentProcessingBehaviour: Behaviour = {
  beforeSave: async (_, { values, current }) => {
    const row = { ...current, ...values }
    const needed = [
      ...(row.waitForStamp ? ['maxMinutesWaitForStamp'] : []),
      ...(row.releaseUnstampedWhileWaiting ? ['minutesWaitBeforeUnstampedRelease'] : []),
    ]
    const missing = needed.filter((field) => typeof row[field] !== 'number')
    if (missing.length > 0) return missing.map((field) => ({ field, code: 'required' }))
    const { minutesWaitBeforeUnstampedRelease: released, maxMinutesWaitForStamp: most } = row
    if (typeof released !== 'number' || typeof most !== 'number' || released < most) return []
    return [{ field: 'minutesWaitBeforeUnstampedRelease', code: 'unstamped_release_too_late' }]
  },
}
