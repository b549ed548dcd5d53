import type { Notice, NoticeDocument } from '@courtcrier/contract/notice.ts'
import { numberingCourt } from '../../courts/directory/directory.ts'
import { parseDocketNumber } from '../../courts/directory/docket-number.ts'
import type { EnteredFile, EnteredNotice } from '../../mail/origin.ts'
import { filingKey } from '../matching/filing-key.ts'
import type { Entry } from './entry.ts'
import type { KnownFiling } from './find-by-number.ts'
import { isStamped, type Upload } from './upload-row.ts'

interface Sources {
  by: string
  userId: string
  uploads: readonly Upload[]
  known: KnownFiling | undefined
}

/** Converts an entry to the form the stages read. To a filing already received, adds only what is missing. */
export function enteredNotice(entry: Entry, { by, userId, uploads, known }: Sources): EnteredNotice {
  const files = placeFiles(entry, { uploads, known })
  const notice = noticeOf(entry, { documents: files.map(({ document }) => document), known })
  return {
    by,
    userId,
    notice,
    files: files.map(({ file }) => file),
    filingKey: known?.filingKey ?? filingKey(notice),
    ...(entry.caseId ? { caseId: entry.caseId } : {}),
  }
}

interface Placed {
  document: NoticeDocument
  file: EnteredFile
}

/** Files fill in the filing's missing documents, first those with the same number; the rest are appended. */
function placeFiles(entry: Entry, { uploads, known }: Pick<Sources, 'uploads' | 'known'>): readonly Placed[] {
  const there = known?.documents ?? []
  const missing = there.filter(({ fileId }) => !fileId)
  const fresh = uploads.flatMap((upload, at) => {
    const said = entry.documents[at]
    return said && !there.some(({ fileId }) => fileId === upload.fileId) ? [{ upload, said }] : []
  })
  // Numbers first: a file without one must not take a missing document whose number a later file has.
  const byNumber = new Map(fresh.map(({ upload, said }) => [upload, takeSame(missing, said.number)]))
  let next = Math.max(-1, ...there.map(({ position }) => position)) + 1
  return fresh.map(({ upload, said }) => {
    const gap = byNumber.get(upload) ?? missing.shift()
    return placed(upload, said, gap?.position ?? next++)
  })
}

type Missing = KnownFiling['documents'][number]

/** Removes and returns the missing document with the number. */
function takeSame(missing: Missing[], wanted: string | undefined): Missing | undefined {
  const at = wanted === undefined ? -1 : missing.findIndex(({ number }) => number === wanted)
  return at < 0 ? undefined : missing.splice(at, 1)[0]
}

function placed(upload: Sources['uploads'][number], said: Entry['documents'][number], index: number): Placed {
  const { fileId, size, pages, fileName, facts } = upload
  return {
    document: {
      index,
      description: { value: said.title, from: 'derived' },
      originalFileName: fileName,
      ...(said.number ? { number: said.number } : {}),
    },
    file: { fileId, size, ...(pages === null ? {} : { pages }), ...(isStamped(facts) && { stampedByCourt: true }) },
  }
}

function noticeOf(
  entry: Entry,
  { documents, known }: { documents: readonly NoticeDocument[]; known: KnownFiling | undefined },
): Notice {
  const found = (value: string) => ({ value, from: 'derived' as const })
  const optional = <K extends string>(key: K, value: string | undefined) =>
    value === undefined ? {} : ({ [key]: found(value) } as Record<K, ReturnType<typeof found>>)
  return {
    kind: 'filing',
    format: 'by-hand',
    courtId: found(entry.courtId),
    courtEvidence: [{ courtId: entry.courtId, by: 'given', weight: 1 }],
    cases: [
      {
        docketNumber: found(entry.docketNumber),
        parts: parseDocketNumber(entry.docketNumber, numberingCourt(entry.courtId)) ?? {},
        ...optional('name', entry.caseName),
        ...optional('documentNumber', entry.documentNumber),
      },
    ],
    event: found(entry.event),
    ...optional('docketText', entry.docketText),
    ...optional('documentNumber', entry.documentNumber),
    ...optional('filedDate', entry.filedDate),
    ...optional('filingUser', entry.filedBy),
    isCaseClosed: false,
    isSealed: entry.isSealed || known?.isSealed === true,
    crossReferences: [],
    documents,
    recipients: [],
  }
}
