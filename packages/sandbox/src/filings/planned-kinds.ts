import type { PlannedKind } from '../world/demo/plan-filings.ts'
import { sealedKind } from './kinds.ts'
import type { EntryKind } from './other-kinds.ts'

/** Entries that a world plans. */
export const plannedKinds: Readonly<Record<PlannedKind, EntryKind>> = {
  complaint: paper(
    'Complaint',
    (c) => `COMPLAINT against ${c.case.defendants.join(', ')}. (Filing Fee $ 405.00). Document filed by ${c.parties}.`,
    ['Civil Cover Sheet', 'Summons'],
  ),
  stateComplaint: paper('Complaint at Law', (c) => `Complaint filed by ${c.parties}.`, ['Summons']),
  hearing: ruling(
    'Notice of Hearing on Motion',
    (c) =>
      `NOTICE of Hearing on [${c.earlier}] Motion to Dismiss. Motion Hearing set for ${c.hearing} at 10:00 AM before Judge ${c.case.judge.name}.`,
  ),
  conference: ruling(
    'Set/Reset Hearings',
    (c) =>
      `Set/Reset Hearings: Telephone Status Conference set for ${c.hearing} at 02:00 PM before Judge ${c.case.judge.name}. Joint status report due one business day before.`,
  ),
  defendants: ruling(
    'Order',
    (c) =>
      `ORDER as to ${c.case.defendants.join(', ')}. Time is excluded under 18 U.S.C. § 3161(h)(7)(A) until ${c.hearing}. Signed by Judge ${c.case.judge.name}.`,
  ),
  sealed: sealedKind,
}

function paper(event: string, text: EntryKind['text'], attachments: readonly string[]): EntryKind {
  return { event, by: 'attorney', title: event, text, attachments }
}

function ruling(event: string, text: EntryKind['text']): EntryKind {
  return { event, by: 'clerk', title: event, text, attachments: [] }
}
