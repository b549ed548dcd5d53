import {
  answerAgentWork,
  enrollAgent,
  prolongAgentWork,
  readAgentDocument,
  takeAgentWork,
} from '@courtcrier/contract/calls/agent-work.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { isUuid } from '@courtcrier/contract/uuid.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { EnrolledAgent } from '../../auth/agents/agent-holder.ts'
import { enroll, prolongAgentKey } from '../../auth/agents/enroll.ts'
import type { Trx } from '../../base/db/database.ts'
import { withFirmWrite } from '../../base/db/firm-write.ts'
import type { Services } from '../../base/services.ts'
import { version as serverVersion } from '../../base/version.ts'
import { noteSeen } from '../../stores/agents/agent-rows.ts'
import { ageOf, tooOldSentence } from '../../stores/agents/agent-version.ts'
import { answerWork, findOwnWork, prolongWork, type TakenWork, type WorkOwner } from '../../stores/agents/work-rows.ts'
import { sendDownload } from '../server/download.ts'
import { serveCall } from '../server/serve-call.ts'
import { openWaits } from './wait-for-work.ts'

type Deps = Pick<Services, 'database' | 'feed' | 'blobs' | 'log'> & { now: () => Date }

/** What agents call: to enroll, to take work, to read the document it is about, and to answer. */
export function agentWorkRoutes(api: FastifyInstance, deps: Deps): void {
  const { database, now } = deps
  serveCall(
    api,
    enrollAgent,
    async ({ request, body: { version } }) => {
      const { enrollment } = request
      if (!enrollment) throw new ApiError('key_refused')
      refuseTooOld({ name: enrollment.name, version })
      const enrolling = { enrollment, version, now: now() }
      const key = await withFirmWrite(database, enrollment.firmId, (trx) => enroll(trx, enrolling))
      return { name: enrollment.name, key }
    },
    { auth: 'enrollment' },
  )
  takingRoute(api, deps)
  ownWorkRoutes(api, deps)
}

function takingRoute(api: FastifyInstance, deps: Deps): void {
  const { database, now } = deps
  const waits = openWaits(deps)
  api.addHook('preClose', async () => waits.end())
  serveCall(
    api,
    takeAgentWork,
    async ({ request, reply, body }) => {
      const { firmId, agentId, name, key } = agentOf(request)
      const { version, credentials, busy, isFirst } = body
      await withFirmWrite(database, firmId, async (trx) => {
        await noteSeen(trx, { firmId, agentId, says: { version, credentials, isFirst } })
        await prolongAgentKey(trx, { firmId, id: key.id, now: now() })
      })
      refuseTooOld({ name, version })
      const asking = { firmId, agentId, ...(busy ? { busy } : {}) }
      const taken = await waits.take({ ...asking, connection: reply.raw, isHeld: body.waits ?? true })
      return { work: taken ? workOf(taken) : null }
    },
    { auth: 'agent' },
  )
}

/** What an agent does with work that it has taken, while it is the agent's. */
function ownWorkRoutes(api: FastifyInstance, { database, blobs }: Deps): void {
  const asOwner = <T>(request: FastifyRequest, of: { id: string; owner: string }, act: OwnerAct<T>) =>
    withFirmWrite(database, agentOf(request).firmId, async (trx) => {
      const { firmId, agentId } = agentOf(request)
      await noteSeen(trx, { firmId, agentId })
      const done = isUuid(of.owner) ? await act(trx, { firmId, agentId, ...of }) : undefined
      if (done === undefined) throw new ApiError('not_found', { sentence: tooLate })
      return done
    })
  serveCall(
    api,
    prolongAgentWork,
    async ({ request, params: { id }, body: { owner } }) => ({
      remainingMs: await asOwner(request, { id, owner }, prolongWork),
    }),
    { auth: 'agent' },
  )
  serveCall(
    api,
    readAgentDocument,
    async ({ request, reply, params: { id }, query: { owner } }) => {
      const { file } = await asOwner(request, { id, owner }, findOwnWork)
      const found = file && (await blobs.stat(file.sha256))
      if (!found) throw new ApiError('not_found')
      const content = blobs.stream(file.sha256)
      return sendDownload(reply.header('content-length', found.size), { name: 'document', type: bytes, content })
    },
    { auth: 'agent', exposeHeadRoute: false },
  )
  serveCall(
    api,
    answerAgentWork,
    async ({ request, params: { id }, body: { owner, result } }) => {
      await asOwner(request, { id, owner }, async (trx, of) => (await answerWork(trx, of, result)) || undefined)
    },
    { auth: 'agent' },
  )
}

/** Throws `wrong_state`: an agent that is too old could misunderstand the work. */
function refuseTooOld(agent: { name: string; version: string }): void {
  if (ageOf(agent.version) === 'tooOld') throw new ApiError('wrong_state', { sentence: tooOldSentence(agent) })
}

const bytes = 'application/octet-stream'

type OwnerAct<T> = (trx: Trx, owner: WorkOwner) => Promise<T | undefined>

const tooLate = "This work isn't yours any more: it took too long, or is no longer wanted. Do nothing more about it."

/** Returns the agent of a request; the guard lets no one else in. */
function agentOf({ agent }: FastifyRequest): EnrolledAgent {
  if (!agent) throw new ApiError('key_refused')
  return agent
}

function workOf({ id, owner, operation, remainingMs, work }: TakenWork) {
  const { credential, kind, driver, path = null, mayMake = null, file = null, documents } = work
  const asked = documents ? { documents } : {}
  return { id, owner, operation, credential, kind, driver, remainingMs, path, mayMake, file, serverVersion, ...asked }
}
