import type { Notice } from '@courtcrier/contract/notice.ts'
import { filingDocuments } from '../filing-documents.ts'
import type { Stage } from '../stage.ts'

/** Titles the documents for people and file names, from what the notice says of them. */
export const prepareStage: Stage<'prepare'> = {
  name: 'prepare',
  run: async (work) => {
    const notice = work.results.parse?.notice
    if (!notice) throw new Error('an item reached preparation without its notice')
    const titles = filingDocuments(notice).map((document) =>
      titleOf(notice, document.index, document.description.value),
    )
    return {
      kind: 'done',
      sentence: titles.length > 0 ? 'The documents have their titles.' : 'There is nothing to prepare.',
      result: { titles },
    }
  },
}

/** The main document is named by what was filed, since courts call it "Main Document" in every notice. */
export function titleOf(notice: Notice, position: number, description: string): string {
  const isNameless = description === '' || /^main document$/i.test(description)
  if (!isNameless) return description
  return position === 0 ? (notice.event?.value ?? 'Main document') : `Attachment ${position}`
}
