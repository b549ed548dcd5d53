import type { Logger } from 'pino'
import type { Connection } from './connection.ts'

/**
 * A WebSocket over which the server says that there is work. It carries nothing else: work is taken, and documents are
 * read, by requests. Where a network blocks it, requests for work wait instead.
 */
export interface Bell {
  isOpen: () => boolean
  /** Resolves when it rings or breaks, when it rang since the last time, or after a while. */
  wait: (stop: AbortSignal) => Promise<void>
  close: () => void
}

/** The server hears from the agent at least this often, in milliseconds. */
const longestMs = 25_000
/** Between attempts to open it, in milliseconds. */
const againMs = 30_000
/** The server sends something more often; without it, the connection is dead. In milliseconds. */
const silenceMs = 60_000

type Socket = Pick<WebSocket, 'addEventListener' | 'close'>
export type OpenSocket = (url: string, headers: Readonly<Record<string, string>>) => Socket

// Node's WebSocket takes options, unlike that of browsers, whose types it has.
const openSocket: OpenSocket = (url, headers) => new WebSocket(url, { headers } as unknown as string[])

/** Opens the bell, and again whenever it breaks. */
export function openBell(connection: Connection, log: Pick<Logger, 'info'>, open: OpenSocket = openSocket): Bell {
  let [isOpen, isClosed] = [false, false]
  let rung = Promise.withResolvers<void>()
  let again: NodeJS.Timeout | undefined
  let socket: Socket
  const connect = () => {
    socket = open(bellAddress(connection.server), { authorization: `Bearer ${connection.key}` })
    socket.addEventListener('open', () => {
      isOpen = true
      rung.resolve()
    })
    socket.addEventListener('message', ({ data }) => data === 'work' && rung.resolve())
    socket.addEventListener('close', () => {
      if (isOpen) log.info('the WebSocket ended; requests for work wait until it is open again')
      isOpen = false
      rung.resolve()
      if (!isClosed) again = setTimeout(connect, againMs)
    })
    closeWhenSilent(socket)
  }
  connect()
  return {
    isOpen: () => isOpen,
    wait: async (stop) => {
      await rungOrOver(rung.promise, stop)
      rung = Promise.withResolvers<void>()
    },
    close: () => {
      isClosed = true
      clearTimeout(again)
      socket.close()
    },
  }
}

/** Resolves when it rings, when the wait is called off, or after a while. */
async function rungOrOver(rung: Promise<void>, stop: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, longestMs)
  const end = () => resolve()
  stop.addEventListener('abort', end, { once: true })
  // It says so only once: a credential may have become free, or the agent been stopped, as the last request ended.
  if (stop.aborted) end()
  await Promise.race([rung, promise])
  clearTimeout(timer)
  stop.removeEventListener('abort', end)
}

/** A connection that died on the way doesn't say so by itself. */
function closeWhenSilent(socket: Socket): void {
  let silence: NodeJS.Timeout | undefined
  const heard = () => {
    clearTimeout(silence)
    silence = setTimeout(() => socket.close(), silenceMs)
  }
  socket.addEventListener('open', heard)
  socket.addEventListener('message', heard)
  socket.addEventListener('close', () => clearTimeout(silence))
  // What follows an error is a `close`.
  socket.addEventListener('error', () => undefined)
}

function bellAddress(server: string): string {
  return `${server.replace(/^http/, 'ws')}/api/v1/agent/bell`
}
