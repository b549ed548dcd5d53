import type { ServerResponse } from 'node:http'
import { subjectAccess } from '@courtcrier/contract/access.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { findResource } from '@courtcrier/contract/resources/registry.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Authenticator, callerOf, sessionEntity } from '../auth/authenticate.ts'
import type { Caller } from '../auth/caller.ts'
import type { Change } from '../base/db/changes.ts'
import type { Services } from '../base/services.ts'
import { shownIds } from '../resources/shown-ids.ts'
import { textSchema } from './operation.ts'

type EventDeps = Pick<Services, 'feed' | 'metrics' | 'log' | 'database'> & {
  authenticator: Authenticator
  heartbeatMs: number
}

/** A console that is this far behind is cut off; it comes back and reads everything anew. */
const mostUnsent = 256 * 1024

/** Tabs that nobody looks at give theirs back, so one person never has this many. */
const mostOfSession = 16
/** Each is told of every change, so a firm's streams together cost each of its changes. */
const mostOfFirm = 2_000

/** A change of one of these may end the session or change what the role sees. */
const sessionEntities = new Set([sessionEntity, 'user', 'user_security_role'])

/**
 * Server-sent events: which rows of the caller's firm change, never what is in them. A line of comment every
 * few seconds keeps proxies from closing the connection; the stream ends with the session or its token.
 */
export function eventRoutes(api: FastifyInstance, deps: EventDeps): void {
  const operation = {
    tag: 'Events',
    summary: 'Which rows change, as they do: `data: {"entity":"case","ids":["…"]}`',
    answer: { 'text/event-stream': textSchema },
    refusals: [429],
  }
  const open = new Map<ServerResponse, Caller>()
  api.get('/events', { config: { operation } }, async (request, reply) => {
    if (isFull([...open.values()], callerOf(request))) {
      reply.header('retry-after', '30')
      throw new ApiError('too_many_requests', { sentence: tooMany })
    }
    return openStream(deps, open, { request, reply })
  })
  // Before the server closes, as it would wait for these for ever.
  api.addHook('preClose', async () => {
    for (const response of open.keys()) response.end()
  })
}

const tooMany = 'Too many pages listen for changes already. Close some of them; this one tries again by itself.'

function isFull(listening: readonly Caller[], { firmId, sessionId }: Caller): boolean {
  const ofFirm = listening.filter((caller) => caller.firmId === firmId)
  return (
    ofFirm.length >= mostOfFirm || ofFirm.filter((caller) => caller.sessionId === sessionId).length >= mostOfSession
  )
}

function openStream(
  deps: EventDeps,
  open: Map<ServerResponse, Caller>,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): FastifyReply {
  let caller = callerOf(request)
  const response = startResponse(reply)
  open.set(response, caller)
  deps.metrics.live.set(open.size)

  const recheck = async () => {
    const now = await deps.authenticator.recheck(caller)
    if (now) caller = now
    else response.end()
  }
  const cutOff = (err: unknown) => {
    deps.log.error({ err }, 'a stream of events could not go on')
    response.end()
  }
  const check = () => void recheck().catch(cutOff)
  const endStream = () => response.end()
  let sent = Promise.resolve()
  const unsubscribe = deps.feed.subscribe((change) => {
    if (change.firmId !== caller.firmId) return
    if (sessionEntities.has(change.entity)) check()
    if (!isVisible(change, caller)) return
    const told = caller
    // In the order of the changes, whatever has to be looked up for one of them.
    sent = sent.then(() => tell(deps, response, { change, caller: told })).catch(cutOff)
    // What changed meanwhile is not told any more: the console comes back and reads everything anew.
  }, endStream)
  const beat = setInterval(() => {
    send(response, ': still here\n\n')
    check()
  }, deps.heartbeatMs)
  response.on('close', () => {
    unsubscribe()
    clearInterval(beat)
    open.delete(response)
    deps.metrics.live.set(open.size)
  })
  return reply
}

/** Ids of rows that a person may not see are not for them, nor that something happened to such rows only. */
async function tell(
  { database }: EventDeps,
  response: ServerResponse,
  { change: { entity, ids }, caller }: { change: Change; caller: Caller },
): Promise<void> {
  const resource = findResource(entity)
  const shown = resource ? await shownIds(database, resource, { scope: caller, ids }) : ids
  if (shown) send(response, `data: ${JSON.stringify({ entity, ids: shown })}\n\n`)
}

/** Takes the connection over from Fastify, with the headers that its hooks have set. */
function startResponse(reply: FastifyReply): ServerResponse {
  reply.hijack()
  const response = reply.raw
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) response.setHeader(name, value)
  }
  response.writeHead(200, {
    'content-type': 'text/event-stream',
    // Nginx holds answers back until they are whole unless told otherwise.
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

/** A change of the firm itself is told to all: every role sees its name, colours and words. */
function isVisible({ entity, userId: only }: Change, { role, userId }: Caller): boolean {
  if (only !== undefined) return only === userId
  const resource = findResource(entity)
  return resource !== undefined && (resource.isSingleton || subjectAccess(resource.subject, role) !== 'DENY')
}
