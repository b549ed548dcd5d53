import { ApiError } from '@courtcrier/contract/errors.ts'
import { firm } from '@courtcrier/contract/resources/firm.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { withFirm } from '../base/db/firm-transaction.ts'
import type { Services } from '../base/services.ts'
import { recordEvent } from './audit.ts'
import { type JsonSchema, jsonContent, type Operation, objectSchema, textSchema } from './operation.ts'
import { demand } from './resources.ts'

/** One of the log-ins a demo offers to everybody. */
export interface DemoLogIn {
  role: string
  email: string
  password: string
}

/** What a person can do with a demo from the console. */
export interface DemoControls {
  /** Has the simulated courts file this many cases' notices now. */
  sendNotices: (count: number) => Promise<void>
  /** Begins the firm anew; everybody's session ends with it. */
  reset: (services: Services) => Promise<void>
}

interface DemoDeps extends Services {
  logIns: readonly DemoLogIn[]
  controls?: DemoControls | undefined
}

const mostNotices = 25

/** What the log-in page of a demo offers and what can be done with one; everywhere else nothing. */
export function demoRoutes(api: FastifyInstance, deps: DemoDeps): void {
  api.get('/demo', { config: { auth: 'none', operation: operations.read } }, async (_, reply) => {
    // Every log-in page asks. A refusal would stand as an error in the console of every browser.
    if (!deps.config.isDemo) return reply.code(204).send()
    return {
      log_ins: deps.logIns,
      mailbox_url: deps.config.demoMailboxUrl ?? null,
      has_controls: deps.controls !== undefined,
    }
  })
  api.post('/demo/send-notices', { config: { operation: operations.send } }, (request, reply) =>
    sendNotices(deps, request, reply),
  )
  const reset = once((request: FastifyRequest) => resetDemo(deps, request))
  api.post('/demo/reset', { config: { operation: operations.reset } }, async (request, reply) => {
    await reset(request)
    return reply.code(204).send()
  })
}

function refuseElsewhere({ config }: Pick<DemoDeps, 'config'>): void {
  if (!config.isDemo) throw new ApiError('not_found', { sentence: 'This is not a demo.' })
}

function controlsOf(deps: DemoDeps): DemoControls {
  refuseElsewhere(deps)
  if (!deps.controls)
    throw new ApiError('wrong_state', { sentence: 'This demo was started without its simulated courts.' })
  return deps.controls
}

async function sendNotices(deps: DemoDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { firmId, userId, user } = demand(request, firm, 'FULL')
  const controls = controlsOf(deps)
  const count = readCount(request.body)
  await controls.sendNotices(count)
  await withFirm(deps.database, firmId, (trx) =>
    recordEvent(trx, {
      firmId,
      level: 'AUDIT',
      type: 'other',
      sentence: `${user.fullName} had the simulated courts file ${count} times.`,
      userId,
    }),
  )
  return reply.code(202).send({ filings: count })
}

function readCount(body: unknown): number {
  const { count = 1 } = (typeof body === 'object' && body !== null ? body : {}) as { count?: unknown }
  const isCount = typeof count === 'number' && Number.isInteger(count) && count >= 1
  if (isCount && count <= mostNotices) return count
  const code = isCount ? `too_large:${mostNotices}` : 'too_small:1'
  throw new ApiError('invalid_input', { problems: [{ field: 'count', code }] })
}

async function resetDemo(deps: DemoDeps, request: FastifyRequest): Promise<void> {
  const { firmId, user } = demand(request, firm, 'FULL')
  await controlsOf(deps).reset(deps)
  await withFirm(deps.database, firmId, (trx) =>
    recordEvent(trx, {
      firmId,
      level: 'AUDIT',
      type: 'other',
      // Nobody's id: the person was forgotten with everything else.
      sentence: `${user.fullName} had the demo firm begun anew.`,
    }),
  )
}

/** A second call while the first one runs is refused. */
function once(run: (request: FastifyRequest) => Promise<void>): (request: FastifyRequest) => Promise<void> {
  let isRunning = false
  return async (request) => {
    if (isRunning) throw new ApiError('wrong_state', { sentence: 'The demo firm is being begun anew already.' })
    isRunning = true
    try {
      await run(request)
    } finally {
      isRunning = false
    }
  }
}

const tag = 'Demo'
const count: JsonSchema = { type: 'integer', minimum: 1, maximum: mostNotices }
const logIn = objectSchema({ role: textSchema, email: textSchema, password: textSchema })

const operations = {
  read: {
    tag,
    summary: 'The log-ins of a demo; without content where this is none',
    mayBeNothing: true,
    answer: jsonContent(
      objectSchema({
        log_ins: { type: 'array', items: logIn },
        mailbox_url: { type: ['string', 'null'] },
        has_controls: { type: 'boolean', description: 'Whether the courts can be told to file and the firm be reset' },
      }),
    ),
  },
  send: {
    tag,
    summary: 'Have the simulated courts of a demo file now',
    body: jsonContent(objectSchema({ count }, ['count'])),
    answer: jsonContent(objectSchema({ filings: count })),
    status: 202,
    refusals: [400, 403, 404, 409],
  },
  reset: { tag, summary: 'Begin the firm of a demo anew; every session ends', refusals: [403, 404, 409] },
} satisfies Record<string, Operation>
