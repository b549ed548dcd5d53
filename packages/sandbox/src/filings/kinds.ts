import type { CourtKind } from '../world/make-court.ts'
import type { EntryContext, EntryKind } from './other-kinds.ts'
import { appellateKinds, bankruptcyKinds } from './other-kinds.ts'
import { stateKinds } from './state-kinds.ts'

/** Returns the kinds of entries filed in courts of a kind. */
export function kindsOf(kind: CourtKind): { withDocument: Weighted; withoutDocument: Weighted } {
  if (kind === 'bankruptcy') return bankruptcyKinds
  if (kind === 'state') return stateKinds
  if (kind === 'district') return { withDocument: kindsWithDocument, withoutDocument: kindsWithoutDocument }
  return appellateKinds
}

/** Returns this many attachments: the entry's own, then exhibits. */
export function exhibitsFor(kind: EntryKind, count: number): string[] {
  const more = Array.from({ length: count }, (_, at) => `Exhibit ${at + 1}`)
  return [...kind.attachments.filter((name) => !/^Exhibit/.test(name)), ...more].slice(0, count)
}

const exhibits = ['Exhibit A', 'Exhibit B', 'Exhibit C', 'Exhibit D'] as const
const motionPapers = ['Memorandum in Support', 'Declaration', ...exhibits.slice(0, 3), 'Proposed Order'] as const

type Weighted = readonly (readonly [weight: number, kind: EntryKind])[]

const kindsWithDocument: Weighted = [
  [8, motion('to Dismiss', 'for Failure to State a Claim')],
  [6, motion('for Summary Judgment', 'on All Remaining Claims')],
  [8, motion('for Extension of Time to Complete Discovery', '')],
  [6, motion('to Compel', 'Responses to First Set of Interrogatories')],
  [4, motion('for Preliminary Injunction', '')],
  [4, motion('in Limine', 'No. 3 to Exclude Undisclosed Expert Opinions')],
  [3, motion('for Leave to Appear Pro Hac Vice', '')],
  [3, motion('for Sanctions', 'Pursuant to Fed. R. Civ. P. 37 and 28 U.S.C. § 1927')],
  [6, brief('Response in Opposition to Motion', 'RESPONSE in Opposition', 'Response in Opposition')],
  [6, brief('Reply to Response to Motion', 'REPLY to Response', 'Reply Memorandum')],
  [
    6,
    order('Order', (c) => `ORDER granting [${c.earlier}] Motion for Extension of Time. Responses due by ${c.hearing}.`),
  ],
  [5, order('Order on Motion to Dismiss', (c) => `ORDER denying [${c.earlier}] Motion to Dismiss.`)],
  [
    4,
    order(
      'Scheduling Order',
      (c) => `SCHEDULING ORDER: Jury Trial set for ${c.hearing} 09:00 AM before Judge ${c.case.judge.name}.`,
    ),
  ],
  [
    3,
    order('Order on Stipulation', (c) => `STIPULATION AND ORDER re [${c.earlier}] Stipulation filed by ${c.parties}.`),
  ],
  [
    5,
    paper(
      'Answer to Complaint',
      'Answer and Affirmative Defenses',
      (c) => `ANSWER to [1] Complaint with Jury Demand by ${c.parties}.`,
      exhibits,
    ),
  ],
  [
    5,
    paper(
      'Notice of Appearance',
      'Notice of Appearance of Counsel',
      (c) => `NOTICE of Appearance by Counsel on behalf of ${c.parties}`,
      [],
    ),
  ],
  [
    4,
    paper(
      'Stipulation',
      'Joint Stipulation',
      (c) => `STIPULATION <i>Regarding Deposition Schedule</i> by ${c.parties}.`,
      ['Proposed Order'],
    ),
  ],
  [4, paper('Status Report', 'Joint Status Report', (c) => `STATUS REPORT <i>Joint</i> by ${c.parties}.`, exhibits)],
  [
    3,
    paper(
      'Letter',
      'Letter',
      (c) => `LETTER addressed to Judge ${c.case.judge.name} re: Discovery Dispute.`,
      exhibits.slice(0, 2),
    ),
  ],
  [
    3,
    paper(
      'Certificate of Service',
      'Certificate of Service',
      (c) => `CERTIFICATE OF SERVICE by ${c.parties} re [${c.earlier}] Motion`,
      [],
    ),
  ],
  // Says "sealed" without being sealed: only the court's response tells.
  [
    2,
    paper(
      'Redacted Document',
      'Redacted Version',
      (c) => `REDACTION to [${c.earlier}] Sealed Document by ${c.parties}.`,
      ['Exhibit 1 (Redacted)'],
    ),
  ],
]

