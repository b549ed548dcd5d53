import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { newId } from '../../base/db/ids.ts'
import { districtLink } from '../../retrieval/local-court.fixture.ts'
import { openTestServices, type TestServices } from '../../testing/services.ts'
import { readKnown } from './known-links.ts'
import type { Work } from './stage.ts'

let held: TestServices
beforeAll(async () => {
  held = await openTestServices()
})
afterAll(() => held.close())

const run = <T>(query: ReturnType<typeof sql<T>>) => withFirm(held.services.database, 1, (trx) => query.execute(trx))

interface OfRecipient {
  token: string
  isOwn?: boolean
  wasRequested?: boolean
  position?: number
}

interface Filed {
  links?: readonly OfRecipient[]
  documents?: readonly { verdict: string; file?: string }[]
}

/** Makes a filing, and returns what is known of it to one of its notices. */
async function knownOf({ links = [], documents = [] }: Filed) {
  const [envelopeId, itemId, otherId] = [newId(), newId(), newId()]
  await run(sql`insert into envelopes (firm_id, id) values (1, ${envelopeId}::uuid)`)
  for (const id of [itemId, otherId])
    await run(sql`insert into inbox_items (firm_id, id, subject, received_at, raw_content, fingerprint, status, attempts, envelope_id)
      values (1, ${id}::uuid, 'Notice', now(), ${id}, ${id}, 'Started', 0, ${envelopeId}::uuid)`)
  for (const { token, isOwn = false, wasRequested = false, position = 0 } of links)
    await run(sql`insert into links (firm_id, id, link_key, envelope_id, inbox_item_id, position, link, requested_at)
      values (1, ${newId()}::uuid, ${`${envelopeId} ${token}`}, ${envelopeId}::uuid, ${isOwn ? itemId : otherId}::uuid,
        ${position}, ${JSON.stringify(districtLink(token))}::jsonb, ${wasRequested ? new Date() : null})`)
  for (const [position, { verdict, file = null }] of documents.entries())
    await run(sql`insert into documents (firm_id, id, envelope_id, position, title, verdict, file_id)
      values (1, ${newId()}::uuid, ${envelopeId}::uuid, ${position}, 'Order', ${verdict}, ${file})`)
  const work = { firmId: 1, envelopeId, itemId } as Work
  const { spare, settled, awaited } = await withFirm(held.services.database, 1, (trx) => readKnown(trx, work))
  return { spare: spare.map(({ token }) => token), settled: [...settled], awaited: [...awaited] }
}

test("another recipient's link is spare until it was requested, and if it leads to the main document", async () => {
  const { spare } = await knownOf({
    links: [
      { token: 'own', isOwn: true },
      { token: 'fresh' },
      { token: 'used', wasRequested: true },
      { token: 'of an attachment', position: 1 },
    ],
  })
  expect(spare).toEqual(['fresh'])
})

test('a document that was saved, or that the court withholds, is not asked for again, and any other is', async () => {
  const { settled, awaited } = await knownOf({
    documents: [
      { verdict: 'fetched', file: 'f' },
      { verdict: 'sealed' },
      { verdict: 'restricted' },
      { verdict: 'awaited' },
      { verdict: 'login' },
    ],
  })
  expect({ settled, awaited }).toEqual({ settled: [0, 1, 2], awaited: [3] })
})
