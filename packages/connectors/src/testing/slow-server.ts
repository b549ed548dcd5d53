import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo, Server, Socket } from 'node:net'
import type { Writable } from 'node:stream'

export interface SlowServer {
  port: number
  close: () => Promise<unknown>
}

/** Starts an HTTP server on this machine. */
export function serve(answer: RequestListener): Promise<SlowServer> {
  return listen(createServer(answer))
}

/** Starts a server on this machine, whose open connections don't delay its end. */
export async function listen(server: Server): Promise<SlowServer> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Begins an answer to an HTTP request, whose headers come byte by byte and never end. */
export function dripHead(socket: Socket, everyMs = 20): void {
  drip(socket, { begun: 'HTTP/1.1 207 Multi-Status\r\nx-drips: ', everyMs })
}

/** Begins an answer to an HTTP request and goes on byte by byte. */
export const dripBody: RequestListener = (_request, response) => {
  response.writeHead(207, { 'content-type': 'application/xml', 'content-length': 1_000_000 })
  drip(response, { begun: '', everyMs: 20 })
}

/** Takes one piece of a request's body, and the next a little later. */
export function takeSlowly(request: IncomingMessage, everyMs: number): void {
  request.on('error', () => undefined)
  request.on('data', () => {
    request.pause()
    setTimeout(() => request.resume(), everyMs)
  })
}

interface Drips {
  begun: string
  everyMs: number
}

function drip(to: Writable, { begun, everyMs }: Drips): void {
  const bytes = [...begun]
  const timer = setInterval(() => to.write(bytes.shift() ?? ' '), everyMs)
  to.once('close', () => clearInterval(timer))
}
