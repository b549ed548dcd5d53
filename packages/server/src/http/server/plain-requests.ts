import { ApiError } from '@courtcrier/contract/errors.ts'
import type { Problem } from '@courtcrier/contract/messages.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Longer than any address the console or the documentation uses. In characters. */
const longestAddress = 16_000
/** Deeper than anything sent here; a recursive function would run out of stack. */
const deepestBody = 32

/**
 * Refuses, before any route sees it, what no route accepts: an address that is too long or isn't valid UTF-8, a
 * repeated parameter, text the database can't store, and endlessly nested bodies. Each problem names its field.
 */
export function refuseStrangeRequests(api: FastifyInstance): void {
  api.addHook('onRequest', async (request) => {
    if (request.raw.url && request.raw.url.length > longestAddress) throw new ApiError('address_too_long')
    const problems = [
      ...addressProblems(request.raw.url ?? ''),
      ...Object.entries(paramsOf(request)).flatMap(textProblem),
    ]
    if (problems.length > 0) throw new ApiError('invalid_input', { problems })
  })
  api.addHook('preValidation', async (request) => {
    const { body } = request
    if (isPlain(body)) refuseStrangeBody(body)
  })
}

function paramsOf(request: FastifyRequest): Readonly<Record<string, unknown>> {
  return (request.params ?? {}) as Readonly<Record<string, unknown>>
}

/**
 * Parsed here: the framework's parser returns a parameter with broken escapes unchanged, and a repeated one as a list.
 */
function addressProblems(url: string): Problem[] {
  const mark = url.indexOf('?')
  if (mark < 0) return []
  const seen = new Set<string>()
  return url
    .slice(mark + 1)
    .split('&')
    .filter((part) => part !== '')
    .flatMap((part): Problem[] => {
      const equals = part.indexOf('=')
      const name = decoded(equals < 0 ? part : part.slice(0, equals))
      const value = decoded(equals < 0 ? '' : part.slice(equals + 1))
      if (name === undefined || name.includes('\0')) return [{ field: 'query', code: 'not_text' }]
      if (seen.has(name)) return [{ field: name, code: 'repeated' }]
      seen.add(name)
      return value === undefined ? [{ field: name, code: 'not_text' }] : textProblem([name, value])
    })
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    // A percent sign that starts no escape, or bytes that aren't UTF-8.
    return undefined
  }
}

function textProblem([field, value]: [string, unknown]): Problem[] {
  if (typeof value !== 'string') return []
  if (value.includes('\0')) return [{ field, code: 'control_characters' }]
  return value.isWellFormed() ? [] : [{ field, code: 'not_text' }]
}

/** Level by level, so that depth costs no stack; a problem names the top-level field it is in. */
function refuseStrangeBody(body: object): void {
  const problems = new Map<string, Problem>()
  let level = childrenOf(body).map(([key, value]) => ({ field: key.isWellFormed() ? key : 'body', key, value }))
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > deepestBody)
      throw new ApiError('malformed_request', { sentence: `The body is nested more than ${deepestBody} deep.` })
    for (const { field, key, value } of level)
      for (const problem of [...textProblem([field, key]), ...textProblem([field, value])]) problems.set(field, problem)
    level = level.flatMap(({ field, value }) =>
      isPlain(value) ? childrenOf(value).map(([key, inner]) => ({ field, key, value: inner })) : [],
    )
  }
  if (problems.size > 0) throw new ApiError('invalid_input', { problems: [...problems.values()] })
}

/** Only parsed JSON or protobuf: an upload's stream refers to half of the process, and bytes aren't text. */
function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return Array.isArray(value) || prototype === Object.prototype || prototype === null
}

function childrenOf(value: object): [string, unknown][] {
  return Object.entries(value)
}
