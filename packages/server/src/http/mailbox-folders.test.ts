import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { settingsFor, startGraph } from '../mail/graph/graph-mailbox.fixture.ts'
import { startServer } from '../mail/imap-reader.fixture.ts'
import { makeFolder } from '../mail/testing/imap-folder.ts'
import type { TestImapServer } from '../mail/testing/imap-server.ts'
import { type ApiCall, openTestApi, type TestApi } from '../testing/api.ts'
import { startGrantServer } from '../testing/grant-server.ts'
import { addPersonal, mailRedirectUris, signInToAccount } from '../testing/mail-sign-in.ts'
import { startTokenServer, testApplication } from '../testing/token-server.ts'
import { productRoutes } from './routes.ts'

const address = 'notices@one.example'
let api: TestApi
beforeAll(async () => {
  const environment = { COURTCRIER_URL: 'https://one.example', COURTCRIER_ALLOW_PRIVATE_MAIL: 'loopback' }
  api = await openTestApi({ environment, register: productRoutes })
})
afterAll(() => api?.close())

describe('the folders of a mailbox by IMAP', () => {
  test('are listed before it is saved, with / between the names of a path, and nothing of it is saved', async () => {
    const server = await startServer({ user: address, separator: '.', unselectable: ['Public'] })
    for (const name of ['Public.Courts', 'Archive', 'Archive.2025']) server.folders.set(name, makeFolder())
    const mailbox = draftAt(server)
    expect((await listed({ mailbox })).json()).toEqual({
      ok: true,
      folders: ['INBOX', 'Archive', 'Archive/2025', 'Public/Courts'],
      is_complete: true,
      sentence: '4 folders were found.',
    })
    expect(server.commands.filter((command) => /SELECT|EXAMINE|CREATE|STORE|MOVE/i.test(command))).toEqual([])
    expect(await namesOfMailboxes()).not.toContain(mailbox.name)
    expect(await sentencesOfLog()).toContainEqual(
      expect.stringMatching(/ listed the folders of the mailbox "Draft [^"]+": 4 folders were found\.$/),
    )
    await expect.poll(server.sessions).toBe(0)
  })

  test('each can be entered as it is listed', async () => {
    const server = await startServer({ user: address, separator: '.' })
    server.folders.set('Court.Notices, N.D', makeFolder())
    server.folders.set('Court.Notices', makeFolder())
    const [, nested] = (await listed({ mailbox: draftAt(server) })).json().folders as string[]
    expect(nested).toBe('Court/Notices')
    const id = await save({ ...draftAt(server), folder: nested })
    const tested = await api.call({ as: 'Administrator', method: 'POST', url: `/api/v1/mailbox/${id}/test` })
    expect(tested.json(), tested.text).toMatchObject({ ok: true })
  })

  test('that could not be entered are left out: names with control characters, a slash or without an end', async () => {
    const server = await startServer({ user: address, separator: '.' })
    const names = ['Bell\u0007', 'North/South', 'North/South.Inner', 'x'.repeat(501), ' edges ', 'Two..dots', 'Fine']
    for (const name of names) server.folders.set(name, makeFolder())
    expect((await listed({ mailbox: draftAt(server) })).json()).toMatchObject({
      folders: ['INBOX', 'Fine'],
      sentence: '2 folders were found. Folders whose names cannot be entered are left out: 6.',
    })
  })

  test('are the 500 nearest to the top if there are more', async () => {
    const server = await startServer({ user: address })
    for (let n = 0; n < 600; n += 1) server.folders.set(`A case/${n}`, makeFolder())
    server.folders.set('Zoning', makeFolder())
    const answer = (await listed({ mailbox: draftAt(server) })).json() as { folders: string[]; sentence: string }
    expect(answer).toMatchObject({ ok: true, is_complete: false })
    expect(answer.folders).toHaveLength(500)
    expect(answer.folders).toEqual(expect.arrayContaining(['INBOX', 'Zoning', 'A case/0']))
    expect(answer.sentence).toBe('The first 500 folders are listed. Enter the path of any other.')
  })

  test('are listed with a token of the application', async () => {
    const tokens = await startTokenServer({ user: address })
    onTestFinished(tokens.stop)
    const server = await startServer({ user: address, tokens })
    const { clientId, clientSecret } = testApplication
    const mailbox = {
      ...draftAt(server),
      ...{ service: 'OAUTH', token_url: tokens.tokenUrl, scope: 'imap', password: null },
      ...{ client_id: clientId, client_secret: clientSecret },
    }
    expect((await listed({ mailbox })).json()).toMatchObject({
      ok: true,
      folders: ['INBOX'],
      sentence: 'One folder was found.',
    })
  })

  test('are not listed with a wrong password, or where nothing listens, which the answer says', async () => {
    const server = await startServer({ user: address })
    const wrong = await listed({ mailbox: { ...draftAt(server), password: 'wrong' } })
    expect(wrong.json()).toEqual({
      ...{ ok: false, folders: [], is_complete: false },
      sentence: `The mail server 127.0.0.1 refuses the user name or password of ${address}.`,
    })
    await server.close()
    const silent = await listed({ mailbox: draftAt(server) })
    expect(silent.json().sentence).toBe(`Nothing listens for IMAP at 127.0.0.1, port ${server.port}.`)
  })
})

