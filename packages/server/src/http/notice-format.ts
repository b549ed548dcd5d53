import type { BodyOf } from '@courtcrier/contract/calls/call.ts'
import { tryFormat } from '@courtcrier/contract/calls/notice-formats.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { validateInput } from '@courtcrier/contract/input.ts'
import { rowFromJson } from '@courtcrier/contract/json.ts'
import { describeProblem, type Problem } from '@courtcrier/contract/messages.ts'
import { snakeCase } from '@courtcrier/contract/names.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import { noticeFormat } from '@courtcrier/contract/resources/notice-format.ts'
import { isUuid, storedId } from '@courtcrier/contract/uuid.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { withFirm } from '../base/db/firm-transaction.ts'
import type { Services } from '../base/services.ts'
import { compileFormat } from '../courts/formats/firm-format/compile-format.ts'
import { definitionOf, type FirmParser } from '../courts/formats/firm-format/definition.ts'
import { messageReader } from '../courts/read-on-thread.ts'
import type { Caller } from '../records/caller.ts'
import { getRow } from '../records/read-row.ts'
import { inMessageTurn } from './inbox/message-turns.ts'
import { findStoredMessage } from './inbox/stored-message.ts'
import { demand } from './resources.ts'
import { previewLimit } from './server/preview-limit.ts'
import { type CallInput, serveCall } from './server/serve-call.ts'

type TrialServices = Pick<Services, 'database' | 'blobs'>

/** Tries a format on a message, before or after the format is saved. Nothing is saved. */
export function noticeFormatRoutes(api: FastifyInstance, services: TrialServices): void {
  const answer = async ({ request, body }: CallInput<typeof tryFormat>) => {
    const caller = demand(request, noticeFormat, 'READ')
    const compiled = await compileOf(services, caller, body)
    return inMessageTurn(caller, async () => trialOf(compiled, await rawOf(services, request, body)))
  }
  serveCall(api, tryFormat, answer, { bodyLimit: largestBody, rateLimit: previewLimit })
}

type Compiled = { parser: FirmParser } | { problems: WireProblem[] }

async function trialOf(compiled: Compiled, raw: Uint8Array) {
  if ('problems' in compiled) {
    await demandMail(raw)
    return { result: null, wouldHandle: false, builtIn: null, problems: compiled.problems }
  }
  const trial = await messageReader.tryFormat({ raw }, compiled.parser)
  if ('problem' in trial) throw new ApiError('malformed_request', { sentence: trial.problem })
  const { result, wouldHandle, builtIn, misfits } = trial
  return { result, wouldHandle, builtIn: builtIn ?? null, problems: toWire(misfits) }
}

type Trial = BodyOf<typeof tryFormat>

const largestMessage = 5_000_000
/** In JSON, a line feed takes two characters and other characters up to six. */
const largestBody = 2 * largestMessage

interface WireProblem {
  field: string
  sentence: string
}

function toWire(problems: readonly WireProblem[]): WireProblem[] {
  return problems.map(({ field, sentence }) => ({ field: snakeCase(field), sentence }))
}

/** Returns the format in the body, as it would be saved, or the saved one with the given `id`. */
async function compileOf(
  services: TrialServices,
  { firmId, role, userId, timekeeperId }: Caller,
  { id, format }: Trial,
): Promise<Compiled> {
  if (typeof id === 'string') {
    const row = await withFirm(services.database, firmId, (trx) =>
      getRow(trx, noticeFormat, { firmId, role, userId, timekeeperId, id: storedId(id) }),
    )
    return compileRow(row)
  }
  if (typeof format !== 'object' || format === null || Array.isArray(format)) throw missing('format')
  // Anyone who may read formats may try one; whether a role may write it is checked when it is saved.
  const checked = validateInput(noticeFormat, rowFromJson(format, noticeFormat), {
    role: { ...role, grants: everything },
  })
  if ('values' in checked) return compileRow(checked.values)
  const spelled = ({ field, isAsSent }: Problem) => (isAsSent ? field : snakeCase(field))
  return {
    problems: checked.problems.map((each) => ({ field: spelled(each), sentence: describeProblem(each.code) })),
  }
}

const everything = { [noticeFormat.subject]: { access: 'FULL', fields: {} } } as const

function compileRow(row: AnyRow): Compiled {
  const compiled = compileFormat(definitionOf(row))
  return 'parser' in compiled ? compiled : { problems: toWire(compiled.problems) }
}

/** Throws `malformed_request` for anything that isn't a message, or that is built to exhaust the server. */
async function demandMail(raw: Uint8Array): Promise<void> {
  const decoded = await messageReader.decode({ raw })
  if ('problem' in decoded) throw new ApiError('malformed_request', { sentence: decoded.problem })
}

/** Returns the message in the body, or that of an item of the caller's own firm. */
async function rawOf(services: TrialServices, request: FastifyRequest, body: Trial): Promise<Uint8Array> {
  const { inboxItemId: itemId, message } = body
  if (typeof itemId === 'string') return itemMessage(services, request, storedId(itemId))
  if (typeof message !== 'string' || message.trim() === '') throw missing('message')
  if (message.length > largestMessage) {
    throw new ApiError('too_large', { sentence: 'Formats are tried on messages of up to 5 MB.' })
  }
  return Buffer.from(message)
}

async function itemMessage(services: TrialServices, request: FastifyRequest, id: string): Promise<Uint8Array> {
  const caller = demand(request, inboxItem, 'READ')
  if (!isUuid(id)) throw new ApiError('not_found')
  // What a format reads in a message is as restricted as the message.
  const { file } = await findStoredMessage(services, { caller, id, field: 'html_content' })
  return services.blobs.get(file)
}

function missing(field: string): ApiError {
  return new ApiError('invalid_input', { problems: [{ field, code: 'required' }] })
}
