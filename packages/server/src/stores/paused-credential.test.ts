import { startFakeWeb } from '@courtcrier/connectors/sharepoint-server/fake-web.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { claimAllDue } from '../outbox/digests/schedule.ts'
import { type DmsFirm, type EnteredFiling, openDmsFirm, waiting } from './dms-firm.fixture.ts'

/** What happens to copies, and to the links of those that are saved, while the DMS refuses their credential. */
let firm: DmsFirm
beforeAll(async () => {
  firm = await openDmsFirm({})
  await firm.send('PUT', 'firm/1', {
    ...{ default_delivery_method: 'DMS_LINK', wait_for_dms_attempt_to_notify: true },
    error_notification_emails: ['it@one.example'],
  })
})
afterAll(() => firm?.close())

const site = '/sites/Litigation'
let count = 0

/** A SharePoint server, whose account's password may change, with a credential for it. */
async function openDms(name: string) {
  const account = { username: 'FIRM\\svc', password: 'right', site }
  const { service, tree } = await startFakeWeb(account)
  onTestFinished(() => service.close())
  const origin = `http://127.0.0.1:${service.port}`
  const signIn = { base_url: `${origin}${site}`, username: account.username, password: account.password }
  const id = await firm.make('sharepoint_server_credential', { name: `${name} ${++count}`, ...signIn })
  const key = `sharepoint_server_credential/${id}`
  const opened = (link: unknown) => tree.at(decodeURIComponent(String(link).split('/Shared%20Documents/')[1] ?? ''))
  const files = () => tree.below(tree.root.id).flatMap((entry) => (entry.bytes ? [tree.pathOf(entry)] : []))
  return { account, origin, signIn, id, key, files, opened }
}

type Dms = Awaited<ReturnType<typeof openDms>>

/** A case whose documents are saved to the DMS, all under one name. */
async function openCase(dms: Dms) {
  const matter = `2026-${++count}`
  const caseNumber = `3:26-cv-${String(count).padStart(5, '0')}`
  const policyId = await firm.make('storage_policy', {
    ...{ name: `Policy ${count}`, dms_credential_id: dms.id },
    ...{ document_path: '{{ matter.number }}', document_name: '{{ document.title }}' },
  })
  const caseId = await firm.makeCase({ name: `Roe ${count}`, matter, caseNumber, policyId })
  return { matter, policyId, enter: () => firm.enter(caseId, caseNumber) }
}

const copyOf = async ({ view }: EnteredFiling): Promise<AnyRow> => (await view()).copies[0] ?? {}

/** The copy waits for a working credential. */
async function paused(entered: EnteredFiling): Promise<AnyRow> {
  await expect.poll(async () => (await copyOf(entered)).waits_for, waiting).toBe('credential')
  return copyOf(entered)
}

async function saved(entered: EnteredFiling): Promise<AnyRow> {
  const { item, copies } = await firm.rested(entered)
  expect([item.status, item.reason]).toEqual(['Succeeded', null])
  expect(copies).toHaveLength(1)
  return copies[0] ?? {}
}

/** Emails to an address, or whose text has these words. */
async function mailsWith(words: string): Promise<readonly string[]> {
  const all = await firm.mails.parsed()
  return all
    .map(({ text = '', to = [] }) => `${to.map(({ address }) => address)}\n${text}`)
    .filter((text) => text.includes(words))
}

/** The link of a filing's copy, as its page and the record show it. */
async function linkIn(entered: EnteredFiling): Promise<unknown> {
  const { id, link } = await copyOf(entered)
  expect((await firm.send('GET', `document_copy/${id}`)).json().link ?? null).toBe(link ?? null)
  return link ?? null
}

/** The link to the DMS in an email about a filing that is sent once more. */
async function linkSent({ view }: EnteredFiling, matter: string): Promise<string | undefined> {
  const { item, deliveries } = await view()
  const before = (await mailsWith(`${matter}@one.example`)).length
  const body = { timekeeper_id: deliveries[0]?.timekeeper_id, again: true }
  await firm.send('POST', `filing/${item.envelope_id}/resend`, body)
  await expect.poll(() => mailsWith(`${matter}@one.example`), waiting).toHaveLength(before + 1)
  const sent = (await mailsWith(`${matter}@one.example`)).at(-1) ?? ''
  expect(sent).toContain('Saved as ')
  return /^ *(http\S+Shared%20Documents\S+)$/m.exec(sent)?.[1]
}

