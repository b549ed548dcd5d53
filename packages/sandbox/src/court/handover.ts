import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Handover {
  body: Buffer
  contentType: string
  /** Whether the response stops halfway. */
  isCutOff?: boolean
  /** If present, the response is sent in chunks with this pause between them. */
  pauseMs?: number
}

/** How long a client may keep the connection after all bytes are flushed before it counts as delivered. */
const lingerMs = 5_000

/**
 * Writes a whole HTTP response and reports whether the client got it. Writes to the socket directly: node:http closes
 * the descriptor as soon as the response is flushed, which hides whether the client read it. Here our end is closed
 * first (`Connection: close`), and the client's end decides: its FIN means it received everything, a reset (sent by the
 * kernel when a process dies with unread bytes) means it didn't.
 */
export async function handOver(socket: Socket, handover: Handover): Promise<boolean> {
  const ended = watchEnd(socket)
  await writeAnswer(socket, handover)
  if (handover.isCutOff) {
    socket.destroy()
    await ended.closed
    return false
  }
  // Before anything else: a client that has the last byte may end the connection at once.
  ended.noteFlushed()
  socket.end()
  return ended.closed
}

async function writeAnswer(socket: Socket, { body, contentType, isCutOff, pauseMs = 0 }: Handover): Promise<void> {
  const head = [
    'HTTP/1.1 200 OK',
    `Date: ${new Date().toUTCString()}`,
    'Server: Apache',
    `Content-Type: ${contentType}`,
    `Content-Length: ${body.length}`,
    'Cache-Control: no-store',
    'Connection: close',
  ].join('\r\n')
  const sent = isCutOff ? body.subarray(0, Math.floor(body.length / 2)) : body
  socket.write(`${head}\r\n\r\n`)
  const size = pauseMs > 0 ? Math.ceil(sent.length / 4) : sent.length
  for (let from = 0; from < sent.length && socket.writable; from += size) {
    if (from > 0) await sleep(pauseMs)
    await flush(socket, sent.subarray(from, from + size))
  }
}

function flush(socket: Socket, bytes: Buffer): Promise<void> {
  return new Promise((resolve) => socket.write(bytes, () => resolve()))
}

/** Watches the socket until it closes: delivered means flushed, ended by the peer, and closed without an error. */
function watchEnd(socket: Socket) {
  let isFlushed = false
  let isOrderly = false
  let hasFailed = false
  const timer = { linger: undefined as NodeJS.Timeout | undefined }
  const closed = new Promise<boolean>((resolve) => {
    // A FIN before the last byte was flushed is a client that gave up.
    socket.once('end', () => {
      isOrderly = isFlushed
    })
    socket.once('error', () => {
      hasFailed = true
    })
    socket.once('close', () => {
      clearTimeout(timer.linger)
      resolve(isFlushed && isOrderly && !hasFailed)
    })
  })
  const noteFlushed = () => {
    isFlushed = !hasFailed && !socket.destroyed
    timer.linger = setTimeout(() => {
      isOrderly = true
      socket.destroy()
    }, lingerMs)
  }
  return { closed, noteFlushed }
}
