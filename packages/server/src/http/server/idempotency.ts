import { createHash } from 'node:crypto'
import { ApiError } from '@courtcrier/contract/errors.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { callerOf } from '../../auth/authenticate.ts'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { withFirmWrite } from '../../base/db/firm-write.ts'
import type { Services } from '../../base/services.ts'
import type { Caller } from '../../records/caller.ts'
import { isKeptOutSince } from '../../records/walls/kept-out-since.ts'
import { mediaTypeOf } from './negotiation.ts'

type KeyServices = Pick<Services, 'database' | 'secrets' | 'log'>

declare module 'fastify' {
  interface FastifyRequest {
    /** The claim of this request on its key, until it is answered. */
    keyClaim: KeyClaim | undefined
  }
}

interface KeyClaim {
  firmId: number
  userId: string
  call: string
  key: string
}

/** What is repeated: what openapi.json says of the answers. Other headers belong to the connection. */
export const repeatedHeaders: readonly string[] = [
  ...['content-type', 'location', 'etag', 'x-undo-id', 'x-secrets-set', 'set-cookie'],
  ...['x-total-count', 'x-total-at-least', 'x-next-cursor'],
]

/**
 * Carries out a POST with an Idempotency-Key once: the same request with the same key is answered as the first was, for
 * 24 hours. The key is claimed before anything is done, so neither a simultaneous duplicate nor one after a crash is
 * carried out too.
 */
export function answerOnce(api: FastifyInstance, services: KeyServices): void {
  api.decorateRequest('keyClaim', undefined)
  api.addHook('preHandler', async (request, reply) => {
    const key = request.headers['idempotency-key']
    if (request.method !== 'POST' || key === undefined || !(request.caller || request.importer)) return undefined
    if (request.routeOptions.config.canBeRepeated) return undefined
    refuseUpload(request)
    const claim = claimOf(request, key)
    const digest = digestOf(request)
    const former = await takeKey(services, claim, digest)
    if (former === undefined) {
      request.keyClaim = claim
      // The answer is stored as it is.
      request.headers['x-no-compression'] = 'true'
      return undefined
    }
    if (former.digest !== digest) throw new ApiError('key_reused')
    await refuseAfterWalls(services, callerOf(request), former)
    return repeat(services, reply, former)
  })
  api.addHook('onSend', async (request, reply, payload) => {
    const claim = request.keyClaim
    if (!claim) return payload
    request.keyClaim = undefined
    // Not awaited by name only: the caller may repeat the request as soon as it has the answer.
    await finish(services, { claim, reply, payload }).catch((err: unknown) =>
      services.log.error({ err }, 'the answer to a request with a key could not be stored'),
    )
    return payload
  })
}

function claimOf(request: FastifyRequest, key: string | string[]): KeyClaim {
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key))
    throw new ApiError('malformed_request', { sentence: 'An Idempotency-Key has 1 to 255 visible ASCII characters.' })
  const { firmId, userId } = callerOf(request)
  return { firmId, userId, call: addressOf(request), key }
}

/** The router takes an address with a slash at its end for the same. */
function addressOf({ url }: FastifyRequest): string {
  return (url.split('?')[0] ?? '').replace(/\/$/, '')
}

/** Throws `malformed_request` for a body that is read as it arrives, since it can't be compared first. */
function refuseUpload({ body }: FastifyRequest): void {
  const isRead = body === undefined || Buffer.isBuffer(body) || !(typeof body === 'object' && body && 'pipe' in body)
  if (!isRead) throw new ApiError('malformed_request', { sentence: 'An upload can have no Idempotency-Key.' })
}

/**
 * All that the answer depends on: the request, and what its sender may do. Someone whose role may do less now, or who
 * uses another API key, doesn't get an answer from before.
 */
function digestOf(request: FastifyRequest): string {
  const { body, url } = request
  const [, query = ''] = url.split(/\?(.*)/s)
  const parameters = new URLSearchParams(query)
  parameters.sort()
  const sent = Buffer.isBuffer(body) ? body : JSON.stringify(body ?? null, inOrder)
  const about = JSON.stringify([
    addressOf(request),
    parameters.toString(),
    mediaTypeOf(request),
    callerOf(request).role,
  ])
  return createHash('sha256').update(about).update(sent).digest('hex')
}

