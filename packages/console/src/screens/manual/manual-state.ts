/** What the server read of a file. */
export interface UploadAnswer {
  id: string
  kind: 'pdf' | 'message'
  fileName: string
  size: number
  pages: number | null
  /** What is to be said of it; empty when nothing is. */
  remark: string
  facts: Partial<FilingFacts> & { number?: string; caseName?: string }
}

/** What a person says of a filing; empty texts say nothing. */
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

/** A file that was put in: on its way, there, or refused. */
export interface ManualFile {
  key: number
  file: File
  /** From 0 to 1 while it is on its way. */
  progress: number
  upload?: UploadAnswer
  /** Why it was not taken. */
  refused?: string
  title: string
  number: string
}

/** The facts with what a file says of those that nobody has said anything of yet. */
export function withRead(facts: FilingFacts, read: Partial<FilingFacts>): FilingFacts {
  const added = (Object.keys(noFacts) as (keyof FilingFacts)[]).flatMap((key) =>
    key !== 'isSealed' && facts[key] === '' && read[key] ? [[key, read[key]]] : [],
  )
  return { ...facts, ...Object.fromEntries(added) }
}

/** The name of a file as the title of a document: `ORTIZ_motion-to-dismiss.pdf` is `ORTIZ motion-to-dismiss`. */
export function titleFromName(name: string): string {
  return (
    name
      .replace(/\.[a-z0-9]{1,5}$/i, '')
      .replace(/[_+]+/g, ' ')
      .replace(/\s+/g, ' ')
      .trim() || name
  )
}

/** Required facts that are not said yet. */
export function missingFacts({ courtId, docketNumber, event }: FilingFacts): (keyof FilingFacts)[] {
  const required = { courtId, docketNumber, event }
  return (Object.keys(required) as (keyof typeof required)[]).filter((key) => required[key].trim() === '')
}
