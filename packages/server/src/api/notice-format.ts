import { ApiError } from '@courtcrier/contract/errors.ts'
import { isUuid } from '@courtcrier/contract/fields/reference.ts'
import { validateInput } from '@courtcrier/contract/input.ts'
import { rowFromJson } from '@courtcrier/contract/json.ts'
import { describeProblem } from '@courtcrier/contract/messages.ts'
import { snakeCase } from '@courtcrier/contract/names.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import { noticeFormat } from '@courtcrier/contract/resources/notice-format.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Caller } from '../auth/caller.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import type { Services } from '../base/services.ts'
import { compileFormat } from '../courts/firm-format/compile-format.ts'
import { definitionOf, type FirmParser } from '../courts/firm-format/definition.ts'
import { messageReader } from '../courts/read-on-thread.ts'
import { getRow } from '../resources/store.ts'
import { isVisible } from '../resources/visible-rows.ts'
import { readObject } from './negotiation.ts'
import { noticeFormatOperations } from './notice-format-operations.ts'
import { previewLimit } from './preview-limit.ts'
import { demand } from './resources.ts'

type TrialServices = Pick<Services, 'database' | 'blobs'>

/** Trying a format on a message, before or after it is saved. Nothing is kept of it. */
export function noticeFormatRoutes(api: FastifyInstance, services: TrialServices): void {
  const options = { bodyLimit: largestBody, config: { operation: noticeFormatOperations.try, rateLimit: previewLimit } }
  api.post('/notice_format/try', options, async (request) => {
    const caller = demand(request, noticeFormat, 'READ')
    const body = readObject(request)
    const compiled = await compileOf(services, caller, body)
    const raw = await rawOf(services, request, body)
    if ('problems' in compiled) {
      await demandMail(raw)
      return { result: null, would_handle: false, built_in: null, problems: compiled.problems }
    }
    const trial = await messageReader.tryFormat({ raw }, compiled.parser)
    if ('problem' in trial) throw new ApiError('malformed_request', { sentence: trial.problem })
    const { result, wouldHandle, builtIn, misfits } = trial
    return { result, would_handle: wouldHandle, built_in: builtIn ?? null, problems: toWire(misfits) }
  })
}

const largestMessage = 5_000_000
/** JSON writes a line feed as two characters and others as up to six. */
const largestBody = 2 * largestMessage

interface WireProblem {
  field: string
  sentence: string
}

function toWire(problems: readonly WireProblem[]): WireProblem[] {
  return problems.map(({ field, sentence }) => ({ field: snakeCase(field), sentence }))
}

/** The format of the body, as it would be saved, or the saved one that `id` names. */
async function compileOf(
  services: TrialServices,
  { firmId, role, userId, timekeeperId }: Caller,
  { id, format }: AnyRow,
): Promise<{ parser: FirmParser } | { problems: WireProblem[] }> {
  if (typeof id === 'string') {
    const row = await withFirm(services.database, firmId, (trx) =>
      getRow(trx, noticeFormat, { firmId, role, userId, timekeeperId, id }),
    )
    return compileRow(row)
  }
  if (typeof format !== 'object' || format === null || Array.isArray(format)) throw missing('format')
  // Whoever may read formats may try one; what a role may write is asked when it is saved.
  const checked = validateInput(noticeFormat, rowFromJson(format as AnyRow), { role: { ...role, grants: everything } })
  if ('values' in checked) return compileRow(checked.values)
  return { problems: toWire(checked.problems.map(({ field, code }) => ({ field, sentence: describeProblem(code) }))) }
}

const everything = { [noticeFormat.subject]: { access: 'FULL', fields: {} } } as const

function compileRow(row: AnyRow): { parser: FirmParser } | { problems: WireProblem[] } {
  const compiled = compileFormat(definitionOf(row))
  return 'parser' in compiled ? compiled : { problems: toWire(compiled.problems) }
}

/** Throws `malformed_request` for what is no message, or one that is built to exhaust the server. */
async function demandMail(raw: Uint8Array): Promise<void> {
  const decoded = await messageReader.decode({ raw })
  if ('problem' in decoded) throw new ApiError('malformed_request', { sentence: decoded.problem })
}

/** The message of the body, or that of an item of the caller's own firm. */
async function rawOf(services: TrialServices, request: FastifyRequest, body: AnyRow): Promise<Uint8Array> {
  const { inbox_item_id: itemId, message } = body
  if (typeof itemId === 'string') return itemMessage(services, request, itemId)
  if (typeof message !== 'string' || message.trim() === '') throw missing('message')
  if (message.length > largestMessage) {
    throw new ApiError('too_large', { sentence: 'Formats are tried on messages of up to 5 MB.' })
  }
  return Buffer.from(message)
}

async function itemMessage(services: TrialServices, request: FastifyRequest, id: string): Promise<Uint8Array> {
  const caller = demand(request, inboxItem, 'READ')
  const { firmId } = caller
  if (!isUuid(id)) throw new ApiError('not_found')
  const file = await withFirm(services.database, firmId, async (trx) => {
    const { rows } = await sql<{ file: string }>`
      select raw_content as file from inbox_items t
        where t.firm_id = ${firmId} and t.id = ${id}::uuid and ${isVisible(inboxItem, caller)}`.execute(trx)
    return rows[0]?.file
  })
  if (file === undefined) throw new ApiError('not_found')
  return services.blobs.get(file)
}

function missing(field: string): ApiError {
  return new ApiError('invalid_input', { problems: [{ field, code: 'required' }] })
}
