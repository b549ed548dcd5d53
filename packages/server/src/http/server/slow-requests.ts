import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { answerAtConnection } from './problems.ts'

/** How slowly a body may arrive: a while for its start, and after that so many bytes each second on average. */
export interface Patience {
  graceMs: number
  bytesPerSecond: number
  /** How often bodies are checked. */
  everyMs: number
}

/** Slower than any line that people work on, and still a minute at most for the 16 kB that need no account. */
const usualPatience: Patience = { graceMs: 30_000, bytesPerSecond: 500, everyMs: 5_000 }

/** After this long without a byte in either direction, a connection is closed, unless its answer isn't ready yet. */
export const silenceMs = 180_000

const lingerMs = 1_000

/**
 * Ends requests whose body barely arrives, with 408 unless they are answered, and answers that no one reads: otherwise
 * anyone could hold connections with a byte a minute. Node's `requestTimeout` is one limit for every body, so it would
 * have to allow all of them the half hour that a large upload may take on a slow line.
 */
export function endSlowRequests(app: FastifyInstance, patience: Patience = usualPatience): void {
  const arriving = new Map<IncomingMessage, Arrival>()
  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    response.on('timeout', (socket) => {
      if (response.headersSent || !request.complete) socket.destroy()
    })
    if (!hasBody(request)) return
    arriving.set(request, { response, startedAt: performance.now(), bytesBefore: request.socket.bytesRead })
  })
  const look = setInterval(() => {
    for (const [request, arrival] of arriving) {
      const isOver = request.complete || request.socket.destroyed
      if (!isOver && !isTooSlow(request, arrival, patience)) continue
      arriving.delete(request)
      if (!isOver) end(request, arrival.response)
    }
  }, patience.everyMs)
  look.unref()
  app.addHook('onClose', async () => clearInterval(look))
}

interface Arrival {
  response: ServerResponse
  startedAt: number
  /** What its connection had received before. */
  bytesBefore: number
}

function isTooSlow(
  { socket, readableLength }: IncomingMessage,
  { response, startedAt, bytesBefore }: Arrival,
  { graceMs, bytesPerSecond }: Patience,
): boolean {
  const takenMs = performance.now() - startedAt
  // Nothing needs the rest of a request that was answered, however large it is.
  if (response.writableFinished) return takenMs > graceMs
  // What has arrived waits to be read, so the sender can't send the rest.
  if (readableLength > 0) return false
  return takenMs > graceMs + ((socket.bytesRead - bytesBefore) / bytesPerSecond) * 1000
}

function end({ socket }: IncomingMessage, response: ServerResponse): void {
  // It has no socket while an earlier request of its connection is being answered.
  if (response.socket && !response.headersSent) answerAtConnection(socket, 'too_slow')
  // A sender who goes on sending wouldn't notice the end.
  setTimeout(() => socket.destroy(), lingerMs).unref()
}

/** Returns whether more of a request follows its headers. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined
}
