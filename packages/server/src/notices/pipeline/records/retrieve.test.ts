import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { withFirm } from '../../../base/db/firm-transaction.ts'
import { holdFilingPerTest } from '../../../records/outgoing/filing-per-test.fixture.ts'
import { journalKey } from '../../../retrieval/fetch-journal.ts'
import { districtLink } from '../../../retrieval/local-court.fixture.ts'
import type { FetchedDocument, Work } from '../stage.ts'
import { recordDocuments } from './retrieve.ts'

const held = holdFilingPerTest()

const inFirm = <T>(run: Parameters<typeof withFirm<T>>[2]) => withFirm(held.services.database, 1, run)

/** Records a document that was retrieved with these links. */
async function record(document: Partial<FetchedDocument>, keys: readonly string[] = []): Promise<void> {
  const { firmId, itemId, envelopeId } = held.filing
  const work = { firmId, itemId, envelopeId, results: {} } as unknown as Work
  const whole = { position: 7, title: 'Motion', verdict: 'fetched', sentence: '', ...document }
  await inFirm((trx) =>
    recordDocuments(trx, {
      work,
      result: { documents: [whole], keys, gap: '' },
      jobs: held.services.jobs,
      secrets: held.services.secrets,
    }),
  )
}

async function read<T>(query: ReturnType<typeof sql<T>>): Promise<T | undefined> {
  return (await inFirm((trx) => query.execute(trx))).rows[0]
}

const documentAt = (position: number) =>
  read(sql<{ fileId: string | null; sealed: boolean; title: object | null; isScan: boolean | null }>`
    select d.file_id as "fileId", d.sealed, t.reading as title, s.is_scan as "isScan" from documents d
      left join document_titles t on t.firm_id = d.firm_id and t.document_id = d.id
      left join document_stamps s on s.firm_id = d.firm_id and s.document_id = d.id
    where d.envelope_id = ${held.filing.envelopeId}::uuid and d.position = ${position}`)

const scan = { fileId: 'a', stamps: { stamps: [], isScan: true }, ownTitle: { reason: 'no text' as const } }

test('of a document under seal, neither the title nor the picture is read', async () => {
  await record({ ...scan, position: 7 })
  expect(await documentAt(7)).toMatchObject({ sealed: false, title: scan.ownTitle, isScan: true })
  await record({ ...scan, position: 8, sealed: true })
  expect(await documentAt(8)).toMatchObject({ sealed: true, title: null, isScan: false })
})

test('a document that the court calls sealed is under seal', async () => {
  await record({ verdict: 'sealed' })
  expect(await documentAt(7)).toMatchObject({ sealed: true, fileId: null })
})

test('what a person uploaded keeps the title that they gave it', async () => {
  await record({ ...scan, uploaded: true })
  expect(await documentAt(7)).toMatchObject({ fileId: 'a', title: null })
})

test('a document that is there is replaced by nothing that is retrieved later', async () => {
  await record({ fileId: 'first' })
  await record({ fileId: 'second' })
  await record({ verdict: 'login' })
  expect(await documentAt(7)).toMatchObject({ fileId: 'first' })
})

test('a link that was opened is known to have been', async () => {
  const { firmId, itemId, envelopeId } = held.filing
  const [opened, left] = [districtLink('11111111'), districtLink('22222222')]
  await inFirm(async (trx) => {
    for (const link of [opened, left])
      await sql`insert into links (firm_id, id, link_key, envelope_id, inbox_item_id, position, link)
        values (${firmId}, gen_random_uuid(), ${journalKey(link)}, ${envelopeId}::uuid, ${itemId}::uuid, 0, '{}')`.execute(
        trx,
      )
  })
  await record({ verdict: 'login' }, [journalKey(opened)])
  const { rows } = await inFirm((trx) =>
    sql<{ key: string }>`select link_key as key from links where requested_at is not null`.execute(trx),
  )
  expect(rows).toEqual([{ key: journalKey(opened) }])
})
