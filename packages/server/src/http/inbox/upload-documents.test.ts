import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../base/db/ids.ts'
import { plantFiling } from '../../outbox/copies/test-filing.ts'
import { type ApiAnswer, type ApiScenario, openTestApi, type TestApi } from '../../testing/api.ts'
import { itemsOf } from '../../testing/inbox-api.ts'
import { textPdf } from '../../testing/pdf.ts'
import { resourceRoutes } from '../resources.ts'
import { inboxRoutes } from './inbox.ts'
import { manualRoutes } from './manual.ts'

let api: TestApi
let inbox: ReturnType<typeof itemsOf>

beforeAll(async () => {
  api = await openTestApi({
    register: (app, services) => {
      resourceRoutes(app, services)
      inboxRoutes(app, services)
      manualRoutes(app, services)
    },
  })
  inbox = itemsOf(api)
})
afterAll(() => api.close())

interface Stopped {
  itemId: string
  siblingId: string
  documents: readonly string[]
}

/** Creates two notices of a filing, both stopped because the given documents are missing. */
async function stoppedFiling(documents: readonly object[], docketNumber = '3:26-cv-04417-RS'): Promise<Stopped> {
  const filing = await plantFiling(api.services, {
    documents: documents.map((document) => ({ verdict: 'spent', sentence: 'Its free look was used.', ...document })),
    envelope: { docket_number: docketNumber },
  })
  const siblingId = await inbox.makeItem('Action Required')
  await inbox.run(sql`update inbox_items set status = 'Action Required', reason = 'A document is missing.',
    envelope_id = ${filing.envelopeId}::uuid, next_stage = null where id in (${filing.itemId}::uuid, ${siblingId}::uuid)`)
  await inbox.run(sql`update item_progress set outcomes = '{"retrieve": {"result": {"gap": "missing"}}}'
    where id in (${filing.itemId}::uuid, ${siblingId}::uuid)`)
  return { itemId: filing.itemId, siblingId, documents: filing.documents.map(({ id }) => id) }
}

let drawn = 0

async function upload(lines: readonly string[] = [], over: Partial<ApiScenario> = {}): Promise<string> {
  const answer = await api.call({
    as: 'Docketing',
    method: 'POST',
    url: '/api/v1/manual/upload?file_name=scan.pdf',
    body: Buffer.from(await textPdf([...lines, `Copy ${drawn++}`])),
    headers: { 'content-type': 'application/pdf' },
    ...over,
  })
  expect(answer.status, answer.text).toBe(201)
  return String(answer.json().id)
}

const save = (
  itemId: string,
  pairs: readonly (readonly [uploadId: string, documentId: string | undefined])[],
  rest: object = {},
): Promise<ApiAnswer> =>
  inbox.send(`${itemId}/upload-documents`, {
    documents: pairs.map(([upload_id, document_id]) => ({ upload_id, document_id })),
    ...rest,
  })

test('a PDF becomes the missing document, and every notice of the filing continues', async () => {
  const { itemId, siblingId, documents } = await stoppedFiling([{}])
  expect(await inbox.viewOf(itemId)).toMatchObject({ fixes: ['upload-documents', 'not-needed'], also_waiting: 1 })
  const stamped = await upload(['Case 3:26-cv-04417-RS Document 118 Filed 11/20/26 Page 1 of 1'])
  const answer = await save(itemId, [[stamped, documents[0]]])
  expect(answer.status, answer.text).toBe(200)
  expect(answer.json()).toMatchObject({
    also_settled: 1,
    item: { status: 'New', next_stage: 'retrieve' },
    documents: [{ id: documents[0], verdict: 'fetched', uploaded: true, pages: 1, original_file_name: 'scan.pdf' }],
  })
  expect(await inbox.itemOf(siblingId)).toMatchObject({ status: 'New' })
  expect((await inbox.viewOf(itemId)).history).toContainEqual(
    expect.objectContaining({ sentence: 'Uploaded: Motion for Summary Judgment.' }),
  )
  const content = await api.call({ as: 'Docketing', url: `/api/v1/document/${documents[0]}/content` })
  expect(content.status).toBe(200)
  expect(await inbox.events(itemId)).toContain('upload documents')
  const again = await save(itemId, [[stamped, documents[0]]])
  expect([again.status, again.text]).toEqual([409, expect.stringContaining('is being processed')])
  // The file is part of the filing now, so it can't be used for another one.
  await inbox.run(sql`update inbox_items set status = 'Action Required' where id = ${itemId}::uuid`)
  expect((await save(itemId, [[stamped, documents[0]]])).text).toContain('documents.0.upload_id')
})

