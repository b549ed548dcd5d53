import { type ApiError, errorCatalogue } from '@courtcrier/contract/errors.ts'
import { describeProblem } from '@courtcrier/contract/messages.ts'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { ProvisioningRefusal } from '../../auth/provisioning/refusal.ts'
import { jsonType } from '../server/negotiation.ts'
import { apiErrorOf, retryAfterSeconds } from '../server/problems.ts'

export const scimType = 'application/scim+json'
/** What bodies may be sent as (RFC 7644, section 3.1: JSON as such, too). */
export const bodyTypes = [scimType, jsonType] as const

/** The kinds of errors of RFC 7644, section 3.12. */
type ErrorType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
  | 'uniqueness'

/** A refusal as RFC 7644 describes it. */
export class ScimError extends Error {
  readonly status: number
  readonly type: ErrorType | undefined

  constructor(status: number, type: ErrorType | undefined, sentence: string) {
    super(sentence)
    this.status = status
    this.type = type
  }
}

/** Answers an error as a SCIM message; an unexpected one is logged, and the caller learns nothing more. */
export function answerScimError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = knownOf(error, request.method)
  if (!known || known.status === 503) request.log.error({ err: error }, 'a request failed')
  const { status, type, message } = known ?? new ScimError(500, undefined, errorCatalogue.internal.sentence)
  reply.header('cache-control', 'no-store')
  if (status === 503 && !reply.hasHeader('retry-after')) reply.header('retry-after', retryAfterSeconds)
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  // The rest of a refused body would be mistaken for the next request.
  if (status === 413) reply.header('connection', 'close')
  const body = {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: String(status),
    ...(type ? { scimType: type } : {}),
    detail: message,
  }
  return reply.code(status).type(scimType).send(JSON.stringify(body))
}

function knownOf(error: FastifyError, method: string): ScimError | undefined {
  if (error instanceof ScimError) return error
  if ((error as Error) instanceof ProvisioningRefusal) return ofRefusal(error as unknown as ProvisioningRefusal)
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return new ScimError(415, undefined, `Send the body as ${bodyTypes.join(' or ')}.`)
  const known = apiErrorOf(error, method)
  return known && ofApiError(known)
}

function ofRefusal({ kind, message }: ProvisioningRefusal): ScimError {
  if (kind === 'taken') return new ScimError(409, 'uniqueness', message)
  if (kind === 'unknown') return new ScimError(400, 'invalidValue', message)
  return new ScimError(kind === 'forbidden' ? 403 : 409, undefined, message)
}

function ofApiError({ code, problems, message }: ApiError): ScimError {
  const { status } = errorCatalogue[code]
  const isTwin = code === 'not_unique' || problems.some((problem) => problem.code === 'not_unique')
  if (isTwin) return new ScimError(409, 'uniqueness', 'Another user has this address.')
  if (problems.some((problem) => problem.code === 'last_administrator'))
    return new ScimError(409, undefined, describeProblem('last_administrator'))
  if (code === 'malformed_request') return new ScimError(400, 'invalidSyntax', message)
  if (code !== 'invalid_input') return new ScimError(status, undefined, message)
  const sentences = problems.map((problem) => `${problem.field}: ${describeProblem(problem.code)}`)
  return new ScimError(400, 'invalidValue', sentences.join(' ') || message)
}
