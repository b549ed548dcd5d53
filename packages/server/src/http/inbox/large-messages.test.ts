import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { messageReader } from '../../courts/read-on-thread.ts'
import { openTestApi, type TestApi } from '../../testing/api.ts'
import { type PlantedRecords, plantRecords } from '../../testing/planted-records.ts'
import { productRoutes } from '../routes.ts'

let api: TestApi
let filing: PlantedRecords
const size = 8_000_000
const people = 20

beforeAll(async () => {
  api = await openTestApi({ register: productRoutes })
  const body = { full_name: 'Ann Lee', email: 'a.lee@one.example' }
  const made = await api.call({ as: 'Administrator', method: 'POST', url: '/api/v1/timekeeper', body })
  filing = await plantRecords(api, 'Opal', String(made.json().id))
})
afterAll(() => api.close())

const read = () => api.call({ as: 'Administrator', url: `/api/v1/inbox/${filing.itemId}/message` })

test('of twenty people who read a large message, three have it read at a time, and incoming mail doesn’t wait for all of them', async () => {
  await hasReceived(mail('application/pdf', randomBytes((size / 4) * 3)))
  expect((await read()).json()).toMatchObject({ attachments: [{ size: (size / 4) * 3 }] })
  const reading = watchReading()
  let answered = 0
  const all = Array.from({ length: people }, async () => {
    const { status } = await read()
    answered++
    return status
  })
  await expect.poll(reading.most, { timeout: 30_000, interval: 1 }).toBeGreaterThan(0)
  await messageReader.decode({ raw: Buffer.from('From: c@court.example\r\n\r\nHello') })
  expect(answered).toBeLessThan(people / 2)
  expect(new Set(await Promise.all(all))).toEqual(new Set([200]))
  expect(reading.most()).toBeLessThanOrEqual(3)
})

test('of a message of 12 MB of text as much is shown as is read of it, and the rest can be downloaded', async () => {
  await hasReceived(mail('text/html', Buffer.from(`<p>Order</p>${'<p>Line of a long message</p>'.repeat(400_000)}`)))
  const { html, text, problem } = (await read()).json() as Record<string, string>
  expect(html).toMatch(/^<p>Order/)
  expect(html).toHaveLength(4_000_000)
  expect(text).toBe(null)
  expect(problem).toContain('4,000,000 characters')
})

test('of eight people who upload a large message to enter it, three have it read at a time', async () => {
  const content = mail('application/pdf', randomBytes((size / 4) * 3))
  const reading = watchReading()
  const url = '/api/v1/manual/upload?file_name=order.eml'
  const authorization = `Bearer ${await api.tokenOf('Administrator')}`
  const headers = { 'content-type': 'application/octet-stream', host: 'one.example', authorization }
  const upload = async () => {
    const payload = Readable.from(pieces(content))
    return (await api.app.inject({ method: 'POST', url, headers, payload })).statusCode
  }
  expect(new Set(await Promise.all(Array.from({ length: 8 }, upload)))).toEqual(new Set([201]))
  expect(reading.most()).toBeLessThanOrEqual(3)
})

/** Counts how many messages are read at a time: each is in memory several times meanwhile. */
function watchReading() {
  let [now, most] = [0, 0]
  const { show } = messageReader
  const watched = vi.spyOn(messageReader, 'show').mockImplementation(async (received) => {
    most = Math.max(most, ++now)
    return show(received).finally(() => now--)
  })
  onTestFinished(() => watched.mockRestore())
  return { most: () => most }
}

function* pieces(content: Buffer): Generator<Buffer> {
  for (let at = 0; at < content.byteLength; at += 65_536) yield content.subarray(at, at + 65_536)
}

async function hasReceived(content: Buffer): Promise<void> {
  const { sha256 } = await api.services.blobs.put(content)
  await withFirm(api.services.database, 1, (trx) =>
    sql`update inbox_items set raw_content = ${sha256} where id = ${filing.itemId}::uuid`.execute(trx),
  )
}

function mail(type: string, content: Buffer): Buffer {
  const head = ['From: clerk@court.example', 'Subject: Order', `Content-Type: ${type}`]
  const name = type.startsWith('text/') ? [] : ['Content-Disposition: attachment; filename="order.pdf"']
  const lines = content.toString('base64').replace(/.{76}/g, '$&\r\n')
  return Buffer.from([...head, ...name, 'Content-Transfer-Encoding: base64', '', lines].join('\r\n'))
}
