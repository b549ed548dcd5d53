import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { messageReader } from '../../courts/read-on-thread.ts'
import { openTestApi, type TestApi } from '../../testing/api.ts'
import { type PlantedRecords, plantRecords } from '../../testing/planted-records.ts'
import { productRoutes } from '../routes.ts'

let api: TestApi
let filing: PlantedRecords
const size = 40_000_000
const readers = 20

beforeAll(async () => {
  api = await openTestApi({ register: productRoutes })
  const body = { full_name: 'Ann Lee', email: 'a.lee@one.example' }
  const made = await api.call({ as: 'Administrator', method: 'POST', url: '/api/v1/timekeeper', body })
  filing = await plantRecords(api, 'Opal', String(made.json().id))
})
afterAll(() => api.close())

const read = () => api.call({ as: 'Administrator', url: `/api/v1/inbox/${filing.itemId}/message` })

test('twenty people who read a message of 40 MB take the memory of a few, and incoming mail doesn’t wait for all of them', async () => {
  await hasReceived(mail('application/pdf', randomBytes((size / 4) * 3)))
  expect((await read()).json()).toMatchObject({ attachments: [{ size: (size / 4) * 3 }] })
  const before = process.memoryUsage().arrayBuffers
  let most = 0
  const look = () => {
    most = Math.max(most, process.memoryUsage().arrayBuffers - before)
  }
  const timer = setInterval(look, 1)
  let answered = 0
  const all = Array.from({ length: readers }, async () => {
    const { status } = await read()
    answered++
    look()
    return status
  })
  await expect.poll(() => most, { interval: 1 }).toBeGreaterThan(size)
  await messageReader.decode({ raw: Buffer.from('From: c@court.example\r\n\r\nHello') })
  expect(answered).toBeLessThan(readers / 2)
  expect(new Set(await Promise.all(all))).toEqual(new Set([200]))
  clearInterval(timer)
  expect(most).toBeLessThan(10 * size)
})

test('of a message of 12 MB of text as much is shown as is read of it, and the rest can be downloaded', async () => {
  await hasReceived(mail('text/html', Buffer.from(`<p>Order</p>${'<p>Line of a long message</p>'.repeat(400_000)}`)))
  const { html, text, problem } = (await read()).json() as Record<string, string>
  expect(html).toMatch(/^<p>Order/)
  expect(html).toHaveLength(4_000_000)
  expect(text).toBe(null)
  expect(problem).toContain('4,000,000 characters')
})

test('eight people who upload a message of 40 MB to enter it have a few of them read at a time', async () => {
  const content = mail('application/pdf', randomBytes((size / 4) * 3))
  const before = process.memoryUsage().arrayBuffers
  let most = 0
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage().arrayBuffers - before)
  }, 1)
  const url = '/api/v1/manual/upload?file_name=order.eml'
  const authorization = `Bearer ${await api.tokenOf('Administrator')}`
  const headers = { 'content-type': 'application/octet-stream', host: 'one.example', authorization }
  const upload = async () => {
    const payload = Readable.from(pieces(content))
    return (await api.app.inject({ method: 'POST', url, headers, payload })).statusCode
  }
  expect(new Set(await Promise.all(Array.from({ length: 8 }, upload)))).toEqual(new Set([201]))
  clearInterval(timer)
  expect(most).toBeLessThan(10 * size)
})

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
