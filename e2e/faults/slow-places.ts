import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { dripHead, serve } from '../../packages/connectors/src/testing/slow-server.ts'
import { openMailCatcher } from '../../packages/server/src/outbox/mail/test-mail-server.ts'

/** What is kept waiting by a place that hangs. */
export interface Kept {
  /** How many wait now. */
  count: () => number
  /** How many were broken off by the side that waited. */
  brokenOff: () => number
}

/** A place outside Courtcrier, part of which can hang. */
export interface SlowPlace {
  port: number
  kept: Kept
  hang: () => void
  /** Ends what waits, and hangs no longer. */
  letGo: () => void
  close: () => Promise<unknown>
}

/** Keeps what a place that hangs lets wait. */
function keep() {
  const waiting = new Set<() => void>()
  let isHanging = false
  let brokenOff = 0
  /** `release` ends a wait. Returns a function to be called when the side that waits has ended it. */
  const add = (release: () => void) => {
    waiting.add(release)
    return () => {
      if (waiting.delete(release)) brokenOff++
    }
  }
  return {
    isHanging: () => isHanging,
    add,
    addSocket: (socket: Socket) =>
      socket.once(
        'close',
        add(() => socket.destroy()),
      ),
    place: {
      kept: { count: () => waiting.size, brokenOff: () => brokenOff },
      hang: () => {
        isHanging = true
        brokenOff = 0
      },
      letGo: () => {
        isHanging = false
        const ended = [...waiting]
        waiting.clear()
        for (const release of ended) release()
      },
    },
  }
}

/** A DMS that accepts requests and never answers, or answers with a byte a second. */
export async function openSlowStore(way: 'hangs' | 'drips'): Promise<SlowPlace> {
  const { addSocket, isHanging, place } = keep()
  const server = await serve(({ socket }) => {
    if (!isHanging()) return socket.destroy()
    addSocket(socket)
    if (way === 'drips') dripHead(socket, 1000)
  })
  return { ...server, ...place }
}

/** A mail server that doesn't answer whether it takes email for some addresses, as when it asks their own server. */
export async function openSlowMailServer(isSlow: (address: string) => boolean): Promise<SlowPlace> {
  const { add, isHanging, place } = keep()
  const ends = new Map<string, () => void>()
  const { port, close } = await openMailCatcher({
    // In milliseconds: longer than any run.
    socketTimeout: 3_600_000,
    onRcptTo: ({ address }, { id }, done) => {
      if (isHanging() && isSlow(address)) ends.set(id, add(done))
      else done()
    },
    onClose: ({ id }) => ends.get(id)?.(),
  })
  return { port, close, ...place }
}

/** A mail server that accepts connections and never says a word. */
export async function openSilentServer(): Promise<SlowPlace> {
  const { addSocket, isHanging, place } = keep()
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket)))
    if (isHanging()) addSocket(socket.resume())
    else socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    for (const socket of sockets) socket.destroy()
    return new Promise((resolve) => server.close(resolve))
  }
  return { port: (server.address() as AddressInfo).port, close, ...place }
}

/** Passes requests on to the simulated courts, one of which can hang. */
export async function openSlowCourt(courts: string, hostName: string): Promise<SlowPlace> {
  const { addSocket, isHanging, place } = keep()
  const server = await serve((asked, answer) => {
    if (isHanging() && asked.headers.host === hostName) addSocket(asked.socket)
    else passOn(courts, asked, answer)
  })
  return { ...server, ...place }
}

function passOn(to: string, asked: IncomingMessage, answer: ServerResponse): void {
  const { method, headers, url = '/' } = asked
  const passed = request(new URL(url, to), { method, headers }, (answered) => {
    answer.writeHead(answered.statusCode ?? 502, answered.headers)
    answered.pipe(answer)
  })
  passed.on('error', () => answer.destroy())
  asked.pipe(passed)
}
