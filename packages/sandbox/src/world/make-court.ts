/** Which system a court's notices and links come from. ACMS is what some courts of appeals have moved to. */
export type CourtKind = 'district' | 'bankruptcy' | 'appellate' | 'acms'

/** How a court's attachment menu looks: with check boxes, the old table, nyed's numbering of parts, or appeals' form. */
export type MenuShape = 'form' | 'table' | 'parts' | 'appellate'

/** A court as the sandbox plays it. Hosts, prefixes and habits are those of the real courts; people are invented. */
export interface Court {
  id: string
  kind: CourtKind
  /** As its notices head themselves, under "U.S. District Court". */
  name: string
  /** As captions name it. */
  captionName: string
  host: string
  /** From address of its notices; its domain is the one that SPF, DKIM and DMARC are published for. */
  sender: string
  /** The address in the To header: the court's own, since recipients are blind copies. */
  mailbox: string
  /** First three digits of the court's document ids. */
  documentPrefix: string
  timeZone: string
  /** Offices, with the number that begins a docket number. */
  offices: readonly (readonly [digit: number, city: string])[]
  judges: readonly Judge[]
  /** Docket numbers of magistrate referrals carry a second set of initials (`-LDH-SJB`). */
  writesReferral: boolean
  /** Sends documents through a page with an iframe instead of the PDF itself. */
  usesFrame: boolean
  /** Asks "free look?" once more when `use_magic=1` is missing. */
  confirmsFreeLook: boolean
  /** Knows a document only together with `caseid` and `de_seq_num`. */
  needsSequence: boolean
  menu: MenuShape
  /** Heading of the list of those who get no e-mail, HTML. */
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
