import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test'
import { type Installation, signIn, startInstallation, until, untilAtRest } from '../harness.ts'
import { logInAs, type OpenedPage, openContext, openTab, type PageOptions } from '../open-page.ts'
import { startBrowser } from '../start-browser.ts'

export let installation: Installation
let browser: Browser
let contexts: BrowserContext[] = []
let opened: OpenedPage[] = []
let takePage: ReturnType<typeof startBrowser>
const problems: string[] = []

/**
 * Starts an installation and a browser before the tests of a file, and stops them after; a page's errors fail its test.
 */
export function startShell(): void {
  takePage = startBrowser()
  test.beforeAll(async ({ browser: own }) => {
    browser = own
    installation = await startInstallation()
    const { smtp, sandbox } = installation
    await sandbox.sendFilings({ smtp, count: 4 })
    await untilAtRest(await signIn(installation.url, 'Docketing'))
  })
  test.afterAll(() => installation?.close())
  test.afterEach(async () => {
    for (const context of contexts) await context.close()
    contexts = []
    opened = []
    expect(problems.splice(0)).toEqual([])
  })
}

/** Drops the errors that a test provoked. */
export function passOver(provoked: RegExp): void {
  for (const list of [problems, ...opened.map((each) => each.problems)])
    list.push(...list.splice(0).filter((text) => !provoked.test(text)))
}

const permissions = ['clipboard-read', 'clipboard-write']
/** What pages say when a test takes their connection away. */
const cutOff = /ERR_INTERNET_DISCONNECTED/

/** Opens a separate browser in which no one is signed in. */
export async function newContext(options: PageOptions = {}): Promise<BrowserContext> {
  const context = await openContext(browser, { ...options, permissions })
  contexts.push(context)
  return context
}

export function newPage(context: BrowserContext): Promise<Page> {
  return openTab(context, problems, cutOff)
}

export async function logIn(page: Page, role: string): Promise<void> {
  await page.getByRole('button', { name: `Log in as ${role}` }).click()
  await page.waitForURL((url) => !/^\/(login)?$/.test(url.pathname))
}

export async function open(
  path: string,
  { role = 'Administrator', ...options }: PageOptions & { role?: string } = {},
): Promise<Page> {
  const taken = await takePage({ ...options, permissions, provoked: cutOff })
  opened.push(taken)
  const { page } = taken
  await logInAs(page, { url: installation.url, role, path })
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  return page
}

/** Waits until Enter would open the entry with this text. */
export async function chosen(page: Page, text: string): Promise<void> {
  const option = page
    .locator('#palette-list [role="option"][aria-selected="true"]')
    .filter({ hasText: new RegExp(text, 'i') })
  await option.waitFor()
}

export const pathnameOf = (page: Page) => new URL(page.url()).pathname

/** Returns a saved document, with its inbox item. */
export async function keptDocument(): Promise<{ id: string; itemId: string; title: string }> {
  const call = await signIn(installation.url, 'Docketing')
  const { documents } = (await (await call('/api/v1/document/search?max=50')).json()) as {
    documents: { id: string; envelope_id: string; title: string; file_id: string | null; sealed: boolean | null }[]
  }
  const found = documents.find((document) => document.file_id && !document.sealed)
  const filters = encodeURIComponent(JSON.stringify([{ field: 'envelope_id', in: [found?.envelope_id] }]))
  const items = (await (await call(`/api/v1/inbox_item/search?max=1&filters=${filters}`)).json()) as {
    inbox_items: { id: string }[]
  }
  return { id: found?.id ?? '', title: found?.title ?? '', itemId: items.inbox_items[0]?.id ?? '' }
}

export async function allowPublicLinks(isAllowed: boolean): Promise<void> {
  const call = await signIn(installation.url, 'Administrator')
  const answer = await call('/api/v1/firm/1', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ public_document_access: isAllowed }),
  })
  expect(answer.status).toBe(200)
}

export async function drawn(page: Page): Promise<void> {
  const canvas = page.locator('canvas').first()
  await canvas.waitFor()
  await until(async () => (await canvas.evaluate((node: HTMLCanvasElement) => node.width)) > 100)
}