test('a copy waits while its credential is refused, which holds up nothing else, and goes on once it is mended', async () => {
  const dms = await openDms('Refusing')
  const { matter, enter } = await openCase(dms)
  dms.account.password = 'another'
  const [first, second] = [await enter(), await enter()]
  for (const each of [first, second]) {
    expect(await paused(each)).toMatchObject({ status: 'delayed', attempts: 0, link: null })
    const { item, deliveries } = await each.view()
    expect(item).toMatchObject({ status: 'Post Processing', reason: null, dms_status: 'started' })
    await expect.poll(async () => (await each.view()).deliveries[0]?.status, waiting).toBe('sent')
    expect(deliveries).toHaveLength(1)
  }
  expect((await copyOf(second)).sentence).toMatch(
    /^(The server rejected the sign-in \(401\)|The DMS rejects the credential)/,
  )
  expect(await mailsWith(`${matter}@one.example`)).toHaveLength(2)
  await claimAllDue(firm.api.services, new Date(Date.now() + 6 * 60_000))
  const told = () => mailsWith('it@one.example')
  await expect.poll(told, waiting).toHaveLength(1)
  expect((await told())[0]).toContain('The DMS rejects the credential "Refusing')
  const third = await enter()
  await paused(third)
  await claimAllDue(firm.api.services, new Date(Date.now() + 12 * 60_000))
  await firm.send('PUT', dms.key, { password: 'another' })
  for (const each of [first, second, third]) {
    const { link, path } = await saved(each)
    expect(dms.opened(link)?.name).toBe(String(path).split('/').at(-1))
    expect(String(link)).toMatch(new RegExp(`^${RegExp.escape(dms.origin)}/`))
  }
  expect(dms.files().toSorted()).toEqual(
    ['Order (2).pdf', 'Order (3).pdf', 'Order.pdf'].map((name) => `${matter}/${name}`),
  )
  expect(await told()).toHaveLength(1)
})

test('a copy whose policy gets another credential is saved once, there, under a name that is free there', async () => {
  const [former, current] = [await openDms('Former'), await openDms('Current')]
  const { policyId, matter, enter } = await openCase(former)
  const early = await enter()
  const { link } = await saved(early)
  former.account.password = 'another'
  const late = await enter()
  const { path } = await paused(late)
  expect(path).toBe(`${matter}/Order (2).pdf`)
  const refused = await firm.api.call({ as: 'Administrator', method: 'DELETE', url: `/api/v1/${former.key}` })
  expect(refused.status).toBe(409)
  await firm.send('PUT', `storage_policy/${policyId}`, { dms_credential_id: current.id })
  const copy = await saved(late)
  expect(copy).toMatchObject({ path: `${matter}/Order.pdf`, place: current.id })
  expect(current.files()).toEqual([`${matter}/Order.pdf`])
  expect(former.files()).toEqual([`${matter}/Order.pdf`])
  expect(String(copy.link)).toBe(`${current.origin}${site}/Shared%20Documents/${matter}/Order.pdf`)
  await firm.send('DELETE', former.key)
  expect(await copyOf(early)).toMatchObject({ status: 'succeeded', link })
  expect(former.opened(link)?.name).toBe('Order.pdf')
})

test('links lead to what is saved while its credential is paused, and never to a host that it no longer names', async () => {
  const [former, current] = [await openDms('Moving'), await openDms('Moved to')]
  const { policyId, matter, enter } = await openCase(former)
  const early = await enter()
  const { link } = await saved(early)
  await expect.poll(() => mailsWith(`${matter}@one.example`), waiting).toHaveLength(1)
  former.account.password = 'another'
  const late = await enter()
  await paused(late)
  expect(await linkIn(early)).toBe(link)
  expect(await linkSent(early, matter)).toBe(link)
  await firm.send('PUT', former.key, { ...current.signIn, library: 'Shared Documents' })
  const { link: movedLink } = await saved(late)
  expect(String(movedLink)).toBe(`${current.origin}${site}/Shared%20Documents/${matter}/Order%20(2).pdf`)
  expect(current.opened(movedLink)?.name).toBe('Order (2).pdf')
  expect(await linkIn(early)).toBeNull()
  expect(await linkSent(early, matter)).toBeUndefined()
  expect(await linkSent(late, matter)).toBe(movedLink)
  await firm.send('PUT', former.key, { ...former.signIn, password: 'another' })
  expect([await linkIn(early), await linkIn(late)]).toEqual([link, null])
  await firm.send('PUT', `storage_policy/${policyId}`, { dms_credential_id: current.id })
  await firm.send('DELETE', former.key)
  expect([await linkIn(early), await linkIn(late)]).toEqual([link, null])
})
