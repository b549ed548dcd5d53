import { ApiError } from '@courtcrier/contract/errors.ts'
import type { Problem } from '@courtcrier/contract/messages.ts'
import type { FastifyInstance } from 'fastify'
import { callerOf } from '../auth/authenticate.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import type { Services } from '../base/services.ts'
import { recordEvent } from './audit.ts'
import { readObject } from './negotiation.ts'
import { jsonContent, type Operation, objectSchema, textSchema } from './operation.ts'

/** So many pages are told of at once, and so often a minute by one person: people do not go faster, programs would fill the log. */
const most = { views: 20, calls: 30 } as const
const longestPath = 200

/** Notes in the firm's log which pages its people look at. */
export function pageViewRoutes(api: FastifyInstance, { database }: Pick<Services, 'database'>): void {
  const config = {
    operation,
    worksWhileViewing: true,
    rateLimit: {
      max: most.calls,
      timeWindow: '1 minute',
      // A whole office comes from one address. Who somebody is, is known from here on.
      hook: 'preHandler' as const,
      keyGenerator: (request: Parameters<typeof callerOf>[0]) => callerOf(request).userId,
    },
  }
  api.post('/page_views', { config }, async (request, reply) => {
    const caller = callerOf(request)
    const paths = readPaths(readObject(request).paths)
    await withFirm(database, caller.firmId, async (trx) => {
      for (const path of paths) {
        await recordEvent(trx, {
          firmId: caller.firmId,
          level: 'INFO',
          type: 'page view',
          sentence: `${caller.user.fullName} viewed ${path}.`,
          userId: caller.userId,
        })
      }
    })
    return reply.code(204).send()
  })
}

function readPaths(value: unknown): readonly string[] {
  const problems: Problem[] = []
  const paths = Array.isArray(value) ? value : []
  if (!Array.isArray(value)) problems.push({ field: 'paths', code: 'not_list' })
  if (paths.length > most.views) problems.push({ field: 'paths', code: `too_many:${most.views}` })
  if (!paths.every(isPath)) problems.push({ field: 'paths', code: 'not_text' })
  if (problems.length > 0) throw new ApiError('invalid_input', { problems })
  return paths as string[]
}

/** A page without what was searched for on it: the log is read by others than whoever searched. */
function isPath(value: unknown): value is string {
  return typeof value === 'string' && value.length <= longestPath && /^\/[\w\-./{}]*$/.test(value)
}

const operation: Operation = {
  tag: 'Events',
  summary: 'Note which pages of the console were looked at: addresses without their parameters',
  body: jsonContent(
    objectSchema({ paths: { type: 'array', maxItems: most.views, items: { ...textSchema, maxLength: longestPath } } }),
  ),
  refusals: [400, 429],
}