const kindsWithoutDocument: Weighted = [
  [
    5,
    minutes(
      'Motion Hearing',
      (c) => `Motion Hearing held on [${c.earlier}] MOTION to Compel. Matter taken under submission.`,
    ),
  ],
  [
    4,
    minutes(
      'Status Conference',
      () => 'Telephone Status Conference held. Parties report that discovery is on schedule.',
    ),
  ],
  [
    4,
    textOrder(
      'Order',
      (c) => `TEXT ORDER: The motion at [${c.earlier}] is GRANTED as unopposed. Response due by ${c.hearing}.`,
    ),
  ],
  [
    3,
    textOrder(
      'Clerks Notice',
      (c) => `CLERKS NOTICE resetting hearing on [${c.earlier}] to ${c.hearing} 02:00 PM by videoconference.`,
    ),
  ],
]

export const sealedKind: EntryKind = {
  event: 'Sealed Document',
  by: 'attorney',
  title: 'Sealed Exhibit',
  text: (c) => `SEALED DOCUMENT re [${c.earlier}] Motion <i>Unredacted Exhibits filed under seal</i> by ${c.parties}.`,
  attachments: [],
}

export const transcriptKind: EntryKind = {
  event: 'Transcript',
  by: 'clerk',
  title: 'Transcript of Proceedings',
  text: (c) =>
    `Transcript of Proceedings held before Judge ${c.case.judge.name}. Court Reporter: Inez Calloway. ` +
    'Transcript may be viewed at the court public terminal or purchased through the Court Reporter before the deadline for Release of Transcript Restriction. ' +
    `Release of Transcript Restriction set for ${c.hearing}.`,
  attachments: [],
}

function motion(what: string, detail: string): EntryKind {
  return {
    event: `Motion ${what}`,
    by: 'attorney',
    title: `Motion ${what}`,
    text: (c) => `MOTION ${what} <i>${detail}</i> by ${c.parties}. Responses due by ${c.hearing}.`,
    attachments: motionPapers,
  }
}

function brief(event: string, opening: string, title: string): EntryKind {
  const text = (c: EntryContext) =>
    `${opening} re [${c.earlier}] MOTION for Summary Judgment <i></i> filed by ${c.parties}.`
  return { event, by: 'attorney', title, text, attachments: motionPapers }
}

function paper(event: string, title: string, text: EntryKind['text'], attachments: readonly string[]): EntryKind {
  return { event, by: 'attorney', title, text, attachments }
}

function order(event: string, text: EntryKind['text']): EntryKind {
  const signed = (c: EntryContext) => `${text(c)} Signed by Judge ${c.case.judge.name}.`
  return { event, by: 'clerk', title: event, text: signed, attachments: [] }
}

function minutes(event: string, text: EntryKind['text']): EntryKind {
  const entry = (c: EntryContext) => `Minute Entry for proceedings held before Judge ${c.case.judge.name}: ${text(c)}`
  return { event, by: 'clerk', title: event, text: withoutDocument(entry), attachments: [] }
}

function textOrder(event: string, text: EntryKind['text']): EntryKind {
  return { event, by: 'clerk', title: event, text: withoutDocument(text), attachments: [] }
}

function withoutDocument(text: EntryKind['text']): EntryKind['text'] {
  return (c) => `${text(c)} <I>(Text-only entry made by the court; no document is associated with it.)</I>`
}
