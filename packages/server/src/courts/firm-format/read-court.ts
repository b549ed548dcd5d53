import type { Found } from '@courtcrier/contract/notice.ts'
import { findCourt } from '../directory.ts'
import type { KnownCourt } from '../parser.ts'
import type { FormatPlan } from './plan.ts'
import { coversText } from './word-pattern.ts'

export interface CourtReading {
  courtId?: Found<string>
  obstacle?: string
}

/** The court that the label names, else the format's own. A name that the format does not know is never guessed at. */
export function readCourt(plan: FormatPlan, named: readonly Found<string>[], known: KnownCourt): CourtReading {
  // Whoever gave the court by hand has read the message.
  if (known.found?.from === 'derived') return { courtId: known.found }
  const own: CourtReading = plan.courtId === undefined ? {} : { courtId: { value: plan.courtId, from: 'derived' } }
  if (!plan.readsCourt) return own
  const found = named.map((name) => ({ name, courtId: courtNamed(plan, name.value) }))
  const unknown = found.find(({ courtId }) => courtId === undefined)
  if (unknown) {
    return { obstacle: `"${unknown.name.value.slice(0, 200)}" is none of the courts that the format names.` }
  }
  const ids = new Set(found.map(({ courtId }) => courtId))
  if (ids.size > 1)
    return { obstacle: 'This message names several courts. Forward each notice in a message of its own.' }
  const [first] = found
  if (first?.courtId) return { courtId: { ...first.name, value: first.courtId } }
  return plan.courtId === undefined ? { obstacle: 'This message does not name its court where the format says.' } : own
}

function courtNamed({ courts }: FormatPlan, name: string): string | undefined {
  const id = courts.find((one) => coversText(one.name, name))?.courtId
  return id && findCourt(id)?.id
}