/** Two objects are the same request in whatever order their members are written. */
function inOrder(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

interface Former {
  digest: string
  answer: Uint8Array | null
  startedAt: Date
  /** The transactions whose changes the answer may show. */
  seen: string
}

/** Claims the key; returns what it was used for before, if it was. */
async function takeKey({ database }: KeyServices, claim: KeyClaim, digest: string): Promise<Former | undefined> {
  const { firmId, userId, call, key } = claim
  return withFirmWrite(database, firmId, async (trx) => {
    await sql`delete from idempotency_keys where ${isOf(claim)} and started_at < now() - interval '24 hours'`.execute(
      trx,
    )
    const { rows: taken } = await sql`
      insert into idempotency_keys (firm_id, user_id, call, key, digest)
      values (${firmId}::integer, ${userId}::uuid, ${call}, ${key}, ${digest})
      on conflict (firm_id, user_id, call, key) do nothing returning 1`.execute(trx)
    if (taken.length > 0) return undefined
    const { rows } = await sql<Former>`
      select digest, answer, started_at as "startedAt", seen::text from idempotency_keys where ${isOf(claim)}`.execute(
      trx,
    )
    return rows[0] ?? { digest, answer: null, startedAt: new Date(), seen: '' }
  })
}

function isOf({ firmId, userId, call, key }: KeyClaim) {
  return sql`firm_id = ${firmId}::integer and user_id = ${userId}::uuid and call = ${call} and key = ${key}`
}

interface StoredAnswer {
  status: number
  headers: Readonly<Record<string, string | string[]>>
  body: string
}

/** Throws `forbidden` if the answer may contain what a wall keeps from its reader by now. */
async function refuseAfterWalls(
  { database }: KeyServices,
  caller: Caller,
  { answer, startedAt, seen }: Former,
): Promise<void> {
  if (!answer || caller.timekeeperId === undefined) return
  const isKeptOut = await withFirm(database, caller.firmId, (trx) =>
    isKeptOutSince(trx, caller, { made: { at: startedAt, seen } }),
  )
  if (isKeptOut) throw new ApiError('forbidden', { sentence: beforeWall })
}

const beforeWall =
  "What you can see has changed since this request was carried out, so its answer isn't repeated. Reload to see its result."

function repeat({ secrets }: KeyServices, reply: FastifyReply, { answer }: Former): FastifyReply {
  if (!answer) {
    reply.header('retry-after', 1)
    throw new ApiError('key_in_use')
  }
  const { status, headers, body } = JSON.parse(secrets.open(answer)) as StoredAnswer
  return reply.code(status).headers(headers).header('idempotency-replayed', 'true').send(Buffer.from(body, 'base64'))
}

/**
 * A refused request changed nothing, and an answer that is streamed, such as an export, only reads and isn't stored: their
 * keys are free again. The outcome of a request that failed is unknown.
 */
async function finish(
  { database, secrets }: KeyServices,
  { claim, reply, payload }: { claim: KeyClaim; reply: FastifyReply; payload: unknown },
): Promise<void> {
  const { statusCode: status } = reply
  if (status >= 500) return
  const isWhole = payload === undefined || payload === null || typeof payload === 'string' || Buffer.isBuffer(payload)
  if (status >= 400 || !isWhole) {
    await withFirm(database, claim.firmId, (trx) => sql`delete from idempotency_keys where ${isOf(claim)}`.execute(trx))
    return
  }
  const sent = repeatedHeaders.flatMap((name) => {
    const value = reply.getHeader(name)
    return value === undefined ? [] : [[name, Array.isArray(value) ? value : String(value)]]
  })
  const body = Buffer.from(payload ?? '').toString('base64')
  const answer = secrets.seal(JSON.stringify({ status, headers: Object.fromEntries(sent), body }))
  await withFirm(database, claim.firmId, (trx) =>
    sql`update idempotency_keys set answer = ${answer} where ${isOf(claim)}`.execute(trx),
  )
}
