import type { Random } from '../random.ts'
import type { WorldCase } from '../world/cases.ts'

/** What a docket entry is written from. */
export interface EntryContext {
  random: Random
  case: WorldCase
  /** Parties it is filed for, joined as the clerk joins them. */
  parties: string
  /** Entry number of an earlier filing that this one refers to. */
  earlier: number
  /** A date about a month ahead, `12/8/2026`. */
  hearing: string
}

/** One sort of docket entry. Texts are HTML as CM/ECF writes it: the filer's own words in italics. */
export interface EntryKind {
  /** The event, as the subject line ends. */
  event: string
  by: 'attorney' | 'clerk'
  text: (context: EntryContext) => string
  /** Attachments it may have, in order. */
  attachments: readonly string[]
  /** What the document calls itself. */
  title: string
}

interface Kinds {
  withDocument: readonly (readonly [weight: number, kind: EntryKind])[]
  withoutDocument: readonly (readonly [weight: number, kind: EntryKind])[]
}

/** What is filed in bankruptcies and their adversary proceedings. */
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
        (c) => `Order Granting Motion to Extend Time (Related Doc # [${c.earlier}]). Order Signed on ${c.hearing}.`,
      ),
    ],
    [
      2,
      paper(
        'Operating Report',
        (c) => `Monthly Operating Report for Filing Period Ending October 31, 2026 Filed by ${c.parties}.`,
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

/** What is filed in courts of appeals. */
export const appellateKinds: Kinds = {
  withDocument: [
    [
      4,
      paper(
        'Appellant Brief',
        (c) =>
          `ECF FILER: ELECTRONIC BRIEF on behalf of Appellant ${c.parties}, filed. Certificate of Service dated ${c.hearing} by ECF.`,
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
