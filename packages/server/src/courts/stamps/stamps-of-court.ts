import type { Court } from '../directory/court.ts'
import type { CourtStamp } from './find-stamps.ts'
import type { StampCourt } from './stamp-form.ts'

/**
 * The stamps that a court may have printed itself. An exhibit also has the stamp of the court it was first filed in, and
 * a district court's record that of the court of appeals.
 */
export function stampsOfCourt(stamps: readonly CourtStamp[], court: Court | undefined): readonly CourtStamp[] {
  const kind = court && kindOf(court)
  return kind ? stamps.filter((stamp) => stamp.court === kind) : stamps
}

/** Undefined for courts whose stamps may be of several kinds, such as the Court of Federal Claims. */
function kindOf({ system, type }: Court): StampCourt | undefined {
  if (system === 'state') return 'state'
  return { NONE: undefined, APPEALS: 'appeals', BANKRUPTCY: 'bankruptcy', DISTRICT: 'district' }[type] as
    | StampCourt
    | undefined
}
