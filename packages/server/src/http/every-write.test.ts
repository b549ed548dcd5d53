import { snakeCase } from '@courtcrier/contract/names.ts'
import type { AnyRow, Resource } from '@courtcrier/contract/resource.ts'
import { findResource, getResource } from '@courtcrier/contract/resources/registry.ts'
import { chargedBy, type TrackingAction, trackingActions } from '@courtcrier/contract/tracking.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { receiveMessage } from '../mail/receive.ts'
import { type ApiAnswer, type ApiCall, openTestApi, type TestApi, testEmail, testPassword } from '../testing/api.ts'
import { type Ends, openEnds } from '../testing/end-once.ts'
import { type Examples, makeExamples } from '../testing/examples.ts'
import { isLongRun } from '../testing/long-run.ts'
import { pngOf } from '../testing/png.ts'
import { noticeCalls } from '../testing/write-calls.ts'
import { productRoutes } from './routes.ts'

/**
 * Everything that changes data or lets someone in is in the firm's log: every writing route of the API, as listed in
 * its own description, is called here and must log an event. No one should have to save again because two transactions
 * waited for each other: the database ends the first transaction of a call, which must be made again; in the long form
 * of each, otherwise of every third. A new route needs a call below or a reason among the exceptions.
 */
let api: TestApi
let examples: Examples
let ends: Ends
let routes: readonly string[]
let ofNotices: Readonly<Record<string, Prepare>>
beforeAll(async () => {
  api = await openTestApi({ register: productRoutes })
  ends = await openEnds(api.services.database, 'system_events')
  examples = makeExamples(api)
  ofNotices = noticeCalls(api)
  const document = (await api.call({ url: '/api/v1/openapi.json' })).json() as { paths: Record<string, AnyRow> }
  routes = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item)
      .filter((method) => ['post', 'put', 'patch', 'delete'].includes(method))
      .map((method) => `${method.toUpperCase()} ${path.replace('/api/v1', '')}`),
  )
})
afterAll(async () => {
  await ends.close()
  await api.close()
})

