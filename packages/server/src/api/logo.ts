import { ApiError } from '@courtcrier/contract/errors.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { callerOf, firmOf } from '../auth/authenticate.ts'
import type { Trx } from '../base/db/database.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import { newId } from '../base/db/ids.ts'
import { readPngHeader } from '../base/lib/png.ts'
import type { Services } from '../base/services.ts'
import { recordFirmChange, refuseUnlessFull } from './firm-change.ts'
import { binarySchema } from './operation.ts'

type LogoDeps = Pick<Services, 'database' | 'blobs'>

const pngType = 'image/png'
/** Under 1 MB (specification, section 5). */
const mostBytes = 1_000_000
/** A picture of a few bytes can unpack to gigabytes in every browser that shows it. */
const mostPixels = 4096

/** The firm's logo: anybody sees it, whoever may change the firm replaces it. */
export function logoRoutes(api: FastifyInstance, deps: LogoDeps): void {
  const content = { [pngType]: binarySchema }
  const read = { tag: 'Firm', summary: 'The logo of the firm', answer: content, refusals: [404] }
  api.get('/firm/logo.png', { config: { auth: 'none', operation: read } }, (request, reply) =>
    sendLogo(deps, request, reply),
  )
  const replace = {
    tag: 'Firm',
    summary: 'Replace the logo: a PNG under 1 MB',
    body: content,
    refusals: [400, 403, 413, 415],
  }
  api.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(pngType, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    const options = { bodyLimit: mostBytes - 1, config: { operation: replace } }
    scope.put('/firm/logo.png', options, (request, reply) => replaceLogo(deps, request, reply))
  })
  const remove = { tag: 'Firm', summary: 'Remove the logo; the initials of the firm stand in', refusals: [403, 404] }
  api.delete('/firm/logo.png', { config: { operation: remove } }, (request, reply) => removeLogo(deps, request, reply))
}

async function sendLogo(deps: LogoDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const fileId = await withFirm(deps.database, firmOf(request), findLogo)
  if (fileId === undefined) throw new ApiError('not_found', { sentence: 'The firm has no logo.' })
  const tag = `"${fileId}"`
  reply.header('etag', tag)
  if (request.headers['if-none-match'] === tag) return reply.code(304).send()
  return reply.type(pngType).send(Buffer.from(await deps.blobs.get(fileId)))
}

async function findLogo(trx: Trx): Promise<string | undefined> {
  const { rows } = await sql<{ fileId: string }>`select file_id as "fileId" from firm_logos`.execute(trx)
  return rows[0]?.fileId
}

async function replaceLogo(deps: LogoDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const caller = callerOf(request)
  refuseUnlessFull(caller)
  const bytes = readPicture(request.body)
  const { sha256 } = await deps.blobs.put(bytes)
  await withFirm(deps.database, caller.firmId, async (trx) => {
    // The firm's row is the lock: two uploads at once leave one logo.
    await sql`update firms set has_logo = true, updated_at = now() where id = ${caller.firmId}::integer`.execute(trx)
    await sql`delete from firm_logos`.execute(trx)
    await sql`insert into firm_logos (firm_id, id, file_id)
      values (${caller.firmId}::integer, ${newId()}::uuid, ${sha256})`.execute(trx)
    await recordFirmChange(trx, caller, { sentence: 'The logo was replaced.', action: 'logo_replaced' })
  })
  return reply.code(204).send()
}

async function removeLogo(deps: LogoDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const caller = callerOf(request)
  refuseUnlessFull(caller)
  await withFirm(deps.database, caller.firmId, async (trx) => {
    const { rows } = await sql`delete from firm_logos returning id`.execute(trx)
    if (rows.length === 0) throw new ApiError('not_found', { sentence: 'The firm has no logo.' })
    await sql`update firms set has_logo = false, updated_at = now() where id = ${caller.firmId}::integer`.execute(trx)
    await recordFirmChange(trx, caller, { sentence: 'The logo was removed.' })
  })
  return reply.code(204).send()
}

function readPicture(body: unknown): Buffer {
  const header = Buffer.isBuffer(body) ? readPngHeader(body) : undefined
  if (!header) throw new ApiError('invalid_input', { sentence: 'The file is not a PNG picture.' })
  if (Math.max(header.width, header.height) > mostPixels) {
    throw new ApiError('invalid_input', { sentence: `The picture may be at most ${mostPixels} pixels wide and high.` })
  }
  return body as Buffer
}
