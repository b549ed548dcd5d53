import path from 'node:path'
import type { ConnectorKind } from '@courtcrier/connectors/connector-kind.ts'
import { connectorKinds } from '@courtcrier/connectors/registry.ts'
import { type HttpFaultProxy, startHttpFaultProxy } from '@courtcrier/connectors/testing/fault-proxy.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { dmsSignIns } from '../testing/dms-sign-in.ts'
import type { DmsStandIn } from '../testing/dms-stand-in.ts'
import { dmsStandIns } from '../testing/dms-stand-ins.ts'
import { isLongRun } from '../testing/long-run.ts'
import { type DmsFirm, type EnteredFiling, openDmsFirm, waiting } from './dms-firm.fixture.ts'

/** Every kind of credential through the whole product: as an administrator sets it up, and as documents arrive. */
const nameOf = ({ credential, driver }: ConnectorKind) => driver ?? credential

let firm: DmsFirm
/** Where calls by name go: to the stand-in of the kind that is tried. */
let gateway: HttpFaultProxy
const target = { port: 0 }

beforeAll(async () => {
  gateway = await startHttpFaultProxy(target)
  firm = await openDmsFirm({ COURTCRIER_STORE_GATEWAY: gateway.url })
  await firm.send('PUT', 'firm/1', { default_delivery_method: 'DMS_LINK', wait_for_dms_attempt_to_notify: true })
})
afterEach(() => {
  gateway.rule = undefined
})
afterAll(async () => {
  await firm?.close()
  await gateway?.close()
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
      await expectEmailed(await expectSaved(bench, await bench.enter()))
      if (secret && (isLongRun || mended.includes(name))) await expectWaiting(bench, secret)
    } finally {
      await bench.place.close()
    }
  },
)

type Bench = Awaited<ReturnType<typeof openBench>>

let count = 0

/** A case whose filings are saved with a new credential of the kind, which has passed its test. */
async function openBench(name: string, kind: ConnectorKind) {
  const matter = `2026-${++count}`
  const caseNumber = `3:26-cv-${String(count).padStart(5, '0')}`
  const firmFolder = path.join(firm.api.services.config.storageFolder, '1')
  const place = await dmsStandIns[name]?.({ firmFolder, matter })
  if (!place) throw new Error(name)
  target.port = place.port ?? 0
  const key = await makeCredential(name, kind, place)
  const policyId = await makePolicy(name, key, place)
  const caseId = await firm.makeCase({ name, matter, caseNumber, policyId })
  return { place, key, name, caseNumber, enter: () => firm.enter(caseId, caseNumber) }
}

async function makeCredential(name: string, kind: ConnectorKind, { settings }: DmsStandIn): Promise<string> {
  const type = kind.driver ? { driver: kind.driver } : {}
  const key = `${kind.credential}/${await firm.make(kind.credential, { name: `Our ${name}`, ...type, ...settings })}`
  if (kind.authorization) expect(await dmsSignIns(firm.api).signIn(key)).toMatchObject({ state: 'done' })
  const { ok, steps } = (await firm.send('POST', `${key}/test`)).json() as unknown as Tested
  expect(ok, JSON.stringify(steps)).toBe(true)
  expect(steps.map(({ state }) => state)).not.toContain('failed')
  return key
}

interface Tested {
  ok: boolean
  steps: readonly { state: string }[]
}

function makePolicy(name: string, key: string, { above, property }: DmsStandIn): Promise<string> {
  return firm.make('storage_policy', {
    name: `To our ${name}`,
    document_path: [...(above ? [above] : []), '{{ matter.number }}', 'Filings'].join('/'),
    document_name: '{{ document.number }} {{ document.title }}',
    ...(property ? { document_properties: { [property]: 'Filed in {{ case.case_number }}' } } : {}),
    dms_credential_id: key.split('/')[1],
  })
}

/** One file at the place, which the copy and the timeline lead to. Returns the copy. */
async function expectSaved({ place, name, caseNumber }: Bench, entered: EnteredFiling): Promise<AnyRow> {
  const { sha256 } = entered
  const { item, copies, history } = await firm.rested(entered)
  expect([item.status, item.reason]).toEqual(['Succeeded', null])
  expect(copies).toEqual([expect.objectContaining({ status: 'succeeded', target: `Our ${name}` })])
  const [copy = {}] = copies
  const { path: at, link } = copy
  const files = (await place.files()).filter((file) => file.sha256 === sha256)
  expect(files).toEqual([expect.objectContaining({ path: expect.stringMatching(endsWith(String(at))) })])
  const [file] = files
  if (place.property) expect(JSON.stringify(file?.kept)).toContain(`Filed in ${caseNumber}`)
  expectOpened(place, link, file?.path ?? '')
  expect(history.map(({ sentence }) => sentence).join('\n')).toContain('all copies were saved.')
  return copy
}

async function expectEmailed({ path: at, link }: AnyRow): Promise<void> {
  await expect.poll(async () => textsWith(String(at)), waiting).toHaveLength(1)
  const [text] = await textsWith(String(at))
  expect(text).toContain(`Saved as ${at}`)
  if (link) expect(text).toContain(String(link))
}

function endsWith(text: string): RegExp {
  return new RegExp(`${RegExp.escape(text)}$`)
}

function expectOpened({ opens, opened }: DmsStandIn, link: unknown, file: string): void {
  if (opens === 'nothing') return void expect(link).toBeNull()
  const at = opened?.(String(link))
  expect(at, String(link)).toBe(opens === 'document' ? file : file.split('/')[0])
}

async function textsWith(at: string): Promise<readonly string[]> {
  const all = await firm.mails.parsed()
  return all.map(({ text = '' }) => text).filter((text) => text.includes(at))
}

/** The copy of another filing waits while the DMS refuses the credential, holds no one up, and goes on by itself. */
async function expectWaiting(bench: Bench, secret: Readonly<Record<string, string>>): Promise<void> {
  const { place, key, name, enter: enterOne } = bench
  if (place.wrong) await firm.send('PUT', key, place.wrong)
  else gateway.rule = () => ({ answer: 401 })
  const before = firm.mails.caught.length
  const second = await enterOne()
  const copy = async () => (await second.view()).copies[0]
  await expect.poll(async () => (await copy())?.waits_for, waiting).toBe('credential')
  expect(await copy()).toMatchObject({ status: 'delayed', attempts: 0, sentence: expect.stringMatching(/\.$/) })
  await expect.poll(() => firm.mails.caught.length, waiting).toBe(before + 1)
  const credential = `credential/${key.split('/')[1]}`
  expect((await firm.send('GET', credential)).json()).toMatchObject({ health: 'failing', sentence: expect.any(String) })
  gateway.rule = undefined
  await firm.send('PUT', key, secret)
  await expectSaved(bench, second)
  expect(await place.files()).toHaveLength(2)
  expect((await firm.send('GET', credential)).json()).toMatchObject({ name: `Our ${name}`, health: 'healthy' })
}
