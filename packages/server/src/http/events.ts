import type { ServerResponse } from 'node:http'
import { subjectAccess } from '@courtcrier/contract/access.ts'
import { followChanges } from '@courtcrier/contract/calls/console.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { findResource } from '@courtcrier/contract/resources/registry.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Authenticator, callerOf, sessionEntity } from '../auth/authenticate.ts'
import type { Change } from '../base/db/changes.ts'
import type { Services } from '../base/services.ts'
import type { Caller } from '../records/caller.ts'
import { shownIds } from '../records/shown-ids.ts'
import { serveCall } from './server/serve-call.ts'

type EventDeps = Pick<Services, 'feed' | 'metrics' | 'log' | 'database'> & {
  authenticator: Authenticator
  heartbeatMs: number
}

/** A console this far behind is disconnected; it reconnects and reads everything again. */
const mostUnsent = 256 * 1024

/** Background tabs close theirs, so one person never has this many. */
const mostOfSession = 16
/** On all devices: one person, or a program with their keys, must not take the streams of everyone else. */
const mostOfUser = 100
/** Each stream receives every change, so every change costs something for each of the firm's streams. */
const mostOfFirm = 2_000

/** A change to one of these may end the session or change what the role sees. */
const sessionEntities = new Set([sessionEntity, 'user', 'user_security_role'])

/**
 * Server-sent events: which rows of the caller's firm change, never their contents. A comment line every few seconds
 * keeps proxies from closing the connection; the stream ends with the session or its token.
 */
export function eventRoutes(api: FastifyInstance, deps: EventDeps): void {
  const open = new Map<ServerResponse, Caller>()
  serveCall(api, followChanges, async ({ request, reply }) => {
    if (isFull([...open.values()], callerOf(request))) {
      reply.header('retry-after', '30')
      throw new ApiError('too_many_requests', { sentence: tooMany })
    }
    return openStream(deps, open, { request, reply })
  })
  // Before the server closes, since it would wait for these forever.
  api.addHook('preClose', async () => {
    for (const response of open.keys()) response.end()
  })
}

const tooMany = 'Too many pages are open. Close some of them; this one reconnects on its own.'

function isFull(listening: readonly Caller[], { firmId, userId, sessionId }: Caller): boolean {
  const ofFirm = listening.filter((caller) => caller.firmId === firmId)
  const ofUser = ofFirm.filter((caller) => caller.userId === userId)
  const ofSession = ofUser.filter((caller) => caller.sessionId === sessionId)
  return ofFirm.length >= mostOfFirm || ofUser.length >= mostOfUser || ofSession.length >= mostOfSession
}

function openStream(
  deps: EventDeps,
  open: Map<ServerResponse, Caller>,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): FastifyReply {
  let caller = callerOf(request)
  const response = startResponse(reply)
  // The console may be gone already: its session was looked up before. Nothing says so again.
  if (response.destroyed) return reply
  open.set(response, caller)
  deps.metrics.live.set(open.size)

  const recheck = async () => {
    const now = await deps.authenticator.recheck(caller)
    if (now) caller = now
    else response.end()
  }
  const cutOff = (err: unknown) => {
    deps.log.error({ err }, 'an event stream failed')
    response.end()
  }
  const endStream = () => response.end()
  let last = Promise.resolve()
  // In the order of the changes, whatever must be looked up for each: what follows the end of a right isn't sent.
  const inTurn = (work: () => Promise<void>) => {
    last = last.then(work).catch(cutOff)
  }
  const unsubscribe = deps.feed.subscribe((change) => {
    if (change.firmId !== caller.firmId) return
    inTurn(async () => {
      if (sessionEntities.has(change.entity)) await recheck()
      if (isVisible(change, caller)) await tell(deps, response, { change, caller })
    })
    // Changes in the meantime aren't sent: the console reconnects and reads everything again.
  }, endStream)
  const beat = setInterval(() => {
    send(response, ': still here\n\n')
    inTurn(recheck)
  }, deps.heartbeatMs)
  response.on('close', () => {
    unsubscribe()
    clearInterval(beat)
    open.delete(response)
    deps.metrics.live.set(open.size)
  })
  return reply
}

/** IDs of hidden rows aren't sent, nor the fact that only such rows changed. */
async function tell(
  { database }: EventDeps,
  response: ServerResponse,
  { change: { entity, ids }, caller }: { change: Change; caller: Caller },
): Promise<void> {
  const resource = findResource(entity)
  const shown = resource ? await shownIds(database, resource, { scope: caller, ids }) : ids
  if (shown) send(response, `data: ${JSON.stringify({ entity, ids: shown })}\n\n`)
}

/** Takes over the connection from Fastify, with the headers its hooks have set. */
function startResponse(reply: FastifyReply): ServerResponse {
  reply.hijack()
  const response = reply.raw
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) response.setHeader(name, value)
  }
  response.writeHead(200, {
    'content-type': 'text/event-stream',
    // Nginx buffers answers unless this header is set.
    'x-accel-buffering': 'no',
  })
  response.write(': open\n\n')
  return response
}

function send(response: ServerResponse, text: string): void {
  if (response.writableEnded) return
  if (response.writableLength > mostUnsent) response.destroy()
  else response.write(text)
}

/** A change to the firm itself is sent to everyone: every role sees its name, colors and terms. */
function isVisible({ entity, userId: only }: Change, { role, userId }: Caller): boolean {
  if (only !== undefined) return only === userId
  const resource = findResource(entity)
  return resource !== undefined && (resource.isSingleton || subjectAccess(resource.subject, role) !== 'DENY')
}
