import { createHash } from 'node:crypto'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { expect } from 'vitest'
import type { Environment } from '../base/config.ts'
import { productRoutes } from '../http/routes.ts'
import { openOutgoingMail } from '../outbox/mail/outgoing-mail.ts'
import { openMailCatcher } from '../outbox/mail/test-mail-server.ts'
import { openTestApi, type TestApi } from '../testing/api.ts'
import { textPdf } from '../testing/pdf.ts'
import { startWorker } from '../worker.ts'
import { openStores } from './open-stores.ts'

export type DmsFirm = Awaited<ReturnType<typeof openDmsFirm>>

/** A filing of one document. */
export interface EnteredFiling {
  /** Of the document. */
  sha256: string
  view: () => Promise<ItemPage>
}

/** What the page of an item shows. */
export interface ItemPage {
  item: AnyRow
  copies: readonly AnyRow[]
  deliveries: readonly AnyRow[]
  history: readonly { sentence: string }[]
}

interface NewCase {
  /** Of the case's opponent, client, matter, court and timekeeper. */
  name: string
  /** The matter's number. */
  matter: string
  caseNumber: string
  policyId: string
}

/**
 * The whole product as an administrator uses it: over HTTP, with a worker and a mail server. `silentMs` is how long a DMS
 * may be silent, if not a minute. Close it when done.
 */
export async function openDmsFirm(environment: Environment, { silentMs }: { silentMs?: number } = {}) {
  const mails = await openMailCatcher()
  const mail = {
    ...{ COURTCRIER_SMTP_OUT: mails.url, COURTCRIER_MAIL_FROM: 'courtcrier@one.example' },
    COURTCRIER_URL: 'https://one.example',
  }
  const api = await openTestApi({
    register: productRoutes,
    environment: { COURTCRIER_ALLOW_PRIVATE_STORES: 'loopback', ...mail, ...environment },
  })
  if (silentMs !== undefined) api.services.stores = openStores({ ...api.services, silentMs })
  const worker = await startWorker(api.services, openOutgoingMail(api.services.config, api.services.log))

  async function close(): Promise<void> {
    await worker.stop()
    await api.close()
    await mails.close()
  }

  return { api, mails, ...workOf(api, 1), other: workOf(api, 2), close }
}

/** What an administrator of a firm does. */
function workOf(api: TestApi, firm: 1 | 2) {
  const as = { as: 'Administrator', firm } as const
  let count = 0

  async function send(method: 'GET' | 'POST' | 'PUT' | 'DELETE', key: string, body?: object) {
    const answer = await api.call({ ...as, method, url: `/api/v1/${key}`, ...(body ? { body } : {}) })
    expect(answer.status, `${method} ${key}: ${answer.text}`).toBeLessThan(300)
    return answer
  }

  const make = async (entity: string, body: object) => String((await send('POST', entity, body)).json().id)

  /** Enters a filing of one document in the case. */
  async function enter(caseId: string, caseNumber: string): Promise<EnteredFiling> {
    const content = await textPdf([`Order ${crypto.randomUUID()}`])
    const uploaded = await api.call({
      ...{ ...as, method: 'POST', url: '/api/v1/manual/upload?file_name=order.pdf', body: content },
      headers: { 'content-type': 'application/pdf' },
    })
    expect(uploaded.status, uploaded.text).toBe(201)
    const number = String(++count)
    const entered = await send('POST', 'manual', {
      ...{ court_id: 'cand', docket_number: caseNumber, event: 'Order', case_id: caseId, document_number: number },
      documents: [{ upload_id: uploaded.json().id, title: 'Order', number }],
    })
    const view = async () => (await send('GET', `inbox/${entered.json().item_id}`)).json() as unknown as ItemPage
    return { sha256: createHash('sha256').update(content).digest('hex'), view }
  }

  return { send, make, makeCase: (wanted: NewCase) => makeCase(make, wanted), enter, rested }
}

async function makeCase(
  make: (entity: string, body: object) => Promise<string>,
  { name, matter, caseNumber, policyId }: NewCase,
): Promise<string> {
  const clientId = await make('client', { name: `Client of ${name}`, number: `C-${matter}` })
  return make('case', {
    ...{ name: `Acme v. ${name}`, case_number: caseNumber, storage_policy_id: policyId },
    jurisdiction_id: await make('jurisdiction', { name: `N.D. Cal. ${name}`, ecfx_jurisdiction_ids: ['cand'] }),
    matter_id: await make('matter', { name: `Matter of ${name}`, number: matter, client_id: clientId }),
    assigned_timekeepers: [await make('timekeeper', { full_name: `Ada ${name}`, email: `${matter}@one.example` })],
  })
}

/** Waits until nothing more is done about an item. */
async function rested({ view }: EnteredFiling): Promise<ItemPage> {
  await expect.poll(async () => (await view()).item.status, waiting).not.toMatch(/^(New|Started|Post Processing)$/)
  return view()
}

/** Until a document has passed through the whole product. */
export const waiting = { timeout: 60_000, interval: 200 }