/** Routes that write by their method only, or whose event is tested elsewhere; each with the reason. */
const exceptions: readonly { route: RegExp; because: string }[] = [
  { route: /^POST \/\w+\/similar$/, because: 'it looks for records and changes none' },
  { route: /^POST \/\w+\/search$/, because: 'it searches with parameters that are too long for an address' },
  { route: /^POST \/\w+\/bulk-values$/, because: 'it reads what records have in common' },
  { route: /^POST \/notice_format\/try$/, because: 'it tries a format and keeps nothing' },
  { route: /^POST \/oauth\/access_token$/, because: 'it goes on with a session whose beginning is logged' },
  { route: /^POST \/inbox\/ids$/, because: 'it reads the ids of what is selected' },
  { route: /^POST \/ethical_wall\/preview$/, because: 'it counts what a wall would hide and keeps nothing' },
  {
    route:
      /^POST \/(notification_rule|auto_case_creation|ignored_case|jurisdiction_preference|storage_policy|firm)\/try$/,
    because: 'it tries a draft and keeps nothing',
  },
  { route: /^POST \/email_template\/preview$/, because: 'it shows a mail and keeps nothing' },
  {
    route: /^POST \/firm\/domains\/\{id\}\/check$/,
    because: 'it asks the DNS; firm-domains.test.ts shows the event of a proof',
  },
  { route: /^POST \/manual\/upload$/, because: 'nothing is made of the file before it is entered, which is logged' },
  { route: /^POST \/sso\/session$/, because: 'it ends a sign-in at a provider; sign-on.test.ts shows its event' },
  { route: /^POST \/sso\/saml$/, because: 'it ends a sign-in at a provider; saml.test.ts shows its event' },
  { route: /^POST \/auth\/invitation$/, because: 'it says what a link is for, with a token that is in no address' },
  {
    route: /^POST \/auth\/login\/(second-factor|passkey|passkey\/finish)$/,
    because: 'it goes on with a sign-in; second-factors.test.ts and passkeys.test.ts show its events',
  },
  { route: /^POST \/auth\/confirmation\/begin$/, because: 'it says how someone can confirm that it is them' },
  {
    route: /^POST \/auth\/factors\/(totp|passkeys\/begin)$/,
    because: 'nothing counts before it is confirmed, which is logged',
  },
  {
    route: /^POST \/(mailbox|mail_sender)\/\{id\}\/sign-in$/,
    because: 'nothing changes until someone has signed in, which is logged (mail-sign-in.test.ts)',
  },
  {
    route: /^POST \/\w+_credential\/\{id\}\/sign-in$/,
    because: 'nothing changes until someone has signed in, which is logged (dms-sign-in.test.ts)',
  },
  {
    route: /^POST \/provider-mail\/\{id\}\/\{key\}\/mime$/,
    because: 'it receives a notice, whose history says so; provider-mail.test.ts shows the events of what is refused',
  },
  {
    route: /^POST \/agent\//,
    because: 'an agent calls it, not a user; agents.test.ts shows the event of its enrollment',
  },
  {
    route: /^POST \/graph-bell\/\{id\}\/\{key\}$/,
    because: 'it has a mailbox checked now, which changes nothing',
  },
  { route: /^POST \/demo\//, because: 'it is there in a demo only, and demo.test.ts shows its events' },
]

test('every writing route logs an event, and a transaction that the database ends for a deadlock is made again', async () => {
  expect(routes.length).toBeGreaterThan(200)
  const silent: string[] = []
  for (const [index, route] of routes.filter((each) => !isExcepted(each)).entries()) {
    const call = await preparedCall(route)
    const count = () => countEvents(route)
    const before = await count()
    const isEnded = isLongRun || index % 3 === 0
    const run = async () => {
      const answer = await api.call(call)
      if (call.waits) await expect.poll(count).toBeGreaterThan(before)
      return answer
    }
    const answer = await (isEnded ? ends.once(run) : run()).catch((error: Error) => ({
      status: 500,
      text: error.message,
    }))
    if (!isAsMeant(call, answer.status)) silent.push(`${route}: ${answer.text}`)
    else if ((await count()) <= before) silent.push(route)
  }
  expect(silent).toEqual([])
})

test('every exception matches a route', () => {
  const idle = exceptions.filter(({ route }) => !routes.some((each) => route.test(each)))
  expect(idle).toEqual([])
})

test('every call matches a route', () => {
  expect(Object.keys({ ...own, ...ofNotices }).filter((route) => !routes.includes(route))).toEqual([])
})

function isExcepted(route: string): boolean {
  return exceptions.some((exception) => exception.route.test(route))
}

/** The request; `waits` if the event comes after the answer. */
type Prepared = Omit<ApiCall, 'method'> & { method: NonNullable<ApiCall['method']> } & Meant

interface Meant {
  waits?: boolean
  /** The expected refusal status; the event is logged all the same. */
  refusedWith?: number
}

function isAsMeant({ refusedWith }: Meant, status: number): boolean {
  return refusedWith === undefined ? status < 300 : status === refusedWith
}

async function preparedCall(route: string): Promise<Prepared> {
  const [method = '', path = ''] = route.split(' ')
  const prepare = own[route] ?? ofNotices[route] ?? ofResource(method, path)
  if (!prepare) throw new Error(`${route} has no call in every-write.test.ts, and no reason to leave no event`)
  const prepared = { as: 'Administrator' as const, url: `/api/v1${path}`, ...(await prepare()) }
  // Signed in now, so that the call itself is all that is ended.
  if (prepared.as) await api.call({ as: prepared.as, url: '/api/v1/auth/me.json' })
  return { ...prepared, method: method as Prepared['method'] }
}

type Prepare = () => Promise<Partial<ApiCall> & Meant>

/** Returns the calls of the routes that resources have by definition. */
function ofResource(method: string, path: string): Prepare | undefined {
  const [, name = '', rest = ''] = /^\/(\w+)(\/.*)?$/.exec(path) ?? []
  const resource = findResource(name)
  if (!resource || resource.isSingleton) return undefined
  const at = async (more = '') => ({ url: `/api/v1/${name}/${await idOfNew(name)}${more}` })
  const byRoute: Readonly<Record<string, Prepare>> = {
    'POST ': async () => ({ body: await inputFor(resource) }),
    'PUT /{id}': async () => ({ ...(await at()), body: await inputFor(resource) }),
    'DELETE /{id}': () => at(),
    'POST /bulk-delete': async () => ({ body: { ids: [await idOfNew(name)] } }),
    'POST /bulk-update': async () => ({ body: { ids: [await idOfNew(name)], values: await inputFor(resource) } }),
    'POST /export': async () => ({ body: { file_name: 'all' } }),
    'POST /import': async () => ({ ...(await fileFor(name)), headers: { ...csv, prefer: 'respond-async' } }),
    'POST /import/upload': () => fileFor(name),
    'POST /{id}/test': () => at('/test'),
    'POST /test': async () => ({ body: await inputFor(resource) }),
  }
  return byRoute[`${method} ${rest}`]
}

const newDomain = () => ({ domain: `d${Math.floor(Math.random() * 1e9)}.example` })
const csv = { 'content-type': 'text/csv' }
const view = () => ({ entity: 'client', name: `View ${Math.random()}` })

async function inputFor(resource: Resource): Promise<AnyRow> {
  return resource.name === 'saved_view' ? view() : examples.inputFor(resource)
}

async function idOfNew(name: string): Promise<string> {
  if (name !== 'saved_view') return examples.idOfNew(name)
  return String((await post('/saved_view', view())).json().id)
}

async function fileFor(name: string): Promise<Partial<ApiCall>> {
  const { text } = await api.call({ as: 'Administrator', url: `/api/v1/${name}/import/template` })
  return { headers: csv, body: `${text.trim()}\r\n${text.replace(/[^,]/g, '')}x\r\n` }
}

/** The routes that belong to no resource. */
const own: Readonly<Record<string, Prepare>> = {
  'POST /auth/login': async () => ({ body: { username: testEmail('View Only'), password: testPassword } }),
  'POST /auth/logout': async () => ({ as: undefined, headers: await ownSession() }),
  'PUT /auth/{userId}/change-password': async () => ({
    as: 'Docketing',
    url: `/api/v1/auth/${api.userIds[1].Docketing}/change-password`,
    body: { current_password: testPassword, new_password: 'docketing pass 2' },
  }),
  'POST /auth/forgot': async () => ({ body: { email: testEmail('Manager') }, waits: true }),
  'POST /user/{id}/invitation': async () => ({ url: `/api/v1/user/${await idOfNew('user')}/invitation` }),
  'POST /auth/reset': async () => ({
    body: { email: testEmail('Manager'), token: await resetToken(), new_password: 'manager pass 2' },
  }),
  'POST /view-as': async () => ({ body: { role_id: api.firms[1].roleIds['View Only'] } }),
  'DELETE /view-as': async () => ({ headers: { 'x-view-as': String(api.firms[1].roleIds['View Only']) } }),
  'PUT /firm/{id}': async () => ({ url: '/api/v1/firm/1', body: { name: `Firm ${Math.floor(Math.random() * 1e6)}` } }),
  'PUT /firm/logo.png': async () => ({ body: pngOf(4, 4), headers: { 'content-type': 'image/png' } }),
  'POST /firm/import-token': async () => ({}),
  'POST /firm/domains': async () => ({ body: newDomain() }),
  'DELETE /firm/domains/{id}': async () => ({
    url: `/api/v1/firm/domains/${(await post('/firm/domains', newDomain())).json().id}`,
  }),
  'POST /mailbox/folders': async () => ({ body: { mailbox: await inputFor(getResource('mailbox')) } }),
  'POST /email_template/send': async () => ({ body: { subject: 'New filing', body: '<p>Dear all</p>' } }),
  'DELETE /firm/import-token': async () => {
    await post('/firm/import-token', undefined)
    return {}
  },
  'POST /undo/{id}': async () => {
    const made = await post('/department', await examples.inputFor(getResource('department')))
    return { url: `/api/v1/undo/${made.headers['x-undo-id']}` }
  },
  'POST /import_run/{id}/start': async () => ({ url: `/api/v1/import_run/${await uploaded()}/start`, body: asIs }),
  'POST /import_run/{id}/cancel': async () => {
    const id = await uploaded()
    await post(`/import_run/${id}/start`, asIs)
    return { url: `/api/v1/import_run/${id}/cancel` }
  },
  'POST /export_run/{id}/cancel': async () => ({ url: `/api/v1/export_run/${await exported()}/cancel` }),
  'DELETE /export_run/{id}': async () => {
    const id = await exported()
    await post(`/export_run/${id}/cancel`, undefined)
    return { url: `/api/v1/export_run/${id}` }
  },
  ...Object.fromEntries(
    ['requeue', 'trust', 'cancel', 'manual', 'finish'].map((action) => [
      `POST /inbox/{id}/${action}`,
      async () => ({ url: `/api/v1/inbox/${await itemFor(action)}/${action}` }),
    ]),
  ),
  ...Object.fromEntries(
    trackingActions.map((action) => [`POST /case/{id}/tracking/${action}`, () => trackingCall(action)]),
  ),
}

/** There is no provider yet, but a request for something that costs money is recorded anyway. */
async function trackingCall(action: TrackingAction): Promise<Partial<ApiCall> & Meant> {
  const id = await examples.idOfNew('case')
  const from = { subscribe: 'not_subscribed', stop: 'subscribed', resume: 'stopped', unsubscribe: 'stopped' }
  const { kysely } = api.services.database
  await sql`update firms set entitled_features = '{tracking}' where id = 1`.execute(kysely)
  await sql`update cases set tracking_status = ${{ retrieve: 'subscribed', ...from }[action]} where id = ${id}::uuid`.execute(
    kysely,
  )
  const agreed = Object.fromEntries(chargedBy[action].map((name) => [snakeCase(name), null]))
  return { url: `/api/v1/case/${id}/tracking/${action}`, body: { agreed }, refusedWith: 409 }
}

const asIs = { mode: 'dry_run' }

async function post(path: string, body: object | undefined): Promise<ApiAnswer> {
  const answer = await api.call({ as: 'Administrator', method: 'POST', url: `/api/v1${path}`, body })
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer
}

async function ownSession(): Promise<Record<string, string>> {
  const answer = await post('/auth/login', { username: testEmail('View Only'), password: testPassword })
  return { authorization: `Bearer ${answer.json().access_token}` }
}

async function resetToken(): Promise<string> {
  api.clock.advance(5 * 60_000)
  const sent = api.mails.length
  await post('/auth/forgot', { email: testEmail('Manager') })
  await expect.poll(() => api.mails.length).toBeGreaterThan(sent)
  return /token=([\w-]+)/.exec(api.mails.at(-1)?.text ?? '')?.[1] ?? ''
}

async function uploaded(): Promise<string> {
  const url = '/api/v1/client/import/upload'
  const answer = await api.call({ as: 'Administrator', method: 'POST', url, ...(await fileFor('client')) })
  return String(answer.json().id)
}

async function exported(): Promise<string> {
  return String((await post('/judge/export', { file_name: 'judges' })).json().id)
}

let count = 0
async function itemFor(action: string): Promise<string> {
  const raw = Buffer.from(`Subject: Lunch ${++count}\r\nFrom: a@b.example\r\n\r\nHello`)
  const { itemId } = await receiveMessage(api.services, { firmId: 1, raw, via: 'smtp', source: 'mail.b.example' })
  const status = action === 'finish' ? 'Manual' : 'Action Required'
  await sql`update inbox_items set status = ${status} where id = ${itemId}::uuid`.execute(api.services.database.kysely)
  return itemId
}

/** Counts events. A login, which a call may need first, counts only for the route that does nothing else. */
async function countEvents(route: string): Promise<number> {
  const passedOver = route === 'POST /auth/login' ? 'none' : 'login success'
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from system_events where firm_id = 1 and type <> ${passedOver}`.execute(
    api.services.database.kysely,
  )
  return rows[0]?.n ?? 0
}