describe('the folders of a saved mailbox', () => {
  test('are listed with its secret, and with changes that are not saved', async () => {
    const server = await startServer({ user: address })
    server.folders.set('Court', makeFolder())
    const id = await save(draftAt(server))
    for (const asked of [{ id }, { id: id.toUpperCase() }, { id, mailbox: { folder: '', done_folder: 'Done' } }])
      expect((await listed(asked)).json()).toMatchObject({ ok: true, folders: ['INBOX', 'Court'] })
    const changed = await listed({ id, mailbox: { password: 'wrong' } })
    expect(changed.json().sentence).toContain('refuses the user name or password')
    expect((await listed({ id })).json()).toMatchObject({ ok: true })
  })

  test('are not listed elsewhere with the secret that was saved for its server', async () => {
    const [server, elsewhere] = [await startServer({ user: address }), await startServer({ user: address })]
    const id = await save(draftAt(server))
    const other = { server: `imap://127.0.0.1:${elsewhere.port}` }
    const refused = await listed({ id, mailbox: other })
    expect(refused.status, refused.text).toBe(400)
    expect(refused.json().errors).toMatchObject([
      { field: 'password', message: expect.stringMatching(/^Enter it again: it was saved for /) },
    ])
    expect((await listed({ id, mailbox: { address: 'partner@one.example' } })).status).toBe(400)
    expect(elsewhere.commands).toEqual([])
    const entered = await listed({ id, mailbox: { ...other, password: 'secret' } })
    expect(entered.json()).toMatchObject({ ok: true, folders: ['INBOX'] })
  })

  test('are listed only by those who may change it, in their own firm', async () => {
    const server = await startServer({ user: address })
    const id = await save(draftAt(server))
    expect((await listed({ id }, { as: 'View Only' })).status).toBe(403)
    expect((await listed({ mailbox: draftAt(server) }, { as: 'View Only' })).status).toBe(403)
    expect((await listed({ id }, { firm: 2 })).status).toBe(404)
    expect((await listed({ id: 'x' })).status).toBe(404)
    expect((await listed({ id, mailbox: { folders: [] } })).status).toBe(400)
    const said = (await listed({}, { as: 'Administrator' })).json().errors as { field: string }[]
    expect(said.map(({ field }) => field)).toContain('name')
    expect(server.commands).toEqual([])
  })

  test('of a provider that calls are none', async () => {
    const id = await save({ service: 'MAILGUN', call_secret: 'k', server: null, password: null })
    expect((await listed({ id })).json()).toMatchObject({
      ...{ ok: false, folders: [] },
      sentence: 'This mailbox has no folders to choose from: its provider calls Courtcrier with each message.',
    })
  })
})

test('the folders of a mailbox that someone signed in to are not listed for another address with that sign-in', async () => {
  const grants = await startGrantServer({ redirectUris: mailRedirectUris, user: address })
  onTestFinished(grants.stop)
  const server = await startServer({ user: address, tokens: grants })
  const partner = await startServer({ user: 'partner@one.example', tokens: grants })
  const id = await addPersonal(api, grants, { server: `imap://127.0.0.1:${server.port}` })
  const first =
    'Someone has to sign in to this mailbox before its folders can be listed. Save the mailbox first, then sign in.'
  expect((await listed({ id })).json()).toMatchObject({ ok: false, sentence: first })
  await signInToAccount(api, id)
  expect((await listed({ id })).json()).toMatchObject({ ok: true, folders: ['INBOX'] })
  const led = { client_secret: grants.client.clientSecret, address: 'partner@one.example' }
  expect((await listed({ id, mailbox: led })).json()).toMatchObject({ ok: false, sentence: first })
  const elsewhere = { ...led, server: `imap://127.0.0.1:${partner.port}` }
  expect((await listed({ id, mailbox: elsewhere })).json()).toMatchObject({ ok: false, sentence: first })
  expect(partner.commands).toEqual([])
  expect((await listed({ id })).json()).toMatchObject({ ok: true })
})