test('a PDF stamped with another case or number is refused until the user confirms saving it anyway', async () => {
  const { itemId, documents } = await stoppedFiling([{}, {}])
  const otherCase = await upload(['Case 3:25-cv-00001-RS Document 118 Filed 11/20/26 Page 1 of 1'])
  const otherNumber = await upload(['Case 3:26-cv-04417-RS Document 118-1 Filed 11/20/26 Page 1 of 1'])
  for (const id of [otherCase, otherNumber]) {
    const refused = await save(itemId, [[id, documents[0]]])
    expect(refused.status).toBe(409)
    expect(refused.text).toContain('is stamped 3:2')
  }
  expect((await inbox.itemOf(itemId)).status).toBe('Action Required')
  expect((await save(itemId, [[otherNumber, documents[1]]])).status).toBe(200)
  await inbox.run(sql`update inbox_items set status = 'Action Required' where id = ${itemId}::uuid`)
  expect((await save(itemId, [[otherCase, documents[0]]], { despite_stamps: true })).status).toBe(200)
})

test('sealed and saved documents, other filings and other people’s uploads are refused, and nothing changes', async () => {
  const { itemId, documents } = await stoppedFiling([{ content: 'kept' }, { verdict: 'sealed', sealed: true }, {}])
  const other = await stoppedFiling([{}])
  const own = await upload()
  expect((await save(itemId, [[own, documents[0]]])).text).toContain('is already saved')
  expect((await save(itemId, [[own, documents[1]]])).text).toContain('is sealed')
  expect((await save(itemId, [[own, other.documents[0]]])).status).toBe(400)
  expect((await save(itemId, [[newId(), documents[2]]])).status).toBe(400)
  const theirs = await upload([], { as: 'Administrator' })
  expect((await save(itemId, [[theirs, documents[2]]])).text).toContain('documents.0.upload_id')
  const message = await upload()
  await inbox.run(sql`update uploads set kind = 'message' where id = ${message}::uuid`)
  expect((await save(itemId, [[message, documents[2]]])).text).toContain('documents.0.upload_id')
  const twice = await save(itemId, [
    [own, documents[2]],
    [await upload(), documents[2]],
  ])
  expect(twice.text).toContain('documents.1.document_id')
  expect((await save(itemId, [])).status).toBe(400)
  expect((await inbox.itemOf(itemId)).status).toBe('Action Required')
  const body = { documents: [{ upload_id: own, document_id: documents[2] }] }
  const viewer = await inbox.send(`${itemId}/upload-documents`, body, 'View Only')
  expect(viewer.status).toBe(403)
  expect(await inbox.viewOf(itemId, 'View Only')).toMatchObject({ fixes: [] })
  await inbox.run(sql`update inbox_items set status = 'Started' where id = ${itemId}::uuid`)
  expect((await save(itemId, [[own, documents[2]]])).text).toContain('is being processed')
})

test('where nothing may be added, uploading is not offered', async () => {
  const { itemId } = await stoppedFiling([{ verdict: 'restricted' }, { verdict: 'none' }])
  expect(await inbox.viewOf(itemId)).toMatchObject({ fixes: ['requeue', 'not-needed'] })
})
