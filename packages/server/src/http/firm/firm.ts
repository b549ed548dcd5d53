import { ApiError } from '@courtcrier/contract/errors.ts'
import { type AnyRow, redact, tableOf } from '@courtcrier/contract/resource.ts'
import { courtCase } from '@courtcrier/contract/resources/case.ts'
import { firm, publicFirmFields } from '@courtcrier/contract/resources/firm.ts'
import { sightOf } from '@courtcrier/contract/ways.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { callerOf, firmOf } from '../../auth/authenticate.ts'
import type { Trx } from '../../base/db/database.ts'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { withFirmWrite } from '../../base/db/firm-write.ts'
import { type DatabaseRecord, rowOf } from '../../base/db/rows.ts'
import type { Services } from '../../base/services.ts'
import type { Caller } from '../../records/caller.ts'
import { writeUndoable } from '../../records/write/write-rows.ts'
import { rowContent } from '../openapi/openapi-schemas.ts'
import { ifMatch, undo, version } from '../openapi/record-headers.ts'
import { readExpected, tellUndo } from '../server/change-headers.ts'
import { readInput, sendRow } from '../server/negotiation.ts'
import { refuseUnlessFull } from './firm-change.ts'
import { firmDomainRoutes } from './firm-domains.ts'
import { coerceNumbers, sanitizeColors, spellOutAddresses, spellOutColors } from './firm-values.ts'
import { logoRoutes } from './logo.ts'
import { themeRoutes } from './theme.ts'

type FirmDeps = Pick<Services, 'config' | 'database' | 'secrets' | 'blobs'>

/** The firm itself: its public part, the part a role may see, and changing it. */
export function firmRoutes(api: FastifyInstance, deps: FirmDeps): void {
  const tag = 'Firm'
  const read = {
    tag,
    summary: 'The firm; without a token, only its public fields',
    answer: rowContent(firm),
    answerHeaders: version,
    mayBeUnchanged: true,
    refusals: [401],
  }
  api.get('/firm', { config: { auth: 'optional', operation: read } }, (request, reply) =>
    sendFirm(deps, request, reply),
  )
  const change = {
    tag,
    summary: 'Update the firm; absent fields are left unchanged',
    headers: { 'if-match': ifMatch },
    body: rowContent(firm),
    answer: rowContent(firm),
    answerHeaders: { ...version, ...undo },
    refusals: [400, 403, 404, 409, 412],
  }
  api.put('/firm/:id', { config: { operation: change } }, (request, reply) => answerChange(deps, request, reply))
  firmDomainRoutes(api, deps)
  logoRoutes(api, deps)
  themeRoutes(api, deps)
}

/** Returns the firm's row. Throws when it doesn't exist, which no request can cause. */
async function loadFirm(trx: Trx, firmId: number): Promise<AnyRow> {
  const { rows } =
    await sql<DatabaseRecord>`select * from ${sql.table(tableOf(firm))} where id = ${firmId}::integer`.execute(trx)
  const [record] = rows
  if (!record) throw new Error(`there is no firm ${firmId}`)
  return sanitizeColors(rowOf(firm, record))
}

async function sendFirm(deps: FirmDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const row = await withFirm(deps.database, firmOf(request), (trx) => loadFirm(trx, firmOf(request)))
  return sendRow(reply, firm, visiblePart(row, request.caller))
}

/**
 * Returns the part a role may see, always including the public part: the console has to look like the firm for every
 * role. Everyone who is logged in sees times, entity names, tables and notices, so they need the time zone, the firm's
 * words, its web preferences, its entitled features, and whether documents may be shared by public links; those who see
 * the status of cases need its choices.
 */
function visiblePart(row: AnyRow, caller: Caller | undefined): AnyRow {
  const open = Object.fromEntries(publicFirmFields.map((key) => [key, row[key]]))
  if (!caller) return open
  const { defaultTimeZone, dictionary, webPreferences, entitledFeatures, publicDocumentAccess, caseStatuses } = row
  const known = { defaultTimeZone, dictionary, webPreferences, entitledFeatures, publicDocumentAccess }
  const choices = sightOf(caller.role)(courtCase, 'status') ? { caseStatuses } : {}
  return { ...open, ...known, ...choices, ...redact(firm, row, caller.role) }
}

async function answerChange(deps: FirmDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const caller = callerOf(request)
  const { id } = request.params as { id: string }
  if (id !== String(caller.firmId)) throw new ApiError('not_found')
  refuseUnlessFull(caller)
  const input = spellOutAddresses(spellOutColors(coerceNumbers(readInput(request, firm))))
  const expected = readExpected(request)
  const { row, undoId } = await withFirmWrite(deps.database, caller.firmId, (trx) =>
    changeFirm(trx, deps, { caller, input, expected }),
  )
  return sendRow(tellUndo(reply, undoId), firm, visiblePart(row, caller))
}

async function changeFirm(
  trx: Trx,
  deps: FirmDeps,
  { caller, input, expected }: { caller: Caller; input: AnyRow; expected: readonly string[] | undefined },
): Promise<{ row: AnyRow; undoId?: string | undefined }> {
  const change = { kind: 'update' as const, id: String(caller.firmId), input, expected }
  const { row, undoId } = await writeUndoable(trx, firm, change, { ...caller, box: deps.secrets })
  return { row: sanitizeColors(row), undoId }
}
