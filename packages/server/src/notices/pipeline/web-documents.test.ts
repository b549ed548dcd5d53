import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { newId } from '../../base/db/ids.ts'
import { journalKey } from '../../retrieval/fetch-journal.ts'
import { districtLink } from '../../retrieval/local-court.fixture.ts'
import { openTestServices, type TestServices } from '../../testing/services.ts'
import { webLinkPosition } from './filing-documents.ts'
import type { Work } from './stage.ts'
import { placeWebLinks, readWebDocuments } from './web-documents.ts'

let held: TestServices
beforeAll(async () => {
  held = await openTestServices()
})
afterAll(() => held.close())

const run = <T>(query: ReturnType<typeof sql<T>>) => withFirm(held.services.database, 1, (trx) => query.execute(trx))

let count = 0

interface Before {
  verdict: string
  file?: string
  wasRequested?: boolean
}

/** Returns what becomes of a link whose document the filing has with this result. */
async function placed({ verdict, file, wasRequested = false }: Before) {
  const [envelopeId, itemId] = [newId(), newId()]
  const link = districtLink(String(11_111_111 + ++count))
  await run(sql`insert into envelopes (firm_id, id) values (1, ${envelopeId}::uuid)`)
  await run(sql`insert into inbox_items (firm_id, id, subject, received_at, raw_content, fingerprint, status, attempts)
    values (1, ${itemId}::uuid, 'Notice', now(), ${itemId}, ${itemId}, 'Started', 0)`)
  await run(sql`insert into links (firm_id, id, link_key, envelope_id, inbox_item_id, position, link, requested_at)
    values (1, ${newId()}::uuid, ${journalKey(link)}, ${envelopeId}::uuid, ${itemId}::uuid, ${webLinkPosition},
      ${JSON.stringify(link)}::jsonb, ${wasRequested ? new Date() : null})`)
  await run(sql`insert into documents (firm_id, id, envelope_id, position, title, verdict, file_id)
    values (1, ${newId()}::uuid, ${envelopeId}::uuid, ${webLinkPosition}, 'Order', ${verdict}, ${file ?? null})`)
  const links = [{ link, title: 'Order', isDocument: true, isTyped: false }]
  const work = { firmId: 1, envelopeId, itemId } as Work
  const known = await withFirm(held.services.database, 1, (trx) => readWebDocuments(trx, { work, links }))
  const [document] = placeWebLinks(links, known)
  return document
}

test.each<[Before, boolean]>([
  [{ verdict: 'fetched', file: 'f' }, true],
  [{ verdict: 'sealed' }, true],
  [{ verdict: 'restricted' }, true],
  [{ verdict: 'login' }, false],
])('with the result %o, the document that a notice links to needs no other request: %s', async (before, isSettled) => {
  expect(await placed(before)).toMatchObject({ position: webLinkPosition, isSettled })
})

test('only a link that was requested counts as opened', async () => {
  expect(await placed({ verdict: 'awaited' })).toMatchObject({ wasOpened: false })
  expect(await placed({ verdict: 'login', wasRequested: true })).toMatchObject({ wasOpened: true })
})
