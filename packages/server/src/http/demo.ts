import { readDemo, resetDemo, sendDemoNotices } from '@courtcrier/contract/calls/demo.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { firm } from '@courtcrier/contract/resources/firm.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { withFirm } from '../base/db/firm-transaction.ts'
import type { Services } from '../base/services.ts'
import { recordEvent } from '../records/audit.ts'
import { demand } from './resources.ts'
import { serveCall } from './server/serve-call.ts'

/** One of the logins a demo offers to everyone. */
export interface DemoLogIn {
  name: string
  /** Their position at the firm. */
  title: string
  role: string
  email: string
  password: string
}

/** The console's controls of a demo. */
export interface DemoControls {
  /** Has the simulated courts file this many cases' notices now. */
  sendNotices: (count: number) => Promise<void>
  /** Recreates the firm, which ends every session. */
  reset: (services: Services) => Promise<void>
}

interface DemoDeps extends Services {
  logIns: readonly DemoLogIn[]
  controls?: DemoControls | undefined
}

/** The login page's offers of a demo and its controls; nothing elsewhere. */
export function demoRoutes(api: FastifyInstance, deps: DemoDeps): void {
  const read = async () => {
    // Every login page calls this. A refusal would appear as an error in every browser's console.
    if (!deps.config.isDemo) return undefined
    return {
      log_ins: deps.logIns,
      mailbox_url: deps.config.demoMailboxUrl ?? null,
      dms_url: deps.config.storeGateway ?? null,
      has_controls: deps.controls !== undefined,
    }
  }
  serveCall(api, readDemo, read, { auth: 'none' })
  serveCall(api, sendDemoNotices, ({ body, request }) => sendNotices(deps, request, body.count ?? 1))
  const reset = once((request: FastifyRequest) => resetFirm(deps, request))
  serveCall(api, resetDemo, ({ request }) => reset(request))
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

async function sendNotices(deps: DemoDeps, request: FastifyRequest, count: number): Promise<{ filings: number }> {
  const { firmId, userId, user } = demand(request, firm, 'FULL')
  const controls = controlsOf(deps)
  await controls.sendNotices(count)
  await withFirm(deps.database, firmId, (trx) =>
    recordEvent(trx, {
      firmId,
      level: 'AUDIT',
      type: 'other',
      sentence: `${user.fullName} had the simulated courts file ${count === 1 ? 'once' : `${count} times`}.`,
      userId,
    }),
  )
  return { filings: count }
}

async function resetFirm(deps: DemoDeps, request: FastifyRequest): Promise<void> {
  const { firmId, user } = demand(request, firm, 'FULL')
  await controlsOf(deps).reset(deps)
  await withFirm(deps.database, firmId, (trx) =>
    recordEvent(trx, {
      firmId,
      level: 'AUDIT',
      type: 'other',
      // An ID without a person: they were forgotten with everything else.
      sentence: `${user.fullName} reset the demo firm.`,
    }),
  )
}

/** A second call while the first one runs is refused. */
function once(run: (request: FastifyRequest) => Promise<void>): (request: FastifyRequest) => Promise<void> {
  let isRunning = false
  return async (request) => {
    if (isRunning) throw new ApiError('wrong_state', { sentence: 'The demo firm is already being reset.' })
    isRunning = true
    try {
      await run(request)
    } finally {
      isRunning = false
    }
  }
}
