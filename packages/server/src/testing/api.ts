import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { confirmationMinutes } from '@courtcrier/contract/calls/confirmation.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import type { FastifyInstance } from 'fastify'
import { expect } from 'vitest'
import { addUser, type CreatedFirm, createFirm } from '../auth/create-firm.ts'
import { makePasswords, type PasswordCost } from '../auth/passwords.ts'
import type { Environment } from '../base/config.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import type { Services } from '../base/services.ts'
import { type AppOptions, buildApp } from '../http/app.ts'
import type { SystemMail } from '../outbox/mail/system-mail.ts'
import { judgeAnswers } from './answer-judge.ts'
import { openApiServices } from './api-services.ts'

export const testRoles = ['Administrator', 'Manager', 'View Only', 'Docketing'] as const
export type TestRole = (typeof testRoles)[number]

/** Everyone's password in tests. */
export const testPassword = 'correct horse 1'
/** Each user's address: `administrator@one.example`, `view-only@two.example`. */
export function testEmail(role: TestRole, firmId: 1 | 2 = 1): string {
  return `${role.toLowerCase().replaceAll(' ', '-')}@${firmHosts[firmId]}`
}
const firmHosts = { 1: 'one.example', 2: 'two.example' } as const

export interface ApiCall {
  /** Omit it to call without signing in. */
  as?: TestRole
  /** 1 by default. */
  firm?: 1 | 2
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD' | 'PATCH' | 'OPTIONS'
  url: string
  /** An object is sent as JSON, and bytes as protobuf unless `headers` set another content type. */
  body?: object | string
  /** As most clients send it if absent; '' sends no such header. */
  accept?: string
  headers?: Readonly<Record<string, string>>
}

export interface ApiAnswer {
  status: number
  headers: Readonly<Record<string, string | string[] | number | undefined>>
  text: string
  bytes: Buffer
  /** Returns the body as JSON. Throws when it isn't JSON. */
  json: () => AnyRow
}

/** One row of a scenario table: the request, and what its response must and must not contain. */
export interface ApiScenario extends ApiCall {
  name: string
  status: number
  contains?: readonly string[]
  containsNot?: readonly string[]
  /** Runs before the call. */
  before?: (api: TestApi) => Promise<unknown>
  after?: (api: TestApi, answer: ApiAnswer) => Promise<unknown> | unknown
}

export interface TestApi {
  app: FastifyInstance
  services: Services
  firms: Readonly<Record<1 | 2, CreatedFirm>>
  /** Each role's user ID, by firm. */
  userIds: Readonly<Record<1 | 2, Readonly<Record<TestRole, string>>>>
  call: (call: ApiCall) => Promise<ApiAnswer>
  /** Returns a user's access token; the first call signs the user in. */
  tokenOf: (role: TestRole, firmId?: 1 | 2) => Promise<string>
  /** Gives firm 1's user of a role another role, and waits until the program applies it. */
  giveRole: (user: TestRole, roleId: string | undefined) => Promise<void>
  /** Makes the call and checks the response against the scenario. */
  run: (scenario: ApiScenario) => Promise<void>
  /** The program's clock, which moves only when advanced. */
  clock: { now: Date; advance: (ms: number) => void }
  mails: readonly SystemMail[]
  /** Returns everything logged so far. */
  logged: () => string
  close: () => Promise<void>
}

export interface TestApiOptions extends Partial<AppOptions> {
  environment?: Environment
}

/** Makes argon2 fast; its real cost isn't what these tests are about. */
const cheapCost: PasswordCost = { memory: 64, passes: 1 }
const generousLimits = { logIn: 10_000, forgot: 10_000, renew: 10_000 }

/**
 * Opens the whole API over its own database, with two firms (hosts one.example and two.example), the four predefined
 * roles in each, and one user per role. Close it when done.
 */
export async function openTestApi({ environment, ...options }: TestApiOptions = {}): Promise<TestApi> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'courtcrier-api-'))
  const { services, logged, close } = await openApiServices(folder, environment)
  const { firms, userIds } = await fillFirms(services, options.passwordCost ?? cheapCost)
  const clock = makeClock()
  const mails: SystemMail[] = []
  const app = await buildApp(services, {
    secretKey: randomBytes(32),
    sendMail: async (mail) => {
      mails.push(mail)
      return { accepted: true, response: '250 OK' }
    },
    passwordCost: cheapCost,
    limits: generousLimits,
    now: () => clock.now,
    consoleFolder: path.join(folder, 'console'),
    ...options,
  })
  const tokenOf = rememberTokens(app, clock)
  const judge = judgeAnswers(app, firmHosts[1])
  const call = async (wanted: ApiCall) => judge(wanted, await makeCall(app, wanted, tokenOf))
  const api: TestApi = {
    app,
    services,
    firms,
    userIds,
    call,
    tokenOf,
    giveRole: (user, roleId) => giveRole(api, user, roleId),
    run: (scenario) => runScenario(api, scenario),
    clock,
    mails,
    logged,
    close: async () => {
      await app.close()
      await close()
      await rm(folder, { recursive: true, force: true })
      // The worker keeps the module of each test file, and with it 10 MB of program until the worker ends.
      for (const name of Object.keys(api)) Reflect.deleteProperty(api, name)
      api.close = async () => {}
    },
  }
  return api
}

