import { ApiError } from '@courtcrier/contract/errors.ts'
import { isEqualValue, validateInput } from '@courtcrier/contract/input.ts'
import { rowToJson } from '@courtcrier/contract/json.ts'
import { type AnyRow, redact, tableOf } from '@courtcrier/contract/resource.ts'
import { firm, publicFirmFields } from '@courtcrier/contract/resources/firm.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { callerOf, firmOf } from '../auth/authenticate.ts'
import type { Caller } from '../auth/caller.ts'
import type { Trx } from '../base/db/database.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import { nextVersion } from '../base/db/row-version.ts'
import { columnValues, type DatabaseRecord, rowOf } from '../base/db/rows.ts'
import type { Services } from '../base/services.ts'
import { findBeyond } from '../resources/beyond.ts'
import { findReferenceProblems } from '../resources/reference-problems.ts'
import { behaviourOf } from '../resources/registry.ts'
import { closeJournal, openJournal } from '../undo/journal.ts'
import { keepChanged } from '../undo/keep-rows.ts'
import { describeChanges } from './audit.ts'
import { readExpected, tellUndo } from './change-headers.ts'
import { recordFirmChange, refuseUnlessFull } from './firm-change.ts'
import { firmDomainRoutes } from './firm-domains.ts'
import { coerceNumbers, sanitiseColours, spellOutAddresses, spellOutColours } from './firm-values.ts'
import { logoRoutes } from './logo.ts'
import { readInput, sendRow } from './negotiation.ts'
import { rowContent } from './openapi-schemas.ts'
import { themeRoutes } from './theme.ts'

type FirmDeps = Pick<Services, 'config' | 'database' | 'secrets' | 'blobs'>

/** The firm itself: what anybody may know of it, what a role may see of it, and changing it. */
export function firmRoutes(api: FastifyInstance, deps: FirmDeps): void {
  const tag = 'Firm'
  const read = { tag, summary: 'The firm; without a token what anybody may know of it', answer: rowContent(firm) }
  api.get('/firm', { config: { auth: 'optional', operation: read } }, (request, reply) =>
    sendFirm(deps, request, reply),
  )
  const change = {
    tag,
    summary: 'Change the firm; absent fields stay as they are',
    body: rowContent(firm),
    answer: rowContent(firm),
    refusals: [400, 403, 404],
  }
  api.put('/firm/:id', { config: { operation: change } }, (request, reply) => answerChange(deps, request, reply))
  firmDomainRoutes(api, deps)
  logoRoutes(api, deps)
  themeRoutes(api, deps)
}

/** The firm's row. Throws when it is not there, which no request can bring about. */
async function loadFirm(trx: Trx, firmId: number): Promise<AnyRow> {
  const { rows } =
    await sql<DatabaseRecord>`select * from ${sql.table(tableOf(firm))} where id = ${firmId}::integer`.execute(trx)
  const [record] = rows
  if (!record) throw new Error(`there is no firm ${firmId}`)
  return sanitiseColours(rowOf(firm, record))
}

async function sendFirm(deps: FirmDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const row = await withFirm(deps.database, firmOf(request), (trx) => loadFirm(trx, firmOf(request)))
  return sendRow(reply, firm, visiblePart(row, request.caller))
}

/**
 * What the role may see, and in any case what is public: the console has to look like the firm for every role.
 * Whoever is signed in sees times, the names of entities, tables and notices, and has to know the zone, the firm's words,
 * its web preferences, what it booked, and whether documents may be shown by public links.
 */
function visiblePart(row: AnyRow, caller: Caller | undefined): AnyRow {
  const open = Object.fromEntries(publicFirmFields.map((key) => [key, row[key]]))
  if (!caller) return open
  const { defaultTimeZone, dictionary, webPreferences, entitledFeatures, publicDocumentAccess } = row
  const known = { defaultTimeZone, dictionary, webPreferences, entitledFeatures, publicDocumentAccess }
  return { ...open, ...known, ...redact(firm, row, caller.role) }
}

async function answerChange(deps: FirmDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const caller = callerOf(request)
  const { id } = request.params as { id: string }
  if (id !== String(caller.firmId)) throw new ApiError('not_found')
  refuseUnlessFull(caller)
  const input = spellOutAddresses(spellOutColours(coerceNumbers(readInput(request, firm))))
  const expected = readExpected(request)
  const { row, undoId } = await withFirm(deps.database, caller.firmId, (trx) =>
    changeFirm(trx, deps, { caller, input, expected }),
  )
  return sendRow(tellUndo(reply, undoId), firm, visiblePart(row, caller))
}

async function changeFirm(
  trx: Trx,
  deps: FirmDeps,
  { caller, input, expected }: { caller: Caller; input: AnyRow; expected: string | undefined },
): Promise<{ row: AnyRow; undoId?: string | undefined }> {
  const { firmId } = caller
  // Locked, so that of two changes at once neither is described by the other's values.
  await sql`select id from firms where id = ${firmId}::integer for update`.execute(trx)
  const before = await loadFirm(trx, firmId)
  if (expected !== undefined && expected !== before.updatedAt)
    throw new ApiError('changed_meanwhile', { current: rowToJson(firm, visiblePart(before, caller)) })
  const result = validateInput(firm, input, { role: caller.role, current: before })
  if ('problems' in result) throw new ApiError('invalid_input', { problems: result.problems })
  const rows = [result.values]
  const [problems = []] = await findReferenceProblems(trx, firm, { scope: caller, rows, before: [before] })
  const save = { firmId, id: String(firmId), values: result.values, current: before, writer: caller }
  const refused = [...problems, ...((await behaviourOf(firm).beforeSave?.(trx, save)) ?? [])]
  const touch = { ...save, before, after: { ...before, ...result.values } }
  if (refused.length === 0) refused.push(...(await findBeyond(trx, firm, touch)))
  if (refused.length > 0) throw new ApiError('invalid_input', { problems: refused })
  const details = describeChanges(firm, before, result.values)
  if (details === undefined) return { row: before }
  const changes = Object.entries(result.values).filter(([key, value]) => !isEqualValue(before[key], value))
  const columns = columnValues(firm, Object.fromEntries(changes), { box: deps.secrets, isNew: false })
  const assignments = [...columns].map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  const undo = openJournal(firm, { firmId, kind: 'update' })
  await keepChanged(trx, undo, { ids: [String(firmId)], columns: [...columns.keys()] })
  await sql`update firms t set ${sql.join(assignments)}, updated_at = ${nextVersion}
    where id = ${firmId}::integer`.execute(trx)
  await recordFirmChange(trx, caller, { sentence: sentenceOf(Object.fromEntries(changes)), details })
  const undoId = await closeJournal(trx, undo, caller.userId)
  return { row: await loadFirm(trx, firmId), undoId }
}

function sentenceOf({ internalWallsEnabled: walls }: AnyRow): string {
  if (walls === undefined) return 'The firm information was changed.'
  return walls ? 'Ethical walls were turned on.' : 'Ethical walls were turned off: they keep nobody out.'
}
