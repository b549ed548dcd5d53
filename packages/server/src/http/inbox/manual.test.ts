import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { zipSync } from 'fflate'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../base/db/ids.ts'
import { plantFiling, type TestFiling } from '../../outbox/copies/test-filing.ts'
import { type ApiAnswer, type ApiScenario, openTestApi, type TestApi } from '../../testing/api.ts'
import { textPdf } from '../../testing/pdf.ts'
import { resourceRoutes } from '../resources.ts'
import { inboxRoutes } from './inbox.ts'
import { manualRoutes } from './manual.ts'

let api: TestApi
let filing: TestFiling

beforeAll(async () => {
  api = await openTestApi({
    register: (app, services) => {
      resourceRoutes(app, services)
      inboxRoutes(app, services)
      manualRoutes(app, services)
    },
  })
  await sql`update firms set max_message_size = 200000 where firm_id = 1`.execute(api.services.database.kysely)
  filing = await plantFiling(api.services, {
    documents: [{ file_id: null, size: null, number: '118', title: 'Motion', sentence: 'Its link was used before.' }],
  })
  await sql`update envelopes set court_envelope_id = ${filing.envelopeId} where id = ${filing.envelopeId}::uuid`.execute(
    api.services.database.kysely,
  )
})
afterAll(() => api.close())

let drawn = 0
/** Returns a PDF that differs from every other. */
const pdf = (lines: readonly string[] = []) => textPdf([...lines, `Copy ${drawn++}`])

const put = (content: Uint8Array, over: Partial<ApiScenario> = {}) =>
  api.call({
    as: 'Docketing',
    method: 'POST',
    url: '/api/v1/manual/upload?file_name=scan.pdf',
    body: Buffer.from(content),
    headers: { 'content-type': 'application/pdf' },
    ...over,
  })

async function upload(lines?: readonly string[]): Promise<string> {
  const answer = await put(await pdf(lines))
  expect(answer.status, answer.text).toBe(201)
  return String(answer.json().id)
}

const enter = (body: object, as: ApiScenario['as'] = 'Docketing', firm: 1 | 2 = 1): Promise<ApiAnswer> =>
  api.call({ as, firm, method: 'POST', url: '/api/v1/manual', body })

const facts = (uploadIds: readonly string[], over: object = {}) => ({
  court_id: 'cand',
  docket_number: '3:26-cv-09999-RS',
  event: 'Motion to Dismiss',
  document_number: '7',
  filed_date: '2026-11-20',
  documents: uploadIds.map((id, at) => ({ upload_id: id, title: `Document ${at + 1}`, number: at ? `7-${at}` : '7' })),
  ...over,
})

async function itemOf(answer: ApiAnswer): Promise<AnyRow> {
  expect(answer.status, answer.text).toBe(201)
  const view = await api.call({ as: 'Docketing', url: `/api/v1/inbox/${answer.json().item_id}` })
  return view.json().item as AnyRow
}

async function entered(answer: ApiAnswer) {
  const { rows } = await sql<{ receive: { entered: { filingKey: string; notice: AnyRow; files: AnyRow[] } } }>`
    select outcomes->'receive' as receive from item_progress where id = ${String(answer.json().item_id)}::uuid`.execute(
    api.services.database.kysely,
  )
  return rows[0]?.receive.entered
}

