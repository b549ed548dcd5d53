import { connect, createServer } from 'node:net'
import { startFakeWeb } from '@courtcrier/connectors/sharepoint-server/fake-web.ts'
import { listen } from '@courtcrier/connectors/testing/slow-server.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { freePort } from '@courtcrier/lib/free-port.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { withSystem } from '../base/db/firm-transaction.ts'
import { checkDms } from '../doctor/check-dms.ts'
import { isWrite, makeGate } from '../testing/gate.ts'
import { type DmsFirm, type EnteredFiling, openDmsFirm, waiting } from './dms-firm.fixture.ts'

/** What happens to copies while their DMS can't be reached, and to everything else. */
let firm: DmsFirm
beforeAll(async () => {
  firm = await openDmsFirm({ COURTCRIER_RETRY_SECONDS: '1' }, { silentMs: 3000 })
  await firm.send('PUT', 'firm/1', { default_delivery_method: 'DMS_LINK', wait_for_dms_attempt_to_notify: true })
})
afterAll(() => firm?.close())

const site = '/sites/Litigation'

/** A SharePoint server, for whose account a firm has a credential. */
async function openServer() {
  const account = { username: 'FIRM\\svc', password: 'right', site }
  const { service, tree } = await startFakeWeb(account)
  onTestFinished(() => service.close())
  const makeCredential = (of: Pick<DmsFirm, 'make'>, { name, port }: { name: string; port: number }) =>
    of.make('sharepoint_server_credential', {
      ...{ name, base_url: `http://127.0.0.1:${port}${site}` },
      ...{ username: account.username, password: account.password },
    })
  const files = () => tree.below(tree.root.id).flatMap((entry) => (entry.bytes ? [tree.pathOf(entry)] : []))
  return { service, makeCredential, files }
}

/** A server that can't be reached until its gate is opened, with a credential for it. */
async function openDms() {
  const { service, makeCredential, files } = await openServer()
  const gate = await makeGate(await freePort(), isWrite)
  onTestFinished(() => gate.shut())
  const id = await makeCredential(firm, { name: 'Records', port: gate.port })
  return { id, files, reach: () => gate.open(service) }
}

/** A server that takes connections and answers nothing until it is woken, with a credential for it. */
async function openHung() {
  const { service, makeCredential, files } = await openServer()
  const front = { isAwake: false, taken: 0 }
  const { port, close } = await listen(
    createServer((client) => {
      front.taken += 1
      if (!front.isAwake) return void client.resume()
      const server = connect({ port: service.port, host: '127.0.0.1' })
      server.on('error', () => client.destroy()).on('close', () => client.destroy())
      client.on('close', () => server.destroy())
      client.pipe(server).pipe(client)
    }),
  )
  onTestFinished(async () => void (await close()))
  const id = await makeCredential(firm, { name: 'Asleep', port })
  return { id, files, front }
}

/** A case of the other firm whose documents are saved to a server that answers. */
async function openOther() {
  const { service, makeCredential, files } = await openServer()
  const { other } = firm
  const policyId = await other.make('storage_policy', {
    ...{ name: 'Healthy', dms_credential_id: await makeCredential(other, { name: 'Healthy', port: service.port }) },
    ...{ document_path: '{{ matter.number }}', document_name: '{{ document.title }}' },
  })
  const caseNumber = '3:26-cv-00700'
  const caseId = await other.makeCase({ name: 'Poe', matter: '2026-700', caseNumber, policyId })
  return { enter: () => other.enter(caseId, caseNumber), files }
}

let cases = 100

/** A case whose documents are saved there and on this server. */
async function openCase(dmsId: string) {
  const number = ++cases
  const found = (await firm.send('GET', 'credential/search')).json() as unknown as { credentials: readonly AnyRow[] }
  const folder = found.credentials.find(({ kind }) => kind === 'generic_credential')
  const place = { document_path: '{{ matter.number }}', document_name: '{{ document.title }}' }
  const here = await firm.make('storage_policy', { name: `Here ${number}`, dms_credential_id: folder?.id, ...place })
  const policyId = await firm.make('storage_policy', {
    ...{ name: `There ${number}`, dms_credential_id: dmsId, ...place, additional_storage_policy_id: here },
  })
  const caseNumber = `3:26-cv-00${number}`
  const caseId = await firm.makeCase({ name: `Roe ${number}`, matter: `2026-${number}`, caseNumber, policyId })
  const copies = async ({ view }: EnteredFiling) => {
    const all = (await view()).copies
    const of = (policy: string) => all.find(({ storage_policy_id: id }) => id === policy) ?? {}
    return { there: of(policyId), here: of(here) }
  }
  return { enter: () => firm.enter(caseId, caseNumber), copies }
}

async function healthOf(id: string) {
  return (await firm.send('GET', `credential/${id}`)).json()
}

