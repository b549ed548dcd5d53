import type { EntryContext, EntryKind } from './other-kinds.ts'

/** Papers filed in state trial courts. Their notices name the papers and have no docket text. */
export const stateKinds: {
  withDocument: readonly (readonly [weight: number, kind: EntryKind])[]
  withoutDocument: readonly (readonly [weight: number, kind: EntryKind])[]
} = {
  withDocument: [
    [5, paper('Motion to Compel Discovery Responses', ['Exhibit A', 'Proposed Order'])],
    [5, paper('Answer and Affirmative Defenses', [])],
    [4, paper('Notice of Deposition', [])],
    [4, paper('Notice of Hearing', [])],
    [4, paper('Response in Opposition to Motion', ['Affidavit', 'Exhibit A'])],
    [3, paper('Motion for Summary Judgment', ['Memorandum of Law', 'Affidavit', 'Exhibit A', 'Exhibit B'])],
    [3, paper('Stipulation to Extend Time', [])],
    [3, paper('First Request for Production', [])],
    [2, paper('Witness List', [])],
    [2, paper('Motion for Leave to Amend', ['Proposed Amended Answer'])],
  ],
  // The systems announce papers only; a court's own entries are not served by mail.
  withoutDocument: [],
}

function paper(event: string, attachments: readonly string[]): EntryKind {
  const text = (c: EntryContext) => `${event} filed by ${c.parties}.`
  return { event, by: 'attorney', title: event, text, attachments }
}
