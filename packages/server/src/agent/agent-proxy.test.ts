import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import http from 'node:http'
import net, { type AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { exitCodes } from '../commands/exit.ts'
import { type AgentBench, keepAt, listedAgents, openAgentBench } from '../testing/agent-bench.ts'
import { enrollWith } from './agent-calls.ts'
import { openAgentFolder } from './agent-folder.ts'
import { saveConnection } from './connection.ts'

// A program of its own takes its time to start and to answer.
let bench: AgentBench
/** How many connections the server got. */
let reached = 0
beforeAll(async () => {
  bench = await openAgentBench({ takeMs: 30_000, leaseMs: 30_000 })
  bench.api.app.server.on('connection', () => reached++)
})
afterAll(() => bench.close())

const waiting = { timeout: 60_000 }

/** A proxy that opens tunnels (CONNECT), as those of firms do, or refuses with a status. */
async function startProxy(refusal?: string) {
  const asked: string[] = []
  /** The first line of what goes through each tunnel. */
  const passed: string[] = []
  const sockets = new Set<net.Socket>()
  const proxy = http.createServer((_, response) => response.writeHead(405).end())
  proxy.on('connect', ({ url = '' }: http.IncomingMessage, client: net.Socket) => {
    asked.push(url)
    if (refusal) return client.end(`HTTP/1.1 ${refusal}\r\n\r\n`)
    const { hostname, port } = new URL(`http://${url}`)
    const server = net.connect(Number(port), hostname, () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n')
      server.pipe(client).pipe(server)
      client.once('data', (data: Buffer) => passed.push(String(data).split(' HTTP/', 1)[0] ?? ''))
    })
    for (const socket of [server, client]) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
    }
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    proxy.closeAllConnections()
    proxy.close()
    await once(proxy, 'close')
  })
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, asked, passed }
}

/** Enrolls an agent that can save to the share; returns its data folder. */
async function enrolled(name: string): Promise<string> {
  const data = await dataFolder()
  const folder = await openAgentFolder(data)
  const server = bench.addressOf(1)
  const { secret } = await bench.token(name)
  await saveConnection(folder, await enrollWith({ server, token: secret, version: '1.0.0' }))
  await keepAt({ folder }, { name: 'files', type: 'folder', settings: { folder_id: bench.share } })
  return data
}

async function dataFolder(): Promise<string> {
  const data = await mkdtemp(path.join(os.tmpdir(), 'courtcrier-agent-'))
  onTestFinished(() => rm(data, { recursive: true, force: true }))
  return data
}

/** Runs the program behind a proxy. */
function start(command: readonly string[], proxy: string, exceptions = '') {
  const cli = new URL('../cli.ts', import.meta.url).pathname
  const env = { HTTP_PROXY: proxy, HTTPS_PROXY: proxy, NO_PROXY: exceptions, NODE_USE_ENV_PROXY: '1' }
  const agent = spawn(process.execPath, [cli, 'agent', ...command], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [agent.stdout, agent.stderr]) stream.on('data', (data: Buffer) => (said += String(data)))
  const ended = once(agent, 'exit')
  onTestFinished(async () => {
    agent.kill('SIGKILL')
    await ended
  })
  return { said: () => said, ended }
}

async function untilSince(name: string): Promise<void> {
  const since = async () => (await listedAgents(bench)).find((agent) => agent.name === name)?.connected_at
  await expect.poll(since, waiting).toEqual(expect.any(String))
}

test('an agent behind a proxy reaches the server through it only, with its WebSocket too, and saves', async () => {
  const proxy = await startProxy()
  const data = await enrolled('Office')
  const before = reached
  start(['run', '--data', data], proxy.url)
  await untilSince('Office')
  const { id } = await bench.plantCopy()
  expect(await bench.save(id)).toMatchObject({ status: 'succeeded' })
  expect(await bench.saved()).toEqual(['All/Motion.pdf'])
  expect(new Set(proxy.asked)).toEqual(new Set([new URL(bench.addressOf(1)).host]))
  await expect.poll(() => proxy.passed, waiting).toContain('GET /api/v1/agent/bell')
  expect(proxy.passed).toContain('POST /api/v1/agent/work/take')
  expect(reached - before).toBe(proxy.passed.length)
})

test('a server that NO_PROXY lists is reached without the proxy', async () => {
  const proxy = await startProxy()
  start(['run', '--data', await enrolled('Branch')], proxy.url, new URL(bench.addressOf(1)).hostname)
  await untilSince('Branch')
  expect(proxy.asked).toEqual([])
})

test.each([
  ['407 Proxy Authentication Required', 'HTTPS_PROXY must include the name and the password that it asks for.'],
  ['403 Forbidden', 'Have it let this machine through to that address.'],
])('a proxy that answers %s is named in one sentence, by enroll and in the log of run', async (refusal, todo) => {
  const proxy = await startProxy(refusal)
  const server = bench.addressOf(1)
  const sentence = `The proxy refused a connection to ${server} (${refusal.slice(0, 3)}). ${todo}`
  const running = start(['run', '--data', await enrolled(refusal)], proxy.url)
  await expect.poll(running.said, waiting).toContain(sentence)
  const enrolling = start(['enroll', '--server', server, '--token', 'any', '--data', await dataFolder()], proxy.url)
  expect((await enrolling.ended)[0]).toBe(exitCodes.usage)
  expect(enrolling.said()).toContain(sentence)
  expect(enrolling.said().trim().split('\n')).toHaveLength(1)
})