/** What the firm's log says about copies, and about their credential. */
async function logged(): Promise<readonly AnyRow[]> {
  const { rows } = await withSystem(firm.api.services.database, (trx) =>
    sql<AnyRow>`
      select level, action, entity, sentence, facts from system_events
      where type in ('DMS upload failure', 'DMS upload success') and (level <> 'INFO' or action is not null)
      order by created_at`.execute(trx),
  )
  return rows
}

const paused =
  /^The DMS "Records" hasn't answered since \d{4}-\d\d-\d\d \d\d:\d\d UTC\. Its copies wait, and one of them is tried at \d{4}-\d\d-\d\d \d\d:\d\d UTC\. 127\.0\.0\.1 couldn't be reached, or the connection was lost \(ECONNREFUSED\)\.$/

test('a DMS that does not answer is paused with one sentence, holds up nothing else, and goes on by itself', async () => {
  const dms = await openDms()
  const { enter, copies } = await openCase(dms.id)
  const first = await enter()
  const waitsFor = async (each: EnteredFiling) => (await copies(each)).there.waits_for
  await expect.poll(() => waitsFor(first), waiting).toBe('answer')
  await expect.poll(async () => (await copies(first)).there, waiting).toMatchObject({ status: 'delayed', attempts: 2 })
  const later = [await enter(), await enter(), await enter()]
  for (const each of later) {
    await expect.poll(() => waitsFor(each), waiting).toBe('answer')
    await expect.poll(async () => (await copies(each)).here.status, waiting).toBe('succeeded')
    await expect.poll(async () => (await each.view()).deliveries[0]?.status, waiting).toBe('sent')
    expect((await each.view()).item).toMatchObject({ status: 'Post Processing', reason: null, dms_status: 'started' })
    // It may be the one that is tried just now.
    const rests = { status: 'delayed', attempts: 0, sentence: expect.stringMatching(paused) }
    await expect.poll(async () => (await copies(each)).there, waiting).toMatchObject(rests)
  }
  const { sentence, ...health } = await healthOf(dms.id)
  expect([health.health, sentence]).toEqual(['unreached', expect.stringMatching(paused)])
  const check = async () =>
    (await checkDms(firm.api.services.database)).find(({ name }) => name.includes('Records'))?.sentence
  await expect.poll(check, waiting).toMatch(new RegExp(`${paused.source.replace('$', '')} 4 documents wait for it\\.$`))
  const outage = { level: 'ERROR', action: 'dms_unanswered', sentence: expect.stringMatching(paused) }
  const firstTry = { level: 'WARNING', action: null, entity: 'document_copy' }
  expect(await logged()).toMatchObject([firstTry, outage])
  await dms.reach()
  for (const each of [first, ...later]) {
    const { item } = await firm.rested(each)
    expect([item.status, item.reason]).toEqual(['Succeeded', null])
  }
  expect(dms.files()).toHaveLength(4)
  for (const each of later) expect((await copies(each)).there.attempts).toBe(1)
  await expect.poll(async () => (await healthOf(dms.id)).health, waiting).toBe('healthy')
  expect((await healthOf(dms.id)).sentence ?? null).toBeNull()
  // Those that look at this moment whether they may go on don't wait.
  const end = { level: 'INFO', action: 'dms_answers', facts: { waited: expect.stringMatching(/^[0-3]$/) } }
  expect(await logged()).toMatchObject([firstTry, outage, end])
})

const silent =
  /^The DMS "Asleep" hasn't answered since .* one of them is tried at .*\. 127\.0\.0\.1 couldn't be reached, or the connection was lost \(ETIMEDOUT\)\.$/

test('a DMS that takes connections and never answers is paused too, while the firm’s other copies and another firm’s are saved', async () => {
  const hung = await openHung()
  const healthy = await openOther()
  const { enter, copies } = await openCase(hung.id)
  const asleep = [await enter(), await enter(), await enter(), await enter()]
  const isAsked = () => expect.poll(() => hung.front.taken, waiting).toBeGreaterThan(0)
  await isAsked()
  const beside = await healthy.enter()
  expect((await firm.other.rested(beside)).item).toMatchObject({ status: 'Succeeded', dms_status: 'succeeded' })
  for (const each of asleep) {
    await expect.poll(async () => (await copies(each)).here.status, waiting).toBe('succeeded')
    await expect.poll(async () => (await copies(each)).there.waits_for, waiting).toBe('answer')
  }
  await expect.poll(async () => (await healthOf(hung.id)).sentence, waiting).toMatch(silent)
  const later = await healthy.enter()
  expect((await firm.other.rested(later)).item).toMatchObject({ status: 'Succeeded', dms_status: 'succeeded' })
  expect([healthy.files(), hung.files()]).toEqual([[expect.any(String), expect.any(String)], []])
  hung.front.isAwake = true
  for (const each of asleep) expect((await firm.rested(each)).item).toMatchObject({ status: 'Succeeded', reason: null })
  expect(hung.files()).toHaveLength(4)
})
