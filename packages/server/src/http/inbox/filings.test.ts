import { PDFDict, PDFDocument, PDFHexString, PDFName, type PDFRef } from '@cantoo/pdf-lib'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { withSystem } from '../../base/db/firm-transaction.ts'
import { newId } from '../../base/db/ids.ts'
import { insert, plantFiling, type TestFiling } from '../../outbox/copies/test-filing.ts'
import { type ApiScenario, openTestApi, type TestApi } from '../../testing/api.ts'
import { resourceRoutes } from '../resources.ts'
import { filingRoutes } from './filings.ts'

let api: TestApi
let filing: TestFiling
let other: TestFiling
let people: { told: string; waiting: string; failed: string }
let nobodyYet: string
let gone: string

beforeAll(async () => {
  api = await openTestApi({
    register: (app, services) => {
      resourceRoutes(app, services)
      filingRoutes(app, services)
    },
  })
  other = await plantFiling(api.services, { firmId: 2 })
})
afterAll(() => api.close())

beforeEach(async () => {
  filing = await plantFiling(api.services, {
    documents: [
      { content: await pdf(2), title: 'Motion for Summary Judgment', number: '118' },
      { content: await pdf(3), title: 'Declaration of R. Osei', number: '118-1' },
    ],
  })
  people = {
    told: await plantDelivery('told', 'sent'),
    waiting: await plantDelivery('waiting', 'waiting'),
    failed: await plantDelivery('failed', 'failed'),
  }
  nobodyYet = await plantTimekeeper('Nora New', 'Active')
  gone = await plantTimekeeper('Gil Gone', 'Inactive')
})

async function pdf(pages: number): Promise<Uint8Array> {
  const file = await PDFDocument.create()
  for (let page = 0; page < pages; page++) file.addPage([300, 400]).drawText(`Page ${page + 1}`)
  return file.save()
}

async function plantDelivery(name: string, status: string): Promise<string> {
  const id = newId()
  await withSystem(api.services.database, (trx) =>
    insert(trx, 'deliveries', {
      firm_id: 1,
      id,
      envelope_id: filing.envelopeId,
      inbox_item_id: filing.itemId,
      email: `${name}@firm.example`,
      method: 'WEB_LINK',
      reason: 'Assigned to the case Acme, Inc. v. Doe.',
      status,
      message_id: id,
      attempts: 1,
      ...(status === 'sent' ? { sent_at: new Date() } : {}),
    }),
  )
  return id
}

async function plantTimekeeper(fullName: string, status: string): Promise<string> {
  const id = newId()
  const email = `${id}@firm.example`
  await withSystem(api.services.database, (trx) =>
    insert(trx, 'timekeepers', { firm_id: 1, id, full_name: fullName, email, status }),
  )
  return id
}

interface Told {
  email: string
  status: string
  repeat: number
  reason: string
  message_id: string
  open_count: number | null
  first_opened_at: string | null
}

const view = async (as: 'Manager' | 'View Only' = 'Manager') =>
  (await api.call({ as, url: `/api/v1/filing/${filing.envelopeId}` })).json() as {
    deliveries: Told[]
    documents: object[]
    may_resend: boolean
  }

const resend = (body: object, as: ApiScenario['as'] = 'Docketing') =>
  api.call({ as, method: 'POST', url: `/api/v1/filing/${filing.envelopeId}/resend`, body })

