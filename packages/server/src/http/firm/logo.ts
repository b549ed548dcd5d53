import {
  readLogo,
  removeLogo as removeLogoCall,
  replaceLogo as replaceLogoCall,
} from '@courtcrier/contract/calls/firm-look.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { isWholePng, readPngHeader } from '@courtcrier/lib/png.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { callerOf, firmOf } from '../../auth/authenticate.ts'
import type { Trx } from '../../base/db/database.ts'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { withFirmWrite } from '../../base/db/firm-write.ts'
import { newId } from '../../base/db/ids.ts'
import { nextVersion } from '../../base/db/row-version.ts'
import type { Services } from '../../base/services.ts'
import { isKnown } from '../server/change-headers.ts'
import { serveCall } from '../server/serve-call.ts'
import { recordFirmChange, refuseUnlessFull } from './firm-change.ts'

type LogoDeps = Pick<Services, 'database' | 'blobs'>

const pngType = 'image/png'
/** Under 1 MB (specification, section 5). */
const mostBytes = 1_000_000
/** An image of a few bytes can decompress to gigabytes in every browser that shows it. */
const mostPixels = 4096

/** The firm's logo: public, and replaced by anyone who may change the firm. */
export function logoRoutes(api: FastifyInstance, deps: LogoDeps): void {
  serveCall(api, readLogo, ({ request, reply }) => sendLogo(deps, request, reply), { auth: 'none' })
  api.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(pngType, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    serveCall(scope, replaceLogoCall, ({ request }) => replaceLogo(deps, request), { bodyLimit: mostBytes - 1 })
  })
  serveCall(api, removeLogoCall, ({ request }) => removeLogo(deps, request))
}

async function sendLogo(deps: LogoDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const fileId = await withFirm(deps.database, firmOf(request), findLogo)
  if (fileId === undefined) throw new ApiError('not_found', { sentence: 'The firm has no logo.' })
  const tag = `"${fileId}"`
  // Public, and the same for everyone: a browser may keep it and ask whether it has changed.
  reply.header('etag', tag).header('cache-control', 'no-cache')
  if (isKnown(request, tag)) return reply.code(304).send()
  return reply.type(pngType).send(Buffer.from(await deps.blobs.get(fileId)))
}

async function findLogo(trx: Trx): Promise<string | undefined> {
  const { rows } = await sql<{ fileId: string }>`select file_id as "fileId" from firm_logos`.execute(trx)
  return rows[0]?.fileId
}

async function replaceLogo(deps: LogoDeps, request: FastifyRequest): Promise<void> {
  const caller = callerOf(request)
  refuseUnlessFull(caller)
  const bytes = readPicture(request.body)
  const { sha256 } = await deps.blobs.put(bytes)
  await withFirmWrite(deps.database, caller.firmId, async (trx) => {
    // The firm's row serves as the lock: two simultaneous uploads leave one logo.
    await setHasLogo(trx, caller.firmId, true)
    await sql`delete from firm_logos`.execute(trx)
    await sql`insert into firm_logos (firm_id, id, file_id)
      values (${caller.firmId}::integer, ${newId()}::uuid, ${sha256})`.execute(trx)
    await recordFirmChange(trx, caller, { sentence: 'The logo was replaced.', action: 'logo_replaced' })
  })
}

async function removeLogo(deps: LogoDeps, request: FastifyRequest): Promise<void> {
  const caller = callerOf(request)
  refuseUnlessFull(caller)
  await withFirmWrite(deps.database, caller.firmId, async (trx) => {
    const { rows } = await sql`delete from firm_logos returning id`.execute(trx)
    if (rows.length === 0) throw new ApiError('not_found', { sentence: 'The firm has no logo.' })
    await setHasLogo(trx, caller.firmId, false)
    await recordFirmChange(trx, caller, { sentence: 'The logo was removed.' })
  })
}

/**
 * Not by the records' own write, which writes, logs and announces nothing of a firm that had a logo before it got
 * another.
 */
async function setHasLogo(trx: Trx, firmId: number, hasLogo: boolean): Promise<void> {
  await sql`update firms t set has_logo = ${hasLogo}, updated_at = ${nextVersion('t')}
    where id = ${firmId}::integer`.execute(trx)
}

function readPicture(body: unknown): Buffer {
  const header = Buffer.isBuffer(body) ? readPngHeader(body) : undefined
  if (!header) throw new ApiError('invalid_input', { sentence: "The file isn't a PNG image." })
  if (!isWholePng(body as Buffer)) throw new ApiError('invalid_input', { sentence: 'The PNG image is incomplete.' })
  if (Math.max(header.width, header.height) > mostPixels) {
    throw new ApiError('invalid_input', { sentence: `The image may be at most ${mostPixels} pixels wide and high.` })
  }
  return body as Buffer
}
