import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../base/db/ids.ts'
import { receiveMessage } from '../../mail/receive.ts'
import { eventually } from '../../mail/testing/eventually.ts'
import { scanOf } from '../../retrieval/scan.fixture.ts'
import { filingKey } from '../matching/filing-key.ts'
import { noticeOf } from '../preferences/notice-bench.fixture.ts'
import { openStampedCourt } from '../stamps/stamped-court.fixture.ts'
import { askForTitle } from './ask-for-title.ts'
import { askService } from './ask-service.ts'
import { paper } from './paper.fixture.ts'

interface TitleRequest {
  path: string
  headers: IncomingHttpHeaders
  body: { model: string; user?: string; service_tier?: string; messages: { role: string; content: string }[] }
}

/** A stand-in for the operator's service: it records what it is asked, and answers what a test wants. */
async function openStandIn() {
  const asked: TitleRequest[] = []
  const state = { status: 200, answer: '{"title": null}' }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as TitleRequest['body']
    asked.push({ path: request.url ?? '', headers: request.headers, body })
    const answer = { choices: [{ message: { role: 'assistant', content: state.answer } }] }
    response.writeHead(state.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  return { asked, state, url, close: () => server.close().closeAllConnections() }
}

let standIn: Awaited<ReturnType<typeof openStandIn>>
let held: Awaited<ReturnType<typeof openStampedCourt>>
beforeAll(async () => {
  standIn = await openStandIn()
  held = await openStampedCourt({
    environment: {
      COURTCRIER_TITLES_URL: `${standIn.url}/`,
      COURTCRIER_TITLES_MODEL: 'small-model',
      COURTCRIER_TITLES_KEY: 'secret-key',
    },
  })
})
afterAll(async () => {
  await held.close()
  standIn.close()
})
beforeEach(async () => {
  standIn.asked.length = 0
  Object.assign(standIn.state, { status: 200, answer: '{"title": null}' })
  await held.run(sql`delete from jurisdiction_preferences`)
  await held.run(sql`update firms set entitled_features = '{title_extraction}'`)
})

async function prefer({ extractionProvider = 'FAI', billingParty = 'ECFX', customerId = '', queueName = '' } = {}) {
  const id = newId()
  await held.run(sql`insert into document_processings (firm_id, id, name, extraction_enabled, extraction_provider,
      billing_party, customer_id, queue_name)
    values (1, ${id}::uuid, ${id}, true, ${extractionProvider}, ${billingParty}, ${customerId}, ${queueName})`)
  await held.run(sql`insert into jurisdiction_preferences (firm_id, id, "order", enabled, description, document_processing_id)
    values (1, ${newId()}::uuid, 1, true, 'All courts', ${id}::uuid)`)
}

let count = 0

async function receive(body: Uint8Array) {
  const at = ++count
  const number = `3:24-cv-0${7000 + at}`
  const token = String(42_345_670 + at)
  await held.addCase('cand', number)
  held.served.set(token, body)
  const url = `https://ecf.cand.uscourts.gov/doc1/035100004${at}?caseid=1&de_seq_num=${at}&magic_num=${token}`
  const id = await held.receive({ courtId: 'cand', docketNumber: number, url })
  const { documentId } = await held.item(id, /Succeeded/)
  const document = async () => (await held.run(readTitle(id))).rows[0]
  return { document, documentId }
}

/** Enters a filing by hand with this document. Returns its title once the entry is processed. */
async function enter(body: Uint8Array, isSealed: boolean) {
  const number = `3:24-cv-0${7000 + ++count}`
  await held.addCase('cand', number)
  const { blobs } = held.services()
  const { sha256: fileId, size } = await blobs.put(body)
  const documents = [{ index: 0, description: { value: 'Motion', from: 'derived' as const } }]
  const notice = noticeOf(
    { court: 'cand', number, name: 'Calder v. Northgate', notice: { isSealed, documents } },
    count,
  )
  const { itemId } = await receiveMessage(held.services(), {
    ...{ firmId: 1, raw: Buffer.from(`Subject: Entered ${count}\r\n\r\nMotion`), via: 'manual', source: 'Ada' },
    origin: {
      entered: {
        by: 'Ada',
        userId: newId(),
        notice,
        files: [{ fileId, size, pages: 2 }],
        filingKey: filingKey(notice),
      },
    },
  })
  await held.item(itemId, /Succeeded/)
  return (await held.run(readTitle(itemId))).rows[0]
}

const readTitle = (itemId: string) => sql<{ title: string; source: string; page: number | null }>`
  select d.title, d.title_source as source, d.title_page as page
  from documents d join inbox_items i on i.firm_id = d.firm_id and i.envelope_id = d.envelope_id
  where i.id = ${itemId}::uuid`

/** Its own reader leaves it open: two blocks could be the title. */
const unclear = () => paper('Notice of Motion', { alsoBelow: 'DECLARATION OF ADA CALDER' })

/** Returns once all questions about titles are answered. */
const settled = async () =>
  eventually(
    async () =>
      (
        await held.run(sql<{ n: number }>`select count(*)::int as n from pgboss.job
        where name = 'title' and state in ('created', 'retry', 'active')`)
      ).rows[0]?.n,
  ).toBe(0)

test('with extractionProvider FAI, the service is asked about what is unclear, and titles the document', async () => {
  await prefer()
  standIn.state.answer = '```json\n{"title": "Notice of Motion"}\n```'
  const { document } = await receive(await unclear())
  await eventually(async () => (await document())?.title).toBe('NOTICE OF MOTION')
  expect(await document()).toEqual({ title: 'NOTICE OF MOTION', source: 'DOCUMENT_AI', page: 1 })
  const [question, ...more] = standIn.asked
  expect(more).toEqual([])
  expect(question).toMatchObject({ path: '/v1/chat/completions', body: { model: 'small-model', temperature: 0 } })
  expect(question?.headers.authorization).toBe('Bearer secret-key')
  expect(question?.body).not.toHaveProperty('user')
  const [, page] = question?.body.messages ?? []
  expect(page?.content).toContain('NORTHERN DISTRICT OF CALIFORNIA')
  expect(page?.content).not.toContain('second page')
})

test('the customerId is sent only where billingParty says that the provider bills the firm', async () => {
  await prefer({ customerId: 'C-17', billingParty: 'PROVIDER' })
  await receive(await unclear())
  await eventually(() => standIn.asked.length).toBe(1)
  expect(standIn.asked[0]?.body.user).toBe('C-17')
  await held.run(sql`delete from jurisdiction_preferences`)
  await prefer({ customerId: 'C-17', billingParty: 'ECFX' })
  await receive(await unclear())
  await eventually(() => standIn.asked.length).toBe(2)
  expect(standIn.asked[1]?.body).not.toHaveProperty('user')
})

test('the service is asked to answer by its queue of the queueName, where there is one', async () => {
  await prefer({ queueName: 'flex' })
  await receive(await unclear())
  await eventually(() => standIn.asked.length).toBe(1)
  expect(standIn.asked[0]?.body.service_tier).toBe('flex')
  await held.run(sql`update document_processings set queue_name = null`)
  await receive(await unclear())
  await eventually(() => standIn.asked.length).toBe(2)
  expect(standIn.asked[1]?.body).not.toHaveProperty('service_tier')
})

describe('nothing is sent', () => {
  test.each([
    ['without the provider', () => prefer({ extractionProvider: 'NO_PROVIDER' }), unclear],
    ['of a document that titles itself clearly', () => prefer(), () => paper('Motion to Compel')],
    ['of a scan', () => prefer(), async () => scanOf(await paper('Motion to Compel'))],
    ['of a letter', () => prefer(), () => paper('Motion to Compel', { alsoBelow: 'Dear Judge Hopper:' })],
  ])('%s', async (_, choose, file) => {
    await choose()
    await receive(await file())
    await settled()
    expect(standIn.asked).toEqual([])
  })

  test.each([
    ['of an uploaded document', false],
    ['of an uploaded document of a sealed filing', true],
  ])('%s', async (_, isSealed) => {
    await prefer()
    expect(await enter(await unclear(), isSealed)).toMatchObject({ title: 'Motion', source: 'NOTICE' })
    await settled()
    expect(standIn.asked).toEqual([])
  })

  test.each([
    ['of a document that was sealed before its turn', sql`documents set sealed`, sql`id`],
    ['of a document whose filing was sealed before its turn', sql`envelopes set is_sealed`, sql`envelope_id`],
  ])('%s', async (_, seal, key) => {
    await prefer({ extractionProvider: 'NO_PROVIDER' })
    const { documentId } = await receive(await unclear())
    await settled()
    await held.run(sql`update document_processings set extraction_provider = 'FAI'`)
    const id = String(documentId)
    const askWhile = async (isSealed: boolean) => {
      await held.run(sql`update ${seal} = ${isSealed} where id = (select ${key} from documents where id = ${id}::uuid)`)
      await askForTitle(held.services(), { data: { firmId: 1, id } })
      return standIn.asked.length
    }
    expect([await askWhile(true), await askWhile(false)]).toEqual([0, 1])
  })

  test('for a firm without the feature', async () => {
    await held.run(sql`update firms set entitled_features = '{}'`)
    await prefer()
    await receive(await unclear())
    await settled()
    expect(standIn.asked).toEqual([])
  })
})

test.each([
  ['a title that is not printed on the page', 200, '{"title": "Motion to Pay Everything"}'],
  ['no title', 200, '{"title": null}'],
  ['anything but JSON', 200, 'The title is NOTICE OF MOTION.'],
  ['an error', 500, '{"title": "Notice of Motion"}'],
])('an answer with %s leaves the title of the notice', async (_, status, answer) => {
  Object.assign(standIn.state, { status, answer })
  await prefer()
  const { document } = await receive(await unclear())
  await eventually(() => standIn.asked.length).toBe(1)
  await settled()
  expect(await document()).toMatchObject({ title: 'Motion', source: 'NOTICE' })
})

test('without HTTPS, nothing is sent to a service on the internet', async () => {
  const answer = await askService({ url: 'http://8.8.8.8/v1', model: 'm' }, { text: 'x' })
  expect(answer).toEqual({ problem: expect.stringContaining('private network') })
})
