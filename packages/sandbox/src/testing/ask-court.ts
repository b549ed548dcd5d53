import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { get, request as startRequest } from 'node:http'

export interface CourtAnswer {
  status: number
  contentType: string
  body: Buffer
  text: string
}

/**
 * Requests a page of a court through the sandbox's gateway: the address's path goes there with its host as Host header.
 * Rejects if the response stops midway.
 */
export function askCourt(gateway: string, address: string): Promise<CourtAnswer> {
  const url = new URL(address)
  return new Promise((resolve, reject) => {
    const request = get(new URL(url.pathname + url.search, gateway), { headers: { host: url.host } }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const body = Buffer.concat(chunks)
        const contentType = response.headers['content-type'] ?? ''
        resolve({ status: response.statusCode ?? 0, contentType, body, text: body.toString('latin1') })
      })
    })
    request.on('error', reject)
  })
}

/** Requests a page, and resets the connection as soon as the response starts. */
export function askAndBreakOff(gateway: string, address: string): Promise<void> {
  const url = new URL(address)
  return new Promise((resolve) => {
    const request = startRequest(new URL(url.pathname + url.search, gateway), { headers: { host: url.host } })
    request.on('response', (response) => {
      response.socket.resetAndDestroy()
      response.on('error', () => {})
    })
    request.on('error', () => {})
    request.on('close', () => resolve())
    request.end()
  })
}

/** Requests a page from a separate process that never reads the response and is killed once it has arrived. */
export async function askAndDieUnread(gateway: string, address: string): Promise<void> {
  const url = new URL(address)
  const { port } = new URL(gateway)
  const asked = `GET ${url.pathname}${url.search} HTTP/1.1\\r\\nHost: ${url.host}\\r\\n\\r\\n`
  // The peek of one byte shows that the response has arrived while the rest stays unread in the kernel.
  const script = `
    const socket = require('node:net').connect({ port: ${port}, host: '127.0.0.1', onread: { buffer: Buffer.alloc(1), callback: () => {
      console.log('arrived')
      return false
    } } })
    socket.write('${asked}')`
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/** Returns the same link with fourth digit 1 and `use_magic=1`, which skips menu and questions. */
export function directLink(address: string): string {
  return `${address.replace(/(\/doc1\/\d{3})0/, '$11')}&use_magic=1`
}
