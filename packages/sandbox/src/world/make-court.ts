import type { Court } from './courts.ts'

export interface Judge {
  name: string
  initials: string
  isMagistrate: boolean
}

type Habit = 'usesFrame' | 'confirmsFreeLook' | 'needsSequence' | 'writesReferral' | 'menu'

export type CourtInput = Omit<Court, 'kind' | 'host' | 'judges' | 'stampName' | Habit> & {
  /** "First Last INITIALS", with " *" for a magistrate judge, or "Honorable First Last" where numbers carry no initials. */
  judges: readonly string[]
} & Partial<Pick<Court, 'kind' | 'host' | 'stampName' | Habit>>

/** A court with the usual habits where nothing else is said. */
export function court(input: CourtInput): Court {
  return {
    kind: 'district',
    usesFrame: false,
    confirmsFreeLook: false,
    needsSequence: false,
    writesReferral: false,
    menu: 'form',
    stampName: 'dcecfStamp_ID',
    host: `ecf.${input.id}.uscourts.gov`,
    ...input,
    judges: input.judges.map(judge),
  }
}

function judge(written: string): Judge {
  const isMagistrate = written.endsWith(' *')
  const text = isMagistrate ? written.slice(0, -2) : written
  const untitled = text.replace(/^(Honorable|Judge) /, '')
  if (untitled !== text) return { name: untitled, initials: '', isMagistrate }
  const cut = text.lastIndexOf(' ')
  return { name: text.slice(0, cut), initials: text.slice(cut + 1), isMagistrate }
}
