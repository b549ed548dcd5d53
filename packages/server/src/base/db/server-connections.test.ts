import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { afterEach, expect, test } from 'vitest'
import { openServerConnections } from './server-connections.ts'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/** The program of a server that lets anyone in and answers every question, until a message silences it. */
const script = `
  const { parentPort } = require('node:worker_threads')
  const ready = Buffer.from([0x5a, 0, 0, 0, 5, 0x49])
  const letIn = Buffer.concat([Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0]), ready])
  const answer = Buffer.concat([Buffer.from([0x43, 0, 0, 0, 13]), Buffer.from('SELECT 0\\0'), ready])
  let isSilent = false
  parentPort.on('message', () => { isSilent = true })
  const server = require('node:net').createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', (data) => { if (!isSilent) socket.write(data[0] === 0x51 ? answer : letIn) })
  })
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port))
`

/** A server on a thread of its own: this one is kept busy. */
async function openServer(answerMs: number) {
  const server = new Worker(script, { eval: true })
  closers.push(() => server.terminate())
  const [port] = await once(server, 'message')
  const connections = openServerConnections(`postgres://anyone@127.0.0.1:${port}/any`, answerMs)
  closers.push(connections.close)
  return { server, outage: connections.outage }
}

function keepBusy(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

test('a server is not away because this process was busy while it signed in', async () => {
  const { outage } = await openServer(300)
  const began: string[] = []
  outage.subscribe({ began: ({ reason }) => began.push(reason) })
  keepBusy(1000)
  await pause(200)
  expect(began).toEqual([])
})

test('a server that no longer answers is away', async () => {
  const { server, outage } = await openServer(300)
  await pause(100)
  expect(outage.current()).toBeUndefined()
  server.postMessage('be silent')
  await expect.poll(() => outage.current()?.reason).toContain('does not answer within 0.3 s')
})
