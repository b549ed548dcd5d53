import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { withSystem } from '../../base/db/firm-transaction.ts'
import { newId } from '../../base/db/ids.ts'
import type { ClaimedJob } from '../../base/db/job.ts'
import { productRoutes } from '../../http/routes.ts'
import { type ApiAnswer, type ApiCall, openTestApi, type TestApi } from '../../testing/api.ts'
import { openKind } from '../run.ts'
import { type CallDeps, type CallServices, callKind } from './kind.ts'

/** An API, and a receiver of its webhooks' calls. */
export interface WebhookBench {
  api: TestApi
  /** What the receiver was sent so far. */
  heard: { headers: IncomingHttpHeaders; body: string }[]
  /** What it answers. */
  answer: RequestListener
  call: (more: ApiCall) => Promise<ApiAnswer>
  post: (url: string, body?: object) => Promise<ApiAnswer>
  /** Creates a webhook that calls the receiver, and returns its ID. */
  makeWebhook: (values?: AnyRow) => Promise<string>
  callsOf: (id: string) => Promise<AnyRow[]>
  /** Makes every waiting call, as the worker does, without waiting for the time of its job. */
  work: (id: string, now?: Date) => Promise<void>
  /** Has no webhook left, and a receiver that takes everything. */
  clear: () => Promise<void>
  close: () => Promise<void>
}

export const runCall = (services: CallServices, job: ClaimedJob, deps: CallDeps = {}) =>
  openKind(callKind(services, deps)).run(job)

const thanks: RequestListener = (_, response) => response.end('thanks')

export async function openWebhookBench(): Promise<WebhookBench> {
  const api = await openTestApi({ register: productRoutes, environment: { COURTCRIER_ALLOW_PRIVATE_WEBHOOKS: '1' } })
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    bench.heard.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
    bench.answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const bench: WebhookBench = {
    ...{ api, heard: [], answer: thanks },
    call: (more) => api.call({ as: 'Administrator', ...more }),
    post: (url, body) => bench.call({ method: 'POST', url: `/api/v1/${url}`, ...(body ? { body } : {}) }),
    makeWebhook: async (values = {}) => {
      const body = { name: newId(), url: `http://127.0.0.1:${port}/hook?key=own`, events: ['case.created'], ...values }
      const made = await bench.post('webhook', body)
      expect(made.status, made.text).toBe(201)
      return String(made.json().id)
    },
    callsOf: async (id) => (await bench.call({ url: `/api/v1/webhook/${id}/calls` })).json().calls as AnyRow[],
    work: async (id, now = new Date()) => {
      const waiting = (await bench.callsOf(id)).filter(({ status }) => status === 'waiting')
      for (const each of waiting)
        await runCall(api.services, { data: { firmId: 1, id: String(each.id) } }, { now: () => now })
    },
    clear: async () => {
      bench.heard = []
      bench.answer = thanks
      await withSystem(api.services.database, (trx) => sql`delete from webhooks`.execute(trx))
    },
    close: async () => {
      server.close()
      await api.close()
    },
  }
  return bench
}
