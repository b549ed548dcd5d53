import { rowFromJson } from '@courtcrier/contract/json.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { roleFromRow } from '@courtcrier/contract/resources/user-security-role.ts'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test'
import { type TokenAnswer, tokensFrom } from '../packages/console/src/session/refresh.ts'
import type { Session, SessionUser } from '../packages/console/src/session/session-store.ts'
import { demoLogIns } from '../packages/server/src/demo/seed.ts'

export interface OpenedPage {
  context: BrowserContext
  page: Page
  /** The page's errors so far, thrown or logged, except 4xx responses from the server. */
  problems: string[]
}

type ContextOptions = Pick<BrowserContextOptions, 'acceptDownloads' | 'permissions' | 'locale' | 'userAgent'>

export interface PageOptions extends ContextOptions {
  isDark?: boolean
  isAccessible?: boolean
  width?: number
  height?: number
  /** Errors the test provokes on purpose. */
  provoked?: RegExp
  /** Whether the test changes the browser in a way that a later one would notice: its clock, scripts, devices. */
  isSingleUse?: boolean
}

export const usualSize = { width: 1440, height: 900 } as const

/**
 * A limit for waits that never end. A slow machine isn't a failure, and two busy cores turn a one-second page into
 * thirty; the test's own timeout is higher, so that the failure names what it waited for.
 */
const waitMs = 90_000

/** Opens a separate browser: no one signed in, no stored data but the appearance, no animations. */
export async function openContext(
  browser: Browser,
  { isDark = false, isAccessible, width = usualSize.width, height = usualSize.height, ...rest }: PageOptions = {},
): Promise<BrowserContext> {
  const { provoked: _, isSingleUse: __, ...options } = rest
  const context = await browser.newContext({ viewport: { width, height }, reducedMotion: 'reduce', ...options })
  context.setDefaultTimeout(waitMs)
  context.setDefaultNavigationTimeout(waitMs)
  await context.addInitScript(
    (look) => {
      // A preview's frame has no storage, and a choice the user made later must not be overwritten.
      if (window !== window.top || localStorage.getItem('courtcrier.look')) return
      localStorage.setItem('courtcrier.look', JSON.stringify({ version: 1, value: look }))
    },
    { isDark, isAccessible },
  )
  return context
}

/** Opens a tab of the browser and adds its errors to the problems. */
export async function openTab(context: BrowserContext, problems: string[], provoked?: RegExp): Promise<Page> {
  const page = await context.newPage()
  page.on('pageerror', (error) => problems.push(String(error)))
  page.on('console', (message) => {
    const isExpected = /status of 4\d\d/.test(message.text()) || provoked?.test(message.text())
    if (message.type() === 'error' && !isExpected) problems.push(message.text())
  })
  return page
}

/** Opens a page in a separate browser. */
export async function openPage(browser: Browser, options: PageOptions = {}): Promise<OpenedPage> {
  const context = await openContext(browser, options)
  const problems: string[] = []
  return { context, page: await openTab(context, problems, options.provoked), problems }
}

interface LogIn {
  /** The server's address. */
  url: string
  role: string
  /** The page to open after login; the start page if absent. */
  path?: string
}

/**
 * Opens the console with someone signed in: the session is stored in the browser before its first page loads, as a
 * reload would find it. The login page has its own tests; loading it takes longer than most pages.
 */
export async function logInAs(page: Page, { url, role, path = '' }: LogIn): Promise<void> {
  const session = await startSession(url, role)
  // Storage belongs to an address, so some answer has to be loaded from it first.
  if (page.url() !== `${url}/healthz`) await page.goto(`${url}/healthz`)
  await page.evaluate(
    (value) => localStorage.setItem('courtcrier.session', JSON.stringify({ version: 1, value })),
    session,
  )
  await page.goto(url + (path || '/'))
}

async function startSession(url: string, role: string): Promise<Session> {
  const logIn = demoLogIns.find((entry) => entry.role === role)
  const answer = await postJson<TokenAnswer & { user: AnyRow }>(`${url}/api/v1/auth/login`, {
    username: logIn?.email,
    password: logIn?.password,
  })
  const tokens = tokensFrom(answer)
  const user = rowFromJson(answer.user) as unknown as SessionUser
  const response = await fetch(`${url}/api/v1/user_security_role/${user.securityRoleId}`, {
    headers: { authorization: `Bearer ${tokens.accessToken}` },
  })
  if (!response.ok) throw new Error(`The role of ${role} could not be loaded: ${await response.text()}`)
  return { ...tokens, user, role: roleFromRow(rowFromJson((await response.json()) as AnyRow)) }
}

async function postJson<T>(address: string, body: object): Promise<T> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${address} answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as T
}

/** Signs in with the demo's button for a role, and waits until the login page is left. */
export async function logInByButton(page: Page, { url, role, path = '' }: LogIn): Promise<void> {
  const answer = await page.goto(`${url}/login${path && `?from=${encodeURIComponent(path)}`}`)
  // A page that doesn't load at all is reported immediately, not after each test's longest wait.
  if (!answer?.ok()) throw new Error(`The log-in page is not served: ${answer?.status()} ${await answer?.text()}`)
  const button = page.getByRole('button', { name: `Log in as ${role}` })
  await button.click()
  await page
    .waitForURL((at) => !at.pathname.startsWith('/login'))
    .catch(async (cause: unknown) => {
      throw new Error(`Still on the log-in page, which says: ${await page.locator('body').textContent()}`, { cause })
    })
  // The address changes first, and the element the test looks for next may be on both pages.
  await button.waitFor({ state: 'detached' })
}
