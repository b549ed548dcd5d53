import type { Random } from '../random.ts'
import type { WorldCase } from '../world/cases.ts'

/** The facts for writing a docket entry. */
export interface EntryContext {
  random: Random
  case: WorldCase
  /** Parties it is filed for, joined the way clerks do. */
  parties: string
  /** Entry number of an earlier filing it refers to. */
  earlier: number
  /** A date about a month ahead, `12/8/2026`. */
  hearing: string
  /** The date it is entered. */
  filed: string
  /** The last day of the month before, `October 31, 2026`. */
  lastMonth: string
}

/** One kind of docket entry. Texts are HTML like CM/ECF's: the filer's own words in italics. */
export interface EntryKind {
  /** The event at the end of the subject line. */
  event: string
  by: 'attorney' | 'clerk'
  text: (context: EntryContext) => string
  /** Attachments it may have, in order. */
  attachments: readonly string[]
  /** The title printed on the document. */
  title: string
}

interface Kinds {
  withDocument: readonly (readonly [weight: number, kind: EntryKind])[]
  withoutDocument: readonly (readonly [weight: number, kind: EntryKind])[]
}

/** Entries of bankruptcy cases and adversary proceedings. */
export const bankruptcyKinds: Kinds = {
  withDocument: [
    [
      5,
      paper(
        'Motion for Relief From Stay',
        (c) =>
          `Motion for Relief from Stay <i></i> Filed by ${c.parties}. Hearing scheduled for ${c.hearing} at 10:00 AM.`,
      ),
    ],
    [
      4,
      paper(
        'Objection',
        (c) => `Objection <i>to Confirmation of Plan</i> (related document(s)[${c.earlier}]) Filed by ${c.parties}.`,
      ),
    ],
    [
      4,
      paper(
        'Notice of Appearance',
        (c) => `Notice of Appearance and Request for Service of Notice <i></i> Filed by ${c.parties}.`,
      ),
    ],
    [
      3,
      paper(
        'Affidavit of Service',
        (c) => `Affidavit/Declaration of Service <i></i> (related document(s)[${c.earlier}]) Filed by ${c.parties}.`,
      ),
    ],
    [
      3,
      ruling(
        'Order',
        (c) => `Order Granting Motion to Extend Time (Related Doc # [${c.earlier}]). Order Signed on ${c.filed}.`,
      ),
    ],
    [
      2,
      paper(
        'Operating Report',
        (c) => `Monthly Operating Report for Filing Period Ending ${c.lastMonth} Filed by ${c.parties}.`,
      ),
    ],
  ],
  withoutDocument: [
    [
      1,
      ruling(
        'Hearing Held',
        (c) => `Minute Entry. Hearing Held. (related document(s)[${c.earlier}]) Adjourned to ${c.hearing} at 11:00 AM.`,
      ),
    ],
  ],
}

/** Entries of courts of appeals. */
export const appellateKinds: Kinds = {
  withDocument: [
    [
      4,
      paper(
        'Appellant Brief',
        (c) =>
          `ECF FILER: ELECTRONIC BRIEF on behalf of Appellant ${c.parties}, filed. Certificate of Service dated ${c.filed} by ECF.`,
      ),
    ],
    [
      3,
      paper(
        'Motion Filed',
        (c) => `ECF FILER: Motion filed by Appellee ${c.parties} for extension of time to file brief.`,
      ),
    ],
    [3, paper('Notice of Appearance', (c) => `NOTICE OF APPEARANCE of counsel on behalf of ${c.parties}.`)],
    [
      2,
      ruling(
        'Clerk Order',
        (c) =>
          `CLERK ORDER granting motion for extension of time. Appellee brief must be filed and served by ${c.hearing}.`,
      ),
    ],
  ],
  withoutDocument: [[1, ruling('Case Calendared', (c) => `CASE CALENDARED for oral argument on ${c.hearing}.`)]],
}

function paper(event: string, text: EntryKind['text']): EntryKind {
  return { event, by: 'attorney', title: event, text, attachments: ['Exhibit A', 'Exhibit B', 'Proposed Order'] }
}

function ruling(event: string, text: EntryKind['text']): EntryKind {
  return { event, by: 'clerk', title: event, text, attachments: [] }
}