describe('who may do what', () => {
  const calls = (id: string) => [
    { url: `/api/v1/filing/${id}` },
    { url: `/api/v1/filing/${id}/combined` },
    { method: 'POST' as const, url: `/api/v1/filing/${id}/resend`, body: { timekeeper_id: nobodyYet } },
  ]

  test("another firm's filing is not found by anyone", async () => {
    for (const call of calls(other.envelopeId)) {
      await api.run({ ...call, name: call.url, as: 'Administrator', status: 404, containsNot: ['Acme'] })
    }
    const answer = await api.call({ as: 'Administrator', url: `/api/v1/filing/summaries?ids=${other.envelopeId}` })
    expect(answer.json()).toEqual({ filings: [] })
  })

  test('nothing is returned without a login, and an invalid ID is not found', async () => {
    for (const call of calls(filing.envelopeId)) await api.run({ ...call, name: call.url, status: 401 })
    for (const call of calls('1; drop table')) {
      await api.run({ ...call, url: encodeURI(call.url), name: call.url, as: 'Docketing', status: 404 })
    }
  })

  test('a role that may only read sees who was notified and sends nothing', async () => {
    const seen = await view('View Only')
    expect(seen.deliveries.map(({ email }) => email)).toContain('told@firm.example')
    expect(seen.may_resend).toBe(false)
    expect((await resend({ timekeeper_id: nobodyYet }, 'View Only')).status).toBe(403)
    expect(await countDeliveries()).toBe(3)
  })

  test('a role without deliveries or documents learns nothing of them', async () => {
    const role = await api.call({
      as: 'Administrator',
      method: 'POST',
      url: '/api/v1/user_security_role',
      body: {
        name: `Envelopes only ${newId()}`,
        user_ids: [api.userIds[1].Manager],
        delivery_access: 'DENY',
        document_access: 'DENY',
        document_copy_access: 'DENY',
        envelope_access: 'READ',
      },
    })
    expect(role.status, role.text).toBe(201)
    const own = api.firms[1].roleIds.Manager
    try {
      await expect.poll(async () => (await view()).deliveries).toEqual([])
      expect((await view()).documents).toEqual([])
      const summary = await api.call({ as: 'Manager', url: `/api/v1/filing/summaries?ids=${filing.envelopeId}` })
      expect(summary.json()).toEqual({ filings: [{ id: filing.envelopeId }] })
      const url = `/api/v1/filing/${filing.envelopeId}/combined`
      await api.run({ name: 'combined', as: 'Manager', url, status: 403 })
      expect((await resend({ timekeeper_id: nobodyYet }, 'Manager')).status).toBe(403)
    } finally {
      await api.giveRole('Manager', own)
    }
  })
})

async function countDeliveries(): Promise<number> {
  return (await view()).deliveries.length
}

describe('notifying someone again', () => {
  test.each([
    [
      'being notified right now',
      () => ({ delivery_id: people.waiting, again: true }),
      'is being notified of this filing right now',
    ],
    ['told, when nobody says again', () => ({ delivery_id: people.told }), 'was already notified of this filing'],
    ['out of the firm', () => ({ timekeeper_id: gone }), 'Gil Gone is no longer active'],
  ])('is refused for someone who is %s', async (_, body, sentence) => {
    const answer = await resend(body())
    expect(answer.status, answer.text).toBe(409)
    expect(answer.json().detail).toContain(sentence)
    expect(await countDeliveries()).toBe(3)
  })

  test.each([
    ['nobody', {}, 400],
    ['a list', { timekeeper_id: ['x'] }, 400],
    ['"again" that is no yes or no', { timekeeper_id: newId(), again: 'yes' }, 400],
    ['a timekeeper that is not there', { timekeeper_id: newId() }, 404],
    ['a delivery that is not there', { delivery_id: newId() }, 404],
  ])('is refused for %s', async (_, body, status) => {
    expect((await resend(body)).status).toBe(status)
  })

  test("sends it as the person's settings say, whatever the firm's are", async () => {
    const [group, template] = [newId(), newId()]
    await withSystem(api.services.database, async (trx) => {
      await insert(trx, 'email_templates', { firm_id: 1, id: template, name: `Short ${template}`, kind: 'FILING' })
      await insert(trx, 'timekeeper_groups', {
        ...{ firm_id: 1, id: group, name: `Partners ${group}`, time_zone: 'UTC', email_template_id: template },
        ...{ delivery_method: 'PDF', notification_cadence: 'INHERIT_CADENCE' },
      })
      await sql`update timekeepers set delivery_method = 'WEB_LINK', timekeeper_group_id = ${group}::uuid
        where id = ${nobodyYet}::uuid`.execute(trx)
    })
    expect((await resend({ timekeeper_id: nobodyYet })).status).toBe(200)
    const { rows } = await sql`select method, email_template as template from deliveries
      where timekeeper_id = ${nobodyYet}::uuid`.execute(api.services.database.kysely)
    expect(rows).toEqual([{ method: 'WEB_LINK', template }])
  })

  test('creates a delivery with its own Message-ID, a job, and a line each in the timeline and the log', async () => {
    const answer = await resend({ delivery_id: people.told, again: true })
    expect(answer.status, answer.text).toBe(200)
    const told = (await view()).deliveries.filter(({ email }) => email === 'told@firm.example')
    expect(told.map(({ repeat, status }) => [repeat, status])).toEqual([
      [0, 'sent'],
      [1, 'waiting'],
    ])
    expect(told[1]?.message_id).not.toBe(told[0]?.message_id)
    expect(told[1]?.reason).toBe('Sent again by A Docketing. Assigned to the case Acme, Inc. v. Doe.')
    const { kysely } = api.services.database
    const lines =
      await sql`select 1 from history where sentence = 'Sent again to told@firm.example.' and outcome = 'resent'
      and inbox_item_id = ${filing.itemId}::uuid`.execute(kysely)
    expect(lines.rows).toHaveLength(1)
    const jobs =
      await sql`select 1 from pgboss.job where name = 'delivery' and data->>'id' = ${told[1]?.message_id}`.execute(
        kysely,
      )
    expect(jobs.rows).toHaveLength(1)
    const events = await api.call({ as: 'Administrator', url: '/api/v1/system_event/search?max=3&sort=-createdAt' })
    expect(events.text).toContain('A Docketing sent a filing to told@firm.example again.')
    // Twice in a row counts as once.
    expect((await resend({ delivery_id: people.told, again: true })).status).toBe(409)
  })

  test('needs no "again" for someone whose email failed, or who was never notified', async () => {
    expect((await resend({ delivery_id: people.failed })).status).toBe(200)
    expect((await resend({ timekeeper_id: nobodyYet })).status).toBe(200)
    const added = (await view()).deliveries.filter(({ status }) => status === 'waiting')
    expect(added.map(({ repeat }) => repeat).toSorted()).toEqual([0, 0, 1])
  })

  test('two simultaneous requests notify once', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => resend({ timekeeper_id: nobodyYet, again: true })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  })
})

