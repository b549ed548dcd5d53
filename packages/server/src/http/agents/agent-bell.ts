import type { IncomingMessage } from 'node:http'
import websocket, { type WebSocket } from '@fastify/websocket'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { sessionEntity } from '../../auth/authenticate.ts'
import type { Change } from '../../base/db/changes.ts'
import { withFirm } from '../../base/db/firm-transaction.ts'
import type { Services } from '../../base/services.ts'
import { workEntity } from '../../stores/agents/work-rows.ts'

type Deps = Pick<Services, 'database' | 'feed' | 'log'>

const bellPath = '/agent/bell'

/** Something is sent at least this often, so that both sides and the proxies between them know that it lives. */
const beatMs = 20_000
/** An agent sends nothing; anything longer ends the connection. In bytes. */
const longestMessage = 1024

/** An agent that leaves more than this unread doesn't read any more. In bytes. */
const mostUnread = 64 * 1024

/** An agent opens one; connections that died on the way may be noticed late. */
const mostBells = 8

const operation = {
  tag: 'Agent',
  summary: 'A WebSocket that says "work" when there is some; it carries nothing else',
  status: 101,
}

/**
 * Whether a request is for the bell. Any other that wants another protocol is answered as if it didn't: Node hands over
 * the connections of those it lets upgrade without limits of time, and the plugin would keep them open.
 */
export function asksForBell({ method, url }: Pick<IncomingMessage, 'method' | 'url'>): boolean {
  return method === 'GET' && url?.split('?', 1)[0] === `/api/v1${bellPath}`
}

/** Comes before every other hook: a connection is closed only if it was seen before it is refused. */
export async function acceptBells(api: FastifyInstance): Promise<void> {
  await api.register(websocket, { options: { maxPayload: longestMessage } })
}

/** A WebSocket that notifies an agent of work, and does nothing else. */
export function agentBellRoute(api: FastifyInstance, deps: Deps): void {
  const open = new Map<string, readonly { terminate: () => void }[]>()
  api.get(bellPath, { websocket: true, config: { auth: 'agent', operation } }, (socket, { agent }) => {
    if (!agent) return socket.close()
    const { firmId, agentId } = agent
    const others = open.get(agentId) ?? []
    open.set(agentId, [...others, socket])
    if (others.length >= mostBells) others[0]?.terminate()
    const check = () =>
      isRevoked(deps, agent).then(
        (is) => is && socket.close(),
        (err: unknown) => deps.log.error({ err }, 'an agent could not be looked up'),
      )
    const stop = deps.feed.subscribe(
      (change: Change) => {
        if (change.firmId !== firmId) return
        if (change.entity === workEntity && change.ids.includes(agentId)) sayTo(socket, 'work')
        // A key of the firm was revoked: perhaps this one.
        if (change.entity === sessionEntity) void check()
      },
      () => sayTo(socket, 'work'),
    )
    const beat = setInterval(() => sayTo(socket, 'here'), beatMs)
    socket.on('close', () => {
      const left = open.get(agentId)?.filter((each) => each !== socket) ?? []
      if (left.length > 0) open.set(agentId, left)
      else open.delete(agentId)
      stop()
      clearInterval(beat)
    })
    socket.on('error', () => socket.terminate())
  })
}

/** Says something to an agent, and disconnects one that leaves too much unread. */
function sayTo(socket: WebSocket, what: 'work' | 'here'): void {
  socket.send(what)
  if (socket.bufferedAmount > mostUnread) socket.terminate()
}

async function isRevoked(
  { database }: Pick<Services, 'database'>,
  { firmId, agentId }: { firmId: number; agentId: string },
): Promise<boolean> {
  const { rows } = await withFirm(database, firmId, (trx) =>
    sql`select from agents where firm_id = ${firmId} and id = ${agentId}::uuid and revoked_at is null`.execute(trx),
  )
  return rows.length === 0
}
