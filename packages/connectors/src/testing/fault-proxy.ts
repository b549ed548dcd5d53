import http from 'node:http'
import net, { type AddressInfo, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** A fault injected into a request. */
export type Fault =
  /** Responds without contacting the server; a success is then a lie. */
  | { answer: number; headers?: Readonly<Record<string, string>>; body?: string }
  /** The server handles the request, but the response is lost. */
  | { cut: 'after' }
  /** The server handles the request, then this is called, and the response is lost. */
  | { handled: () => void }
  /** The server handles the request, and the connection ends in the middle of its response. */
  | { cut: 'within' }
  /** The server handles the request, and its response, if it is JSON, is changed. */
  | { rewrite: (json: unknown) => unknown }
  /** The connection ends before the request reaches the server. */
  | { cut: 'before' }

export interface HttpFaultProxy {
  url: string
  /** The requests received, in order. */
  asked: { method: string; path: string }[]
  /** Returns the fault for each request; no faults while undefined. */
  rule: ((request: { method: string; path: string; n: number }) => Fault | undefined) | undefined
  close: () => Promise<void>
}

/** Starts a proxy between a connector and an HTTP server, which injects the faults a test chooses. */
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
    if (fault && 'cut' in fault && fault.cut === 'before') return void request.socket.destroy()
    const { method, url: path, headers } = request
    const forward = http.request({ host: '127.0.0.1', port: target.port, method, path, headers }, (answer) => {
      if (fault && 'rewrite' in fault) return void rewritten(answer, response, fault.rewrite)
      if (fault && 'cut' in fault && fault.cut === 'within') return void halved(answer, response)
      if (fault) {
        answer.resume()
        answer.on('end', () => {
          if ('handled' in fault) fault.handled()
          request.socket.destroy()
        })
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

/** Has a proxy lose the requests for which a rule says so. */
export function loseCalls(proxy: HttpFaultProxy) {
  return (rule: (() => 'before' | 'after' | 'within' | undefined) | undefined): void => {
    proxy.rule =
      rule &&
      (() => {
        const cut = rule()
        return cut && { cut }
      })
  }
}

async function halved(answer: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  const body = await buffer(answer)
  // With a length, so that the half doesn't look like a whole.
  const { 'transfer-encoding': _, ...headers } = answer.headers
  response.writeHead(answer.statusCode ?? 502, { ...headers, 'content-length': String(body.byteLength + 1) })
  response.write(body.subarray(0, body.byteLength / 2), () => response.destroy())
}

async function rewritten(
  answer: http.IncomingMessage,
  response: http.ServerResponse,
  rewrite: (json: unknown) => unknown,
): Promise<void> {
  const body = await buffer(answer)
  const isJson = answer.headers['content-type']?.startsWith('application/json') ?? false
  const { 'content-length': _, ...headers } = answer.headers
  response.writeHead(answer.statusCode ?? 502, headers)
  response.end(isJson ? JSON.stringify(rewrite(JSON.parse(body.toString()))) : body)
}

export interface TcpFaultProxy {
  port: number
  /** Returns the bytes forwarded since `cutAfter` was called. */
  bytes: () => number
  /** Cuts connections once this many bytes in total have been forwarded; undefined removes the limit. */
  cutAfter: (bytes: number | undefined) => void
  /** From now on, what the server sends is forwarded byte by byte, or at once again. */
  drip: (isDripping: boolean) => void
  close: () => Promise<void>
}

/** Starts a proxy between a connector and a server of any protocol, which can cut connections. */
export async function startTcpFaultProxy(target: { port: number }): Promise<TcpFaultProxy> {
  let passed = 0
  let limit: number | undefined
  let isDripping = false
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
        if (isDripping && from === upstream) return dripTo(to, { from, chunk })
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
      // Closes open connections, so that the test observes new ones.
      for (const socket of sockets) socket.destroy()
    },
    drip(is) {
      isDripping = is
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
      return close(server)
    },
  }
}

function dripTo(to: Socket, { from, chunk }: { from: Socket; chunk: Buffer }): void {
  const bytes = [...chunk]
  from.pause()
  const timer = setInterval(() => {
    const byte = bytes.shift()
    if (byte !== undefined) to.write(Buffer.of(byte))
    if (bytes.length > 0 && !to.destroyed) return
    clearInterval(timer)
    from.resume()
  }, 20)
}

async function listen(server: net.Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

async function close(server: net.Server): Promise<void> {
  if ('closeAllConnections' in server) (server as http.Server).closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
}
