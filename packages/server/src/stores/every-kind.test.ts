import { createHash } from 'node:crypto'
import path from 'node:path'
import type { ConnectorKind } from '@courtcrier/connectors/connector-kind.ts'
import { connectorKinds } from '@courtcrier/connectors/registry.ts'
import { type HttpFaultProxy, startHttpFaultProxy } from '@courtcrier/connectors/testing/fault-proxy.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { productRoutes } from '../http/routes.ts'
import { openOutgoingMail } from '../outbox/mail/outgoing-mail.ts'
import { type MailCatcher, openMailCatcher } from '../outbox/mail/test-mail-server.ts'
import { openTestApi, type TestApi } from '../testing/api.ts'
import { dmsSignIns } from '../testing/dms-sign-in.ts'
import type { DmsStandIn } from '../testing/dms-stand-in.ts'
import { dmsStandIns } from '../testing/dms-stand-ins.ts'
import { isLongRun } from '../testing/long-run.ts'
import { textPdf } from '../testing/pdf.ts'
import { startWorker } from '../worker.ts'

/** Every kind of credential through the whole product: as an administrator sets it up, and as documents arrive. */
const nameOf = ({ credential, driver }: ConnectorKind) => driver ?? credential

let mails: MailCatcher
let api: TestApi
let worker: Awaited<ReturnType<typeof startWorker>>
/** Where calls by name go: to the stand-in of the kind that is tried. */
let gateway: HttpFaultProxy
const target = { port: 0 }

beforeAll(async () => {
  mails = await openMailCatcher()
  gateway = await startHttpFaultProxy(target)
  api = await openTestApi({
    register: productRoutes,
    environment: {
      ...{ COURTCRIER_URL: 'https://one.example', COURTCRIER_ALLOW_PRIVATE_STORES: 'loopback' },
      ...{ COURTCRIER_STORE_GATEWAY: gateway.url, COURTCRIER_SMTP_OUT: mails.url },
      COURTCRIER_MAIL_FROM: 'courtcrier@one.example',
    },
  })
  worker = await startWorker(api.services, openOutgoingMail(api.services.config, api.services.log))
  await send('PUT', 'firm/1', { default_delivery_method: 'DMS_LINK', wait_for_dms_attempt_to_notify: true })
})
afterEach(() => {
  gateway.rule = undefined
})
afterAll(async () => {
  await worker?.stop()
  await api?.close()
  await gateway?.close()
  await mails?.close()
})

test('each kind has something that takes its place here', () => {
  expect(Object.keys(dmsStandIns).toSorted()).toEqual(connectorKinds.map(nameOf).toSorted())
})

/** Refused and mended in the short form too: by a password, by a program's own secret, and by a person's sign-in. */
const mended = ['SFTP', 'sharepoint_online_credential', 'box_credential']

test('what is mended in the short form are kinds', () => {
  expect(connectorKinds.map(nameOf)).toEqual(expect.arrayContaining(mended))
})

test.each(connectorKinds.map((kind) => [nameOf(kind), kind] as const))(
  'documents arrive by a credential of the kind %s, wait while it is refused, and go on once it is mended',
  async (name, kind) => {
    const bench = await openBench(name, kind)
    const { secret } = bench.place
    try {
      const saved = await bench.enter()
      await expectSaved(bench, saved)
      if (secret && (isLongRun || mended.includes(name))) await expectWaiting(bench, secret)
    } finally {
      await bench.place.close()
    }
  },
)

type Bench = Awaited<ReturnType<typeof openBench>>
type Entered = Awaited<ReturnType<Bench['enter']>>

let count = 0

/** A case whose filings are saved with a new credential of the kind, which has passed its test. */
async function openBench(name: string, kind: ConnectorKind) {
  const matter = `2026-${++count}`
  const caseNumber = `3:26-cv-${String(count).padStart(5, '0')}`
  const firmFolder = path.join(api.services.config.storageFolder, '1')
  const place = await dmsStandIns[name]?.({ firmFolder, matter })
  if (!place) throw new Error(name)
  target.port = place.port ?? 0
  const key = await makeCredential(name, kind, place)
  const caseId = await makeCase({ name, matter, caseNumber }, await makePolicy(name, key, place))
  return { place, key, name, caseNumber, enter: () => enter(caseId, caseNumber) }
}

async function makeCredential(name: string, kind: ConnectorKind, { settings }: DmsStandIn): Promise<string> {
  const type = kind.driver ? { driver: kind.driver } : {}
  const key = `${kind.credential}/${await make(kind.credential, { name: `Our ${name}`, ...type, ...settings })}`
  if (kind.authorization) expect(await dmsSignIns(api).signIn(key)).toMatchObject({ state: 'done' })
  const { ok, steps } = (await send('POST', `${key}/test`)).json() as unknown as Tested
  expect(ok, JSON.stringify(steps)).toBe(true)
  expect(steps.map(({ state }) => state)).not.toContain('failed')
  return key
}

interface Tested {
  ok: boolean
  steps: readonly { state: string }[]
}

function makePolicy(name: string, key: string, { above, property }: DmsStandIn): Promise<string> {
  return make('storage_policy', {
    name: `To our ${name}`,
    document_path: [...(above ? [above] : []), '{{ matter.number }}', 'Filings'].join('/'),
    document_name: '{{ document.number }} {{ document.title }}',
    ...(property ? { document_properties: { [property]: 'Filed in {{ case.case_number }}' } } : {}),
    dms_credential_id: key.split('/')[1],
  })
}

