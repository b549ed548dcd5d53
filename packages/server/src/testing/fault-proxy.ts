import http from 'node:http'
import net, { type AddressInfo, type Socket } from 'node:net'

/** What goes wrong with a request. */
export type Fault =
  /** Answered so without asking the server: a success is then a lie. */
  | { answer: number; headers?: Readonly<Record<string, string>>; body?: string }
  /** The server does it, and nobody hears of it. */
  | { cut: 'after' }
  /** The connection ends before the server hears of it. */
  | { cut: 'before' }

export interface HttpFaultProxy {
  url: string
  /** What was asked, in order. */
  asked: { method: string; path: string }[]
  /** Says of each request what goes wrong with it; nothing does while it is undefined. */
  rule: ((request: { method: string; path: string; n: number }) => Fault | undefined) | undefined
  close: () => Promise<void>
}

/** Stands between a connector and an HTTP server, and lets go wrong what a test asks for. */
export async function startHttpFaultProxy(target: { port: number }): Promise<HttpFaultProxy> {
  const server = http.createServer((request, response) => {
    const asked = { method: request.method ?? '', path: request.url ?? '' }
    proxy.asked.push(asked)
    const fault = proxy.rule?.({ ...asked, n: proxy.asked.length })
    if (fault && 'answer' in fault) {
      request.resume()
      request.on('end', () => response.writeHead(fault.answer, { ...fault.headers }).end(fault.body))
      return
    }
    if (fault?.cut === 'before') return void request.socket.destroy()
    const { method, url: path, headers } = request
    const forward = http.request({ host: '127.0.0.1', port: target.port, method, path, headers }, (answer) => {
      if (fault) {
        answer.resume()
        answer.on('end', () => request.socket.destroy())
        return
      }
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    forward.on('error', () => response.destroy())
    request.on('aborted', () => forward.destroy())
    request.pipe(forward)
  })
  const port = await listen(server)
  const proxy: HttpFaultProxy = {
    url: `http://127.0.0.1:${port}`,
    asked: [],
    rule: undefined,
    close: () => close(server),
  }
  return proxy
}

export interface TcpFaultProxy {
  port: number
  /** Bytes that went through since `cutAfter` was set. */
  bytes: () => number
  /** Every connection ends when so many bytes went through; undefined lets all of them. */
  cutAfter: (bytes: number | undefined) => void
  close: () => Promise<void>
}

/** Stands between a connector and a server of any protocol, and cuts connections. */
export async function startTcpFaultProxy(target: { port: number }): Promise<TcpFaultProxy> {
  let passed = 0
  let limit: number | undefined
  const sockets = new Set<Socket>()
  const server = net.createServer({ noDelay: true }, (client) => {
    const upstream = net.connect({ port: target.port, host: '127.0.0.1', noDelay: true })
    const end = () => {
      client.destroy()
      upstream.destroy()
    }
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from)
      from.on('error', end)
      from.on('close', () => {
        sockets.delete(from)
        end()
      })
      from.on('data', (chunk: Buffer) => {
        passed += chunk.byteLength
        if (limit !== undefined && passed > limit) return end()
        if (to.write(chunk)) return
        from.pause()
        to.once('drain', () => from.resume())
      })
    }
  })
  return {
    port: await listen(server),
    bytes: () => passed,
    cutAfter(bytes) {
      passed = 0
      limit = bytes
      // Connections that were kept would carry what the test wants to see anew.
      for (const socket of sockets) socket.destroy()
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
      return close(server)
    },
  }
}

async function listen(server: net.Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

async function close(server: net.Server): Promise<void> {
  if ('closeAllConnections' in server) (server as http.Server).closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
}
