/** The system that sends a court's notices and serves its links. Some courts of appeals have moved to ACMS. */
export type CourtKind = 'district' | 'bankruptcy' | 'appellate' | 'acms' | 'state'

/** The e-filing system of a state court. */
export type StateSystem = 'tyler' | 'florida' | 'nyscef' | 'oneLegal'

/**
 * The form of a court's attachment menu: with check boxes, the old table, nyed's numbering of parts, or appeals' form.
 */
export type MenuShape = 'form' | 'table' | 'parts' | 'appellate'

/** A court as simulated. Hosts, prefixes and habits are those of the real courts; people are invented. */
export interface Court {
  id: string
  kind: CourtKind
  /** Only for a state court. */
  system?: StateSystem
  /** As in the heading of its notices, under "U.S. District Court". */
  name: string
  /** As in captions. */
  captionName: string
  host: string
  /** From address of its notices; SPF, DKIM and DMARC are published for its domain. */
  sender: string
  /** The address in the To header: the court's own, since recipients are blind copies. */
  mailbox: string
  /** First three digits of the court's document IDs. */
  documentPrefix: string
  timeZone: string
  /** Offices, with the number that begins a docket number. */
  offices: readonly (readonly [digit: number, city: string])[]
  judges: readonly Judge[]
  /** Whether docket numbers of magistrate referrals have a second set of initials (`-LDH-SJB`). */
  writesReferral: boolean
  /** Whether it serves documents through a page with an iframe instead of the PDF itself. */
  usesFrame: boolean
  /** Whether it asks "free look?" again if `use_magic=1` is missing. */
  confirmsFreeLook: boolean
  /** Whether a document is found only with both `caseid` and `de_seq_num`. */
  needsSequence: boolean
  menu: MenuShape
  /** Heading of the list of people who get no email, as HTML. */
  notServedHeading: string
  stampName: string
}

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

/** Returns a court with the usual habits by default. */
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