async function makeCase({ name, matter, caseNumber }: Numbers, policyId: string): Promise<string> {
  const clientId = await make('client', { name: `Client of ${name}`, number: `C-${matter}` })
  return make('case', {
    ...{ name: `Acme v. ${name}`, case_number: caseNumber, storage_policy_id: policyId },
    jurisdiction_id: await make('jurisdiction', { name: `N.D. Cal. ${name}`, ecfx_jurisdiction_ids: ['cand'] }),
    matter_id: await make('matter', { name: `Matter of ${name}`, number: matter, client_id: clientId }),
    assigned_timekeepers: [await make('timekeeper', { full_name: `Ada ${name}`, email: `${matter}@one.example` })],
  })
}

interface Numbers {
  name: string
  matter: string
  caseNumber: string
}

/** Enters a filing of one document in the case. */
async function enter(caseId: string, caseNumber: string) {
  const content = await textPdf([`Order ${crypto.randomUUID()}`])
  const uploaded = await api.call({
    ...{ as: 'Administrator', method: 'POST', url: '/api/v1/manual/upload?file_name=order.pdf', body: content },
    headers: { 'content-type': 'application/pdf' },
  })
  expect(uploaded.status, uploaded.text).toBe(201)
  const number = String(++count)
  const entered = await send('POST', 'manual', {
    ...{ court_id: 'cand', docket_number: caseNumber, event: 'Order', case_id: caseId, document_number: number },
    documents: [{ upload_id: uploaded.json().id, title: 'Order', number }],
  })
  const view = async () => (await send('GET', `inbox/${entered.json().item_id}`)).json() as unknown as View
  return { sha256: createHash('sha256').update(content).digest('hex'), view }
}

interface View {
  item: AnyRow
  copies: readonly AnyRow[]
  history: readonly { sentence: string }[]
}

/** One file at the place, which the copy, the timeline and the email lead to. */
async function expectSaved({ place, name, caseNumber }: Bench, { sha256, view }: Entered): Promise<void> {
  const { item } = await rested(view)
  expect([item.status, item.reason]).toEqual(['Succeeded', null])
  const { copies, history } = await view()
  expect(copies).toEqual([expect.objectContaining({ status: 'succeeded', target: `Our ${name}` })])
  const [{ path: at, link } = {}] = copies
  const files = (await place.files()).filter((file) => file.sha256 === sha256)
  expect(files).toEqual([expect.objectContaining({ path: expect.stringMatching(endsWith(String(at))) })])
  const [file] = files
  if (place.property) expect(JSON.stringify(file?.kept)).toContain(`Filed in ${caseNumber}`)
  expectOpened(place, link, file?.path ?? '')
  expect(history.map(({ sentence }) => sentence).join('\n')).toContain('all copies were saved.')
  await expect.poll(async () => textsWith(String(at)), waiting).toHaveLength(1)
  const [text] = await textsWith(String(at))
  expect(text).toContain(`Saved as ${at}`)
  if (link) expect(text).toContain(String(link))
}

/** Waits until nothing more is done about an item. */
async function rested(view: Entered['view']): Promise<View> {
  await expect.poll(async () => (await view()).item.status, waiting).not.toMatch(/^(New|Started|Post Processing)$/)
  return view()
}

const waiting = { timeout: 60_000, interval: 200 }

function endsWith(text: string): RegExp {
  return new RegExp(`${RegExp.escape(text)}$`)
}

function expectOpened({ opens, opened }: DmsStandIn, link: unknown, file: string): void {
  if (opens === 'nothing') return void expect(link).toBeNull()
  const at = opened?.(String(link))
  expect(at, String(link)).toBe(opens === 'document' ? file : file.split('/')[0])
}

async function textsWith(at: string): Promise<readonly string[]> {
  const all = await mails.parsed()
  return all.map(({ text = '' }) => text).filter((text) => text.includes(at))
}

/** The copy of another filing waits while the DMS refuses the credential, and goes on by itself. */
async function expectWaiting(bench: Bench, secret: Readonly<Record<string, string>>): Promise<void> {
  const { place, key, name, enter: enterOne } = bench
  if (place.wrong) await send('PUT', key, place.wrong)
  else gateway.rule = () => ({ answer: 401 })
  const second = await enterOne()
  const copy = async () => (await second.view()).copies[0]
  await expect.poll(async () => (await copy())?.waits_for, waiting).toBe('credential')
  expect(await copy()).toMatchObject({ status: 'delayed', attempts: 0, sentence: expect.stringMatching(/\.$/) })
  const credential = `credential/${key.split('/')[1]}`
  expect((await send('GET', credential)).json()).toMatchObject({ health: 'failing', sentence: expect.any(String) })
  gateway.rule = undefined
  await send('PUT', key, secret)
  await expectSaved(bench, second)
  expect(await place.files()).toHaveLength(2)
  expect((await send('GET', credential)).json()).toMatchObject({ name: `Our ${name}`, health: 'healthy' })
}

async function send(method: 'GET' | 'POST' | 'PUT', key: string, body?: object) {
  const answer = await api.call({ as: 'Administrator', method, url: `/api/v1/${key}`, ...(body ? { body } : {}) })
  expect(answer.status, `${method} ${key}: ${answer.text}`).toBeLessThan(300)
  return answer
}

async function make(entity: string, body: object): Promise<string> {
  return String((await send('POST', entity, body)).json().id)
}