describe('an uploaded file', () => {
  test('is read: the stamp and the caption fill in what is known', async () => {
    const answer = await put(
      await pdf([
        'Case 3:26-cv-04417-RS Document 118-1 Filed 11/20/26 Page 1 of 1',
        'UNITED STATES DISTRICT COURT',
        'NORTHERN DISTRICT OF CALIFORNIA',
      ]),
    )
    expect(answer.status, answer.text).toBe(201)
    expect(answer.json()).toMatchObject({
      kind: 'pdf',
      file_name: 'scan.pdf',
      pages: 1,
      remark: '',
      facts: {
        court_id: 'cand',
        docket_number: '3:26-cv-04417-RS',
        document_number: '118',
        number: '118-1',
        filed_date: '2026-11-20',
      },
    })
    expect(answer.text).not.toContain('file_id')
  })

  const zip = zipSync({ 'a.txt': new Uint8Array(200) })
  test.each<[string, () => Promise<Uint8Array> | Uint8Array, number, string]>([
    ['a zip that is named .pdf', () => zip, 400, 'The file is neither a PDF nor a message (.eml).'],
    ['nothing at all', () => new Uint8Array(), 400, 'The file is empty.'],
    ['a program', () => Buffer.from('MZ\u0090\u0000\u0003'), 400, 'The file is neither a PDF nor a message (.eml).'],
    ['a page of HTML', () => Buffer.from('<html><script>x</script>'), 400, 'neither a PDF nor a message'],
    ['a PDF that is cut off', async () => (await pdf()).slice(0, 200), 400, "damaged and can't be opened"],
    [
      'more than the firm takes',
      () => Buffer.concat([Buffer.from('%PDF-1.7'), Buffer.alloc(200_001)]),
      413,
      'at most 0.2 MB',
    ],
  ])('is refused with a sentence: %s', async (_, content, status, sentence) => {
    const answer = await put(await content())
    expect(answer.status, answer.text).toBe(status)
    expect(answer.json().detail).toContain(sentence)
    const { rows } = await sql`select 1 from uploads where size = ${200_001}`.execute(api.services.database.kysely)
    expect(rows).toEqual([])
  })

  test('has the type of its bytes, whatever its name says, and its name is sanitized', async () => {
    const answer = await put(await pdf(), {
      url: `/api/v1/manual/upload?file_name=${encodeURIComponent('../../etc/\u0007passwd\r\nX: y')}`,
      headers: { 'content-type': 'image/png' },
    })
    expect(answer.json()).toMatchObject({ kind: 'pdf', file_name: '.. .. etc passwd X: y' })
  })

  test.each([
    ['nobody', undefined, 401],
    ['who may only read', 'View Only', 403],
  ] as const)('is not accepted from %s', async (_, as, status) => {
    expect((await put(await pdf(), { as })).status).toBe(status)
    const body = facts([newId()])
    expect((await api.call({ as, method: 'POST', url: '/api/v1/manual', body })).status).toBe(status)
    const url = '/api/v1/manual/lookup?docket_number=3:26-cv-04417'
    expect((await api.call({ as, url })).status).toBe(status)
  })
})

describe('an entered filing', () => {
  test('becomes an inbox item with its evidence, and a line each in the timeline and the log', async () => {
    const answer = await enter(facts([await upload(), await upload()], { docket_text: 'MOTION filed.\nBy R. Osei.' }))
    const item = await itemOf(answer)
    expect(answer.json().is_new).toBe(true)
    expect(item).toMatchObject({ status: 'New', source_type: 'manual', source: 'A Docketing' })
    const message = await api.call({ as: 'Docketing', url: `/api/v1/inbox/${item.id}/message` })
    expect(message.json().subject).toBe('3:26-cv-09999-RS Motion to Dismiss')
    expect(message.json().text).toContain('SHA-256')
    const view = await api.call({ as: 'Docketing', url: `/api/v1/inbox/${item.id}` })
    expect(view.text).toContain('Entered manually by A Docketing.')
    const log = await api.call({ as: 'Administrator', url: '/api/v1/system_event/search?max=2&sort=-createdAt' })
    expect(log.text).toContain('A Docketing entered \\"Motion to Dismiss\\" in 3:26-cv-09999-RS manually.')
    expect((await entered(answer))?.files).toHaveLength(2)
  })

  test('with the same files again is the same item, whatever else is entered', async () => {
    const content = await pdf()
    const id = async () => String((await put(content)).json().id)
    const first = await enter(facts([await id()]))
    const second = await enter(facts([await id()], { event: 'Something else', docket_number: '1:26-cv-1' }))
    expect(second.json()).toEqual({ item_id: first.json().item_id, is_new: false })
  })

  test('that already exists gets the documents it lacks, and no duplicates', async () => {
    const lookup = await api.call({
      as: 'Docketing',
      url: '/api/v1/manual/lookup?court_id=cand&docket_number=3:26-cv-04417&document_number=118',
    })
    expect(lookup.json()).toMatchObject({ filing: { id: filing.envelopeId, missing: 1, documents: 1 } })
    const said = { docket_number: '3:26-cv-04417-RS', document_number: '118' }
    const documents = [
      { upload_id: await upload(), title: 'Exhibit', number: '118-1' },
      { upload_id: await upload(), title: 'Motion', number: '118' },
    ]
    const answer = await enter(facts([], { ...said, documents }))
    const kept = await entered(answer)
    expect(kept?.filingKey).toBe(filing.envelopeId)
    expect(kept?.notice.documents).toMatchObject([
      { index: 1, description: { value: 'Exhibit' } },
      { index: 0, description: { value: 'Motion' } },
    ])
  })

  test.each<[string, () => Promise<object> | object, string[]]>([
    ['nothing', () => ({}), ['court_id', 'docket_number', 'event', 'documents']],
    ['a court that is none', async () => facts([await upload()], { court_id: 'nowhere' }), ['court_id']],
    ['a day that is none', async () => facts([await upload()], { filed_date: '2026-02-30' }), ['filed_date']],
    ['a case that is not there', async () => facts([await upload()], { case_id: newId() }), ['case_id']],
    ['a text that is a list', async () => facts([await upload()], { event: ['x'] }), ['event']],
    ['control characters', async () => facts([await upload()], { event: 'a\u0000b' }), ['event']],
    ['an upload that is not there', () => facts([newId()]), ['documents.0.upload_id']],
    ['one upload twice', async () => facts(Array(2).fill(await upload())), ['documents']],
    ['documents that are no list', () => facts([], { documents: 'all' }), ['documents', 'documents']],
  ])('is refused, naming the invalid fields: %s', async (_, body, fields) => {
    const answer = await enter(await body())
    expect(answer.status, answer.text).toBe(400)
    expect((answer.json().errors as { field: string }[]).map(({ field }) => field)).toEqual(fields)
  })

  test("accepts only one's own uploads, neither a colleague's nor another firm's", async () => {
    const id = await upload()
    for (const [as, firm] of [
      ['Manager', 1],
      ['Docketing', 2],
    ] as const) {
      const answer = await enter(facts([id]), as, firm)
      expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('documents.0.upload_id')])
    }
  })

  test('takes a message for no document', async () => {
    const mail = await put(Buffer.from('From: a@b.example\r\nSubject: Hello\r\n\r\nHello'))
    expect(mail.json()).toMatchObject({ kind: 'message' })
    const answer = await enter(facts([String(mail.json().id)]))
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('documents.0.upload_id')])
  })
})