describe('a document opened by the link in an email', () => {
  const open = (body: object, documentId = filing.documents[0]?.id, firm: 1 | 2 = 1) =>
    api.call({ as: 'View Only', firm, method: 'POST', url: `/api/v1/document/${documentId}/opened`, body })

  test('is recorded at the delivery once a minute, and filings can be found by it', async () => {
    for (let time = 0; time < 2; time++) expect((await open({ delivery_id: people.told })).status).toBe(204)
    const told = (await view()).deliveries.find(({ email }) => email === 'told@firm.example')
    expect(told).toMatchObject({ open_count: 1, first_opened_at: expect.any(String) })
    await sql`update deliveries set last_opened_at = now() - interval '2 minutes' where id = ${people.told}::uuid`.execute(
      api.services.database.kysely,
    )
    await open({ delivery_id: people.told })
    const again = (await view()).deliveries.find(({ email }) => email === 'told@firm.example')
    expect(again).toMatchObject({ open_count: 2, first_opened_at: told?.first_opened_at })
    const search = async (field: string, value: string) => {
      const filters = encodeURIComponent(JSON.stringify([{ field, in: [value] }]))
      return (await api.call({ as: 'View Only', url: `/api/v1/envelope/search?max=200&filters=${filters}` })).text
    }
    expect(await search('opened', 'true')).toContain(filing.envelopeId)
    expect(await search('opened', 'false')).not.toContain(filing.envelopeId)
    expect(await search('told', 'true')).toContain(filing.envelopeId)
    expect(await search('told', 'false')).not.toContain(filing.envelopeId)
    const summary = await api.call({ as: 'View Only', url: `/api/v1/filing/summaries?ids=${filing.envelopeId}` })
    const counts = { documents: 2, kept: 2, told: 1, waiting: 1, failed: 1, opened: 1, attached: 0 }
    expect(summary.json()).toEqual({ filings: [{ id: filing.envelopeId, ...counts }] })
  })

  test.each([
    ['a reference that is none', () => ({ delivery_id: 'x' })],
    ['no reference', () => ({})],
    ['the delivery of another filing', () => ({ delivery_id: newId() })],
    ['a mail that never went out', () => ({ delivery_id: people.failed })],
  ])('records nothing for %s', async (_, body) => {
    expect((await open(body())).status).toBe(204)
    expect((await view()).deliveries.every(({ open_count: count }) => count === null)).toBe(true)
  })

  test("records nothing for another firm's people", async () => {
    await open({ delivery_id: people.told }, filing.documents[0]?.id, 2)
    expect((await view()).deliveries.every(({ open_count: count }) => count === null)).toBe(true)
  })
})

