import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { PDFDocument, PDFName } from '@cantoo/pdf-lib'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { openTestApi, type TestApi } from '../../testing/api.ts'
import { type PlantedRecords, plantRecords } from '../../testing/planted-records.ts'
import { productRoutes } from '../routes.ts'

let api: TestApi
let filing: PlantedRecords
let token: string
const sockets: Socket[] = []
const size = 12_000_000

beforeAll(async () => {
  api = await openTestApi({ register: productRoutes })
  const body = { full_name: 'Ann Lee', email: 'a.lee@one.example' }
  const made = await api.call({ as: 'Administrator', method: 'POST', url: '/api/v1/timekeeper', body })
  filing = await plantRecords(api, 'Opal', String(made.json().id))
  const [message, document] = [
    await api.services.blobs.put(randomBytes(size)),
    await api.services.blobs.put(await largePdf()),
  ]
  await withFirm(api.services.database, 1, async (trx) => {
    await sql`update inbox_items set raw_content = ${message.sha256} where id = ${filing.itemId}::uuid`.execute(trx)
    await sql`update documents set file_id = ${document.sha256}, size = ${document.size}, verdict = 'kept'
      where id = ${filing.ids.document}::uuid`.execute(trx)
  })
  await api.app.listen({ host: '127.0.0.1', port: 0 })
  token = await api.tokenOf('Administrator')
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await api.close()
})

test.each([
  ['a message', () => `/api/v1/inbox/${filing.itemId}/raw`],
  ['a filing’s documents as one file', () => `/api/v1/filing/${filing.envelopeId}/combined`],
])('%s isn’t kept in memory for a client that stops reading', async (_, url) => {
  collectGarbage()
  const before = process.memoryUsage().arrayBuffers
  for (let count = 0; count < 8; count++) await openAndStop(url())
  const kept = () => {
    collectGarbage()
    return process.memoryUsage().arrayBuffers - before
  }
  await expect.poll(kept).toBeLessThan(2 * size)
})

function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}

/** A page with a picture that can't be made smaller. */
async function largePdf(): Promise<Buffer> {
  const file = await PDFDocument.create()
  const picture = { Type: 'XObject', Subtype: 'Image', Width: 6000, Height: size / 6000, BitsPerComponent: 8 }
  const stream = file.context.stream(randomBytes(size), { ...picture, ColorSpace: 'DeviceGray' })
  file.addPage([612, 792]).node.setXObject(PDFName.of('Picture'), file.context.register(stream))
  return Buffer.from(await file.save())
}

/** Asks for a file, and reads nothing after its beginning. */
async function openAndStop(url: string): Promise<void> {
  const socket = connect((api.app.server.address() as AddressInfo).port, '127.0.0.1')
  sockets.push(socket)
  socket.write(`GET ${url} HTTP/1.1\r\nhost: one.example\r\nauthorization: Bearer ${token}\r\n\r\n`)
  const [first] = await once(socket, 'data')
  socket.pause()
  expect(String(first)).toMatch(/^HTTP\/1.1 200 /)
}
