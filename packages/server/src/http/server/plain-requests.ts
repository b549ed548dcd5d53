import { type ParsedUrlQuery, parse } from 'node:querystring'
import { ApiError } from '@courtcrier/contract/errors.ts'
import type { Problem } from '@courtcrier/contract/messages.ts'
import { storedId } from '@courtcrier/contract/uuid.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { chargeTime } from './work-budget.ts'

/** Longer than any address the console or the documentation uses. In characters. */
const longestAddress = 16_000
/** More than any call has. */
const mostParameters = 100

/**
 * Parses the parameters of an address before any hook runs, and none of an address that is refused for having too many
 * or being too long.
 */
export function parseParameters(text: string): ParsedUrlQuery {
  if (text.length > longestAddress || text.split('&').length > mostParameters) return {}
  return parse(text, '&', '=', { maxKeys: 0 })
}

/**
 * Refuses, before any route sees it, what no route accepts: an address that has too many parameters or isn't valid
 * UTF-8, a repeated parameter, and text the database can't store. Each problem names its field. IDs in the path get
 * their stored form.
 */
export function refuseStrangeRequests(api: FastifyInstance): void {
  api.addHook('onRequest', async (request) => {
    const params = request.params as Record<string, string>
    for (const [name, value] of Object.entries(paramsOf(request)))
      if (typeof value === 'string') params[name] = storedId(value)
    const problems = [
      ...addressProblems(request.raw.url ?? ''),
      ...Object.entries(paramsOf(request)).flatMap(textProblem),
    ]
    if (problems.length > 0) throw new ApiError('invalid_input', { problems })
  })
  api.addHook('preValidation', async (request) => {
    const { body } = request
    if (isPlain(body)) chargeTime(request, () => refuseStrangeBody(body))
  })
}

/** Answers an address that is too long with 414, wherever it leads: an answer that there is nothing repeats it. */
export function refuseLongAddresses(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw: { url = '' } }) => {
    if (url.length > longestAddress) throw new ApiError('address_too_long')
  })
}

/**
 * Answers a request with two hosts with 400 (RFC 9112, sections 3.2 and 3.2.2): the host names the firm, and a proxy may
 * have checked the one while the other is read here.
 */
export function refuseTwoHosts(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    const names = raw.rawHeaders.filter((_, index) => index % 2 === 0)
    if (names.filter((name) => name.toLowerCase() === 'host').length > 1)
      throw new ApiError('malformed_request', { sentence: 'The request has two Host headers.' })
    const ofTarget = /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)/i.exec(raw.url ?? '')?.[1]
    if (ofTarget !== undefined && nameOf(ofTarget) !== nameOf(raw.headers.host ?? ''))
      throw new ApiError('malformed_request', { sentence: 'The address and the Host header name different hosts.' })
  })
}

function nameOf(authority: string): string {
  return authority.replace(/:\d*$/, '').toLowerCase()
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
  const parts = url.slice(mark + 1).split('&')
  if (parts.length > mostParameters) return [{ field: 'query', code: `too_many:${mostParameters}` }]
  const seen = new Set<string>()
  return parts.flatMap((part): Problem[] => {
    if (part === '') return []
    const equals = part.indexOf('=')
    const name = decoded(equals < 0 ? part : part.slice(0, equals))
    const value = decoded(equals < 0 ? '' : part.slice(equals + 1))
    if (name === undefined || name.includes('\0')) return [{ field: 'query', code: 'not_text' }]
    if (seen.has(name)) return [asSent(name, 'repeated')]
    seen.add(name)
    return value === undefined ? [asSent(name, 'not_text')] : textProblem([name, value])
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
  if (value.includes('\0')) return [asSent(field, 'control_characters')]
  return value.isWellFormed() ? [] : [asSent(field, 'not_text')]
}

/** No definition has read the names yet: they are as the client spelled them. */
function asSent(field: string, code: string): Problem {
  return { field, code, isAsSent: true }
}

/** Level by level; a problem names the top-level field it is in. Depth and size were limited before it was parsed. */
function refuseStrangeBody(body: object): void {
  const problems = new Map<string, Problem>()
  let level = childrenOf(body).map(([key, value]) => ({ field: key.isWellFormed() ? key : 'body', key, value }))
  while (level.length > 0) {
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
