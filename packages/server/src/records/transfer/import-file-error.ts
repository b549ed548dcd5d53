import type { Problem } from '@courtcrier/contract/messages.ts'

/** The file can't be used at all; the message says what is wrong and what to do. */
export class ImportFileError extends Error {
  override name = 'ImportFileError'
  /** The column it is about, if any. */
  readonly problems: readonly Problem[]

  constructor(sentence: string, problems: readonly Problem[] = []) {
    super(sentence)
    this.problems = problems
  }
}

/** The sentences of the specification, section 5. */
export const fileSentences = {
  required: 'A file is required.',
  empty: 'The file is empty.',
  type: 'The file must be an Excel workbook (.xlsx), or a .txt or .csv file with comma-separated values.',
} as const
