import type { UploadAnswer } from '@courtcrier/contract/calls/manual.ts'

/** The user's facts about a filing; empty texts mean unknown. */
export interface FilingFacts {
  courtId: string
  docketNumber: string
  caseId: string
  documentNumber: string
  filedDate: string
  event: string
  docketText: string
  filedBy: string
  isSealed: boolean
}

export const noFacts: FilingFacts = {
  courtId: '',
  docketNumber: '',
  caseId: '',
  documentNumber: '',
  filedDate: '',
  event: '',
  docketText: '',
  filedBy: '',
  isSealed: false,
}

/** An added file: uploading, uploaded, or refused. */
export interface ManualFile {
  key: number
  file: File
  /** From 0 to 1 during the upload. */
  progress: number
  upload?: UploadAnswer
  /** Why it was refused. */
  refused?: string
  title: string
  number: string
}

/** Returns the facts, with empty ones filled in from a file. */
export function withRead(facts: FilingFacts, read: Partial<FilingFacts>): FilingFacts {
  const added = (Object.keys(noFacts) as (keyof FilingFacts)[]).flatMap((key) =>
    key !== 'isSealed' && facts[key] === '' && read[key] ? [[key, read[key]]] : [],
  )
  return { ...facts, ...Object.fromEntries(added) }
}

/** Returns the title of a document from its file name: `ORTIZ_motion-to-dismiss.pdf` is `ORTIZ motion-to-dismiss`. */
export function titleFromName(name: string): string {
  return (
    name
      .replace(/\.[a-z0-9]{1,5}$/i, '')
      .replace(/[_+]+/g, ' ')
      .replace(/\s+/g, ' ')
      .trim() || name
  )
}

/** Returns the required facts that are still missing. */
export function missingFacts({ courtId, docketNumber, event }: FilingFacts): (keyof FilingFacts)[] {
  const required = { courtId, docketNumber, event }
  return (Object.keys(required) as (keyof typeof required)[]).filter((key) => required[key].trim() === '')
}