describe('the documents as one PDF', () => {
  const combine = async (id = filing.envelopeId) => api.call({ as: 'View Only', url: `/api/v1/filing/${id}/combined` })

  test('has all pages in order, a bookmark each, and a name that says what it is', async () => {
    const answer = await combine()
    expect(answer.status, answer.text).toBe(200)
    expect(answer.headers['content-disposition']).toContain(
      'filename="3-26-cv-04417-RS Acme_ Inc. v. Doe 118 Motion for Summary Judgment.pdf"',
    )
    expect(answer.headers['content-security-policy']).toBe("default-src 'none'; sandbox")
    const file = await PDFDocument.load(answer.bytes)
    expect(file.getPageCount()).toBe(5)
    expect(bookmarksOf(file)).toEqual([
      ['118 Motion for Summary Judgment', 0],
      ['118-1 Declaration of R. Osei', 2],
    ])
  })

  test('names what is sealed, missing, damaged or protected on its first page, and contains the rest', async () => {
    const mixed = await plantFiling(api.services, {
      documents: [
        { content: await pdf(1), title: 'Order' },
        { content: await pdf(4), title: 'Sealed exhibit', sealed: true },
        { content: 'PK\u0003\u0004 no pdf at all', title: 'Zip' },
        { content: (await pdf(2)).slice(0, 300), title: 'Cut off' },
        { content: await protectedPdf(), title: 'Locked' },
        { title: 'Never had 訴状', file_id: null, size: null, sentence: 'The free look was already used.' },
        { content: await pdf(2), title: 'Last' },
      ],
    })
    const file = await PDFDocument.load((await combine(mixed.envelopeId)).bytes)
    expect(file.getPageCount()).toBe(4)
    expect(bookmarksOf(file).map(([title]) => title)).toEqual([
      expect.stringContaining('Order'),
      expect.stringContaining('Last'),
    ])
    expect(bookmarksOf(file).map(([, page]) => page)).toEqual([1, 2])
  })

  test('is refused with a sentence when there is nothing to combine, or too much', async () => {
    const none = await plantFiling(api.services, { documents: [{ content: await pdf(1), sealed: true }] })
    const answer = await combine(none.envelopeId)
    expect([answer.status, answer.json().detail]).toEqual([
      409,
      'No document of this filing can be combined into one file.',
    ])
    await sql`update documents set size = 99000000 where envelope_id = ${filing.envelopeId}::uuid`.execute(
      api.services.database.kysely,
    )
    expect((await combine()).json().detail).toContain('more than the 100.0 MB that are combined into one file')
  })
})

async function protectedPdf(): Promise<Uint8Array> {
  const file = await PDFDocument.load(await pdf(1))
  file.encrypt({ ownerPassword: 'owner', userPassword: 'user' })
  return file.save()
}

/** Returns the title and page, counted from 0, of each entry of the outline. */
function bookmarksOf(file: PDFDocument): [string, number][] {
  const pages = file.getPages().map(({ ref }) => ref.toString())
  const root = file.catalog.lookup(PDFName.of('Outlines'), PDFDict)
  const found: [string, number][] = []
  let at = root.get(PDFName.of('First')) as PDFRef | undefined
  while (at) {
    const entry = file.context.lookup(at, PDFDict)
    const title = entry.lookup(PDFName.of('Title'), PDFHexString).decodeText()
    const [page] = (entry.get(PDFName.of('Dest')) as unknown as { asArray: () => PDFRef[] }).asArray()
    found.push([title, pages.indexOf(String(page))])
    at = entry.get(PDFName.of('Next')) as PDFRef | undefined
  }
  return found
}
