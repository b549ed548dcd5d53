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

/** What the page itself chose for a docket number; empty texts where it chose nothing, or a person chose since. */
export interface OwnChoice {
  docketNumber: string
  caseId: string
  courtId: string
}

/** The facts, and what of them the page itself chose; undefined before it did. */
export interface EnteredFacts {
  facts: FilingFacts
  own: OwnChoice | undefined
}

/** Returns the facts after a person changed some. What the page chose for another docket number or court is removed. */
export function withChanged({ facts, own }: EnteredFacts, part: Partial<FilingFacts>): EnteredFacts {
  const changed = { ...facts, ...part }
  if (!own) return { facts: changed, own }
  const kept: OwnChoice = {
    docketNumber: own.docketNumber,
    caseId: 'caseId' in part ? '' : own.caseId,
    courtId: 'courtId' in part ? '' : own.courtId,
  }
  const isOtherNumber = changed.docketNumber.trim() !== facts.docketNumber.trim()
  const isOtherCase = kept.caseId !== '' && (isOtherNumber || changed.courtId !== facts.courtId)
  if (!isOtherNumber && !isOtherCase) return { facts: changed, own: kept }
  const removed: Partial<FilingFacts> = {
    ...(isOtherCase && { caseId: '' }),
    ...(isOtherNumber && kept.courtId !== '' && { courtId: '' }),
  }
  return { facts: { ...changed, ...removed }, own: undefined }
}

/** Returns the facts with a case, and maybe its court, that the page itself chose for their docket number. */
export function withOwn({ facts }: EnteredFacts, chosen: { caseId: string; courtId?: string }): EnteredFacts {
  const { docketNumber } = facts
  return { facts: { ...facts, ...chosen }, own: { docketNumber, courtId: '', ...chosen } }
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