describe('an item that is handled manually', () => {
  async function plantItem(status: string): Promise<string> {
    const planted = await plantFiling(api.services, { documents: [{ file_id: null, size: null }] })
    await sql`update inbox_items set status = ${status} where id = ${planted.itemId}::uuid`.execute(
      api.services.database.kysely,
    )
    return planted.itemId
  }

  test.each(['Manual', 'Action Required', 'Failed'])(
    'ends when it was %s, and the entered filing is linked to it',
    async (status) => {
      const itemId = await plantItem(status)
      const item = await itemOf(await enter(facts([await upload()], { item_id: itemId })))
      expect(item.parent_id).toBe(itemId)
      const view = await api.call({ as: 'Docketing', url: `/api/v1/inbox/${itemId}` })
      expect((view.json().item as AnyRow).status).toBe('Succeeded')
      expect(view.text).toContain('Completed manually')
    },
  )

  test.each(['Started', 'Post Processing', 'Canceled'])('is refused while it is %s', async (status) => {
    const answer = await enter(facts([await upload()], { item_id: await plantItem(status) }))
    expect([answer.status, answer.json().detail]).toEqual([
      409,
      `An item that is ${status} can't be completed manually.`,
    ])
  })

  test("is not found when it is another firm's", async () => {
    const other = await plantFiling(api.services, { firmId: 2 })
    expect((await enter(facts([await upload()], { item_id: other.itemId }))).status).toBe(404)
  })
})

test('an uploaded message is processed like any other, once', async () => {
  const mail = Buffer.from('From: a@cand.uscourts.gov\r\nSubject: Activity\r\nMessage-ID: <1@x>\r\n\r\nHello')
  const take = async () => {
    const put1 = await put(mail, { url: '/api/v1/manual/upload?file_name=notice.eml' })
    expect(put1.json()).toMatchObject({ kind: 'message', facts: { court_id: 'cand' } })
    const body = { upload_id: put1.json().id }
    return api.call({ as: 'Docketing', method: 'POST', url: '/api/v1/manual/message', body })
  }
  const first = await take()
  expect(await itemOf(first)).toMatchObject({ source_type: 'manual', source: 'A Docketing: notice.eml' })
  expect((await take()).json()).toEqual({ item_id: first.json().item_id, is_new: false })
  const body = { upload_id: await upload() }
  expect((await api.call({ as: 'Docketing', method: 'POST', url: '/api/v1/manual/message', body })).status).toBe(400)
})
