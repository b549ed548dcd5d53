import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'

export interface OpenedPage {
  context: BrowserContext
  page: Page
  /** What the page threw or logged as an error so far; refusals that the server answers with 4xx are none. */
  problems: string[]
}

type ContextOptions = Pick<BrowserContextOptions, 'acceptDownloads' | 'permissions' | 'locale' | 'userAgent'>

export interface PageOptions extends ContextOptions {
  isDark?: boolean
  isAccessible?: boolean
  width?: number
  height?: number
  /** Errors of the page that the test provokes. */
  provoked?: RegExp
}

/**
 * A ceiling for what never comes. Slow machines are not failures, and two busy cores make a page of one second one of
 * thirty; the test's own time-out is above it, so that what was waited for is told.
 */
const waitMs = 90_000

/** A browser of its own: nobody signed in, nothing stored but the look, nothing that moves. */
export async function openContext(
  browser: Browser,
  { isDark = false, isAccessible, width = 1440, height = 900, provoked: _, ...options }: PageOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width, height }, reducedMotion: 'reduce', ...options })
  context.setDefaultTimeout(waitMs)
  context.setDefaultNavigationTimeout(waitMs)
  await context.addInitScript(
    (look) => {
      // The frame of a preview has no storage, and what somebody chose since stays.
      if (window !== window.top || localStorage.getItem('courtcrier.look')) return
      localStorage.setItem('courtcrier.look', JSON.stringify({ version: 1, value: look }))
    },
    { isDark, isAccessible },
  )
  return context
}

/** A tab of the browser, whose errors are added to the problems. */
export async function openTab(context: BrowserContext, problems: string[], provoked?: RegExp): Promise<Page> {
  const page = await context.newPage()
  page.on('pageerror', (error) => problems.push(String(error)))
  page.on('console', (message) => {
    const isExpected = /status of 4\d\d/.test(message.text()) || provoked?.test(message.text())
    if (message.type() === 'error' && !isExpected) problems.push(message.text())
  })
  return page
}

/** A page in a browser of its own. */
export async function openPage(browser: Browser, options: PageOptions = {}): Promise<OpenedPage> {
  const context = await openContext(browser, options)
  const problems: string[] = []
  return { context, page: await openTab(context, problems, options.provoked), problems }
}

interface LogIn {
  /** Of the server. */
  url: string
  role: string
  /** The page that the log-in leads to; where people land when absent. */
  path?: string
}

/** Signs in by the demo's button for a role, and waits until the log-in page is left. */
export async function logInAs(page: Page, { url, role, path = '' }: LogIn): Promise<void> {
  await page.goto(`${url}/login${path && `?from=${encodeURIComponent(path)}`}`)
  const button = page.getByRole('button', { name: `Log in as ${role}` })
  await button.click()
  await page
    .waitForURL((at) => !at.pathname.startsWith('/login'))
    .catch(async (cause: unknown) => {
      throw new Error(`Still on the log-in page, which says: ${await page.locator('body').textContent()}`, { cause })
    })
  // The address changes first, and what is looked for next may stand on both pages.
  await button.waitFor({ state: 'detached' })
}
