import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
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
const answering: Socket[] = []
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
  api.app.server.on('connection', (socket: Socket) => answering.push(socket))
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
  answering.length = 0
  for (let count = 0; count < 8; count++) await openAndStop(url())
  // What the operating system doesn't take waits at the server's end, which then takes no more from the disk.
  await expect.poll(() => answering.map((socket) => socket.writableNeedDrain)).toEqual(Array(8).fill(true))
  await readToTheEnd(url())
  for (const { writableLength } of answering.slice(0, 8)) expect(writableLength).toBeLessThan(size / 10)
})

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
  const socket = ask(url, 'keep-alive')
  const [first] = await once(socket, 'data')
  socket.pause()
  expect(String(first)).toMatch(/^HTTP\/1.1 200 /)
}

/** Takes as long as the server would take to read the file for the clients that stopped. */
async function readToTheEnd(url: string): Promise<void> {
  let bytes = 0
  for await (const chunk of ask(url, 'close')) bytes += chunk.length
  expect(bytes).toBeGreaterThan(size)
}

function ask(url: string, connection: 'keep-alive' | 'close'): Socket {
  const socket = connect((api.app.server.address() as AddressInfo).port, '127.0.0.1')
  sockets.push(socket)
  const headers = `host: one.example\r\nauthorization: Bearer ${token}\r\nconnection: ${connection}`
  socket.write(`GET ${url} HTTP/1.1\r\n${headers}\r\n\r\n`)
  return socket
}
