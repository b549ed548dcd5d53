import type { Behaviour } from '../records/behaviour.ts'

/** An unstamped release happens during the wait for the stamp, so it must be due before the wait ends. */
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
