import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { Notice, NoticeCase, NoticeDocument, NoticeRecipient, ParseResult } from '@courtcrier/contract/notice.ts'
import { describe, expect, test } from 'vitest'
import { readFixture } from './read-fixture.ts'
import { parseNotice } from './registry.ts'

/** Digits of a stamp in the gold set: enough to tell two stamps apart, few enough for a person to read. */
const stampDigits = 16

const folder = new URL('gold/', import.meta.url)
const goldFiles = readdirSync(folder).filter((file) => file.endsWith('.json'))

describe.each(goldFiles)('%s', (goldFile) => {
  const gold: { file: string } = JSON.parse(readFileSync(new URL(goldFile, folder), 'utf8'))
  const message = new URL(`corpus/${gold.file}`, import.meta.url)

  test('is named after a message of the corpus', () => {
    const [stem, parent] = gold.file
      .replace(/\.\w+$/, '')
      .split('/')
      .reverse()
    expect(goldFile).toBe(`${parent}-${stem}.json`)
    expect(existsSync(message)).toBe(true)
  })

  test('has the values read from the message', async () => {
    const result = parseNotice(await readFixture(message))
    expect({ file: gold.file, ...projectResult(result) }).toEqual(gold)
  })
})

function projectResult(result: ParseResult): object {
  if ('notice' in result) return projectNotice(result.notice)
  return { ...projectNotice(result.understood), unclear: result.unclear }
}

/** A notice in the form of the gold set. Values that no message states (`derived`) are left out. */
function projectNotice(notice: Partial<Notice>): object {
  const { cases = [], documents = [], recipients = [], crossReferences = [] } = notice
  const copies = cases.slice(1).flatMap((one) => (one.documents ? [one.documents.map(projectDocument)] : []))
  return withoutGaps({
    kind: notice.kind,
    court: notice.courtId?.value,
    enteredAt: notice.enteredAt && projectTime(notice.enteredAt.value),
    filedDate: notice.filedDate?.value,
    filingUser: notice.filingUser?.value,
    filer: notice.filer?.value,
    isCaseClosed: notice.isCaseClosed ?? false,
    isSealed: notice.isSealed ?? false,
    isRepeated: notice.isRepeated ?? false,
    cases: cases.map(projectCase),
    documents: documents.map(projectDocument),
    caseDocuments: copies.length > 0 ? copies : undefined,
    recipients: recipients.map(projectRecipient),
    crossReferences: crossReferences.map((found) => found.value),
  })
}

/** Times with seconds, `00` if the court states none, so that both spellings are the same moment. */
function projectTime({ local, zone }: { local: string; zone?: string }): object {
  return withoutGaps({ local: /T\d\d:\d\d$/.test(local) ? `${local}:00` : local, zone })
}

function projectCase(one: NoticeCase): object {
  return withoutGaps({
    name: one.name?.value,
    docketNumber: one.docketNumber.value,
    courtCaseId: one.courtCaseId?.value,
    documentNumber: one.documentNumber?.value,
  })
}

function projectDocument({ description, originalFileName, stamp, link }: NoticeDocument): object {
  return withoutGaps({
    description: description.from === 'derived' ? undefined : description.value,
    originalFileName,
    stamp: stamp?.slice(0, stampDigits),
    token: link?.token,
    courtDocumentId: link?.courtDocumentId,
  })
}

function projectRecipient({ name, onBehalfOf, emails, isServedElectronically }: NoticeRecipient): object {
  return withoutGaps({ name, onBehalfOf, emails, isServedElectronically })
}

function withoutGaps(values: Record<string, unknown>): object {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}
