import type { Notice } from '@courtcrier/contract/notice.ts'
import { filingDocuments } from '../filing-documents.ts'
import type { Stage } from '../stage.ts'

/** Derives the documents' titles, for people and file names, from the notice. */
export const prepareStage: Stage<'prepare'> = {
  name: 'prepare',
  run: async (work) => {
    const notice = work.results.parse?.notice
    if (!notice) throw new Error('an item reached preparation without its notice')
    const titles = filingDocuments(notice).map((document) =>
      documentTitle(notice, document.index, document.description.value),
    )
    return {
      kind: 'done',
      sentence: titles.length > 0 ? 'The documents were titled.' : 'There is nothing to prepare.',
      result: { titles },
    }
  },
}

/** Names the main document after what was filed, since courts call it "Main Document" in every notice. */
export function documentTitle(notice: Notice, position: number, description: string): string {
  const isNameless = description === '' || /^main document$/i.test(description)
  if (!isNameless) return description
  return position === 0 ? (notice.event?.value ?? 'Main document') : `Attachment ${position}`
}