describe('the folders of a mailbox by Microsoft Graph', () => {
  test('are listed page by page with those within them; the inbox is INBOX in every language', async () => {
    const { graph, tokens } = await startGraph()
    const [inbox] = graph.folders
    if (inbox) inbox.displayName = 'Posteingang'
    const court = graph.addFolder('Court notices', 'id-of-inbox')
    for (const state of ['CA', 'NV', 'TX', 'WA']) graph.addFolder(state, court.id)
    graph.addFolder('Within', graph.addFolder('North/South').id)
    const mailbox = graphDraft({ graph, tokens })
    const answer = (await listed({ mailbox })).json() as { folders: string[] }
    expect(answer).toMatchObject({
      sentence: '9 folders were found. Folders whose names cannot be entered are left out: 1.',
    })
    expect(answer.folders).toEqual([
      ...['INBOX', 'Archive', 'Drafts', 'INBOX/Court notices', 'INBOX/Court notices/CA', 'INBOX/Court notices/NV'],
      ...['INBOX/Court notices/TX', 'INBOX/Court notices/WA', 'Sent Items'],
    ])
    expect(graph.requests.every(({ what }) => what.startsWith('GET /mailFolders'))).toBe(true)
    const id = await save({ ...mailbox, folder: 'INBOX/Court notices/WA' })
    const tested = await api.call({ as: 'Administrator', method: 'POST', url: `/api/v1/mailbox/${id}/test` })
    expect(tested.json(), tested.text).toMatchObject({ ok: true })
  })

  test('are not listed if Graph refuses, which the answer says', async () => {
    const places = await startGraph()
    places.graph.interfere(() => ({ status: 403, code: 'ErrorAccessDenied' }))
    expect((await listed({ mailbox: graphDraft(places) })).json()).toMatchObject({
      ...{ ok: false, folders: [] },
      sentence: expect.stringMatching(/^Microsoft accepts the application, but doesn't let it use the mailbox of /),
    })
  })
})

let serial = 0
function draftAt({ port }: Pick<TestImapServer, 'port'>): AnyRow {
  const server = `imap://127.0.0.1:${port}`
  return { name: `Draft ${++serial}`, service: 'PASSWORD', address, server, password: 'secret' }
}

function graphDraft(places: Parameters<typeof settingsFor>[0]): AnyRow {
  const { service, tenantId, clientId, clientSecret, server, tokenUrl, scope } = settingsFor(places)
  return {
    ...{ name: `Draft ${++serial}`, service, address, server, scope },
    ...{ tenant_id: tenantId, client_id: clientId, client_secret: clientSecret, token_url: tokenUrl },
  }
}

function listed(body: AnyRow, more: Partial<ApiCall> = {}) {
  return api.call({ as: 'Administrator', method: 'POST', url: '/api/v1/mailbox/folders', body: { ...body }, ...more })
}

/** Saves a mailbox that isn't read meanwhile. */
async function save(values: AnyRow): Promise<string> {
  const body = { name: `Saved ${++serial}`, address, ...values, is_active: false }
  const made = await api.call({ as: 'Administrator', method: 'POST', url: '/api/v1/mailbox', body })
  expect(made.status, made.text).toBe(201)
  return String(made.json().id)
}

async function namesOfMailboxes(): Promise<string[]> {
  const { mailboxes } = (await api.call({ as: 'Administrator', url: '/api/v1/mailbox/search' })).json()
  return (mailboxes as { name: string }[]).map(({ name }) => name)
}

async function sentencesOfLog(): Promise<string[]> {
  const { system_events: events } = (
    await api.call({ as: 'Administrator', url: '/api/v1/system_event/search?max=50' })
  ).json()
  return (events as { sentence: string }[]).map(({ sentence }) => sentence)
}