async function fillFirms(services: Services, cost: PasswordCost) {
  const passwords = makePasswords(cost)
  const hash = await passwords.hash(testPassword, 'installation')
  const make = async (firmId: 1 | 2) => {
    const made = await createFirm(
      { ...services, passwords },
      {
        name: `Firm ${firmId}`,
        hostNames: [firmHosts[firmId]],
        adminEmail: testEmail('Administrator', firmId),
        adminPassword: testPassword,
        adminName: 'Ada Administrator',
      },
    )
    const ids: Record<string, string> = { Administrator: made.adminId }
    await withFirm(services.database, firmId, async (trx) => {
      for (const role of testRoles.slice(1)) {
        const values = { email: testEmail(role, firmId), fullName: `A ${role}`, securityRoleId: made.roleIds[role] }
        ids[role] = await addUser(trx, services, { firmId, values, hash })
      }
    })
    return { made, ids: ids as Record<TestRole, string> }
  }
  const [one, two] = [await make(1), await make(2)]
  return { firms: { 1: one.made, 2: two.made }, userIds: { 1: one.ids, 2: two.ids } }
}

function makeClock(): TestApi['clock'] {
  const clock = {
    // The database compares with its own clock, and what expires in a week must not have expired there.
    now: new Date(Math.floor(Date.now() / 1000) * 1000),
    advance: (ms: number) => {
      clock.now = new Date(clock.now.getTime() + ms)
    },
  }
  return clock
}

/** Signs a user in when first needed, and again before sensitive calls ask for a confirmation. */
function rememberTokens(app: FastifyInstance, clock: TestApi['clock']): TestApi['tokenOf'] {
  const tokens = new Map<string, { until: number; token: Promise<string> }>()
  return (role, firmId = 1) => {
    const key = `${firmId} ${role}`
    const known = tokens.get(key)
    const now = clock.now.getTime()
    if (known && now < known.until) return known.token
    const token = signIn(app, role, firmId)
    tokens.set(key, { until: now + (confirmationMinutes - 1) * 60_000, token })
    return token
  }
}

async function signIn(app: FastifyInstance, role: TestRole, firmId: 1 | 2): Promise<string> {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/v1/auth/login',
    headers: { host: firmHosts[firmId] },
    payload: { username: testEmail(role, firmId), password: testPassword },
  })
  if (answer.statusCode !== 200) throw new Error(`${role} could not sign in: ${answer.body}`)
  return (answer.json() as { access_token: string }).access_token
}

async function makeCall(
  app: FastifyInstance,
  wanted: ApiCall,
  tokenOf: (role: TestRole, firmId?: 1 | 2) => Promise<string>,
): Promise<ApiAnswer> {
  const { as, firm = 1, method = 'GET', url, body, accept = '*/*' } = wanted
  const isBytes = body instanceof Uint8Array
  const answer = await app.inject({
    method,
    url,
    headers: {
      host: firmHosts[firm],
      ...(as ? { authorization: `Bearer ${await tokenOf(as, firm)}` } : {}),
      ...(accept ? { accept } : {}),
      ...(body === undefined ? {} : { 'content-type': isBytes ? 'application/x-protobuf' : 'application/json' }),
      ...wanted.headers,
    },
    ...(body === undefined ? {} : { payload: isBytes ? Buffer.from(body) : body }),
  })
  return {
    status: answer.statusCode,
    headers: answer.headers,
    text: answer.body,
    bytes: answer.rawPayload,
    json: () => answer.json() as AnyRow,
  }
}

async function giveRole(api: TestApi, user: TestRole, roleId: string | undefined): Promise<void> {
  const url = `/api/v1/user/${api.userIds[1][user]}`
  const answer = await api.call({ as: 'Administrator', method: 'PUT', url, body: { security_role_id: roleId } })
  expect(answer.status, answer.text).toBe(200)
  const known = async () => (await api.call({ as: user, url: '/api/v1/auth/me.json' })).json().security_role_id
  await expect.poll(known).toBe(roleId)
}

async function runScenario(api: TestApi, scenario: ApiScenario): Promise<void> {
  await scenario.before?.(api)
  const answer = await api.call(scenario)
  expect(answer.status, `${scenario.name}: ${answer.text.slice(0, 2000)}`).toBe(scenario.status)
  for (const text of scenario.contains ?? []) expect(answer.text, scenario.name).toContain(text)
  for (const text of scenario.containsNot ?? []) expect(answer.text, scenario.name).not.toContain(text)
  await scenario.after?.(api, answer)
}
