import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test'
import { type Call, type Installation, signIn, startInstallation } from './harness.ts'
import { logInAs, openPage, type PageOptions } from './open-page.ts'

export const clientCount = 120

export interface ClientTable {
  installation: () => Installation
  /** Replaces the page by one in another appearance. */
  open: (options?: Pick<PageOptions, 'isDark' | 'width' | 'provoked'>) => Promise<Page>
  /** Signs in on the current page and waits for the rows of a table. */
  goTo: (path: string, role?: string) => Promise<Page>
  call: () => Promise<Call>
}

/** Provides a file's tests with a firm that has 120 more clients, and each test with a page without errors. */
export function startClientTable(): ClientTable {
  let installation: Installation
  let browser: Browser
  let context: BrowserContext
  let page: Page
  let problems: string[] = []
  const call = () => signIn(installation.url, 'Docketing')
  const open: ClientTable['open'] = async (options = {}) => {
    await context?.close()
    ;({ context, page, problems } = await openPage(browser, options))
    return page
  }
  test.beforeAll(async ({ browser: own }) => {
    browser = own
    installation = await startInstallation()
    await createClients(await call())
  })
  test.afterAll(async () => {
    for (const context of browser.contexts()) await context.close()
    await installation?.close()
  })
  test.beforeEach(async () => void (await open()))
  test.afterEach(async () => {
    expect(problems).toEqual([])
    await context.close()
  })
  return {
    installation: () => installation,
    open,
    goTo: async (path, role = 'Docketing') => {
      await logInAs(page, { url: installation.url, role, path })
      await page.locator('tbody tr[aria-rowindex]').first().waitFor()
      return page
    },
    call,
  }
}

async function createClients(call: Call): Promise<void> {
  for (let n = 0; n < clientCount; n++) {
    const status = n % 3 === 0 ? 'Pending' : 'Closed'
    const body = { name: `Zeta Client ${n % 10}`, number: `Z-${String(n).padStart(3, '0')}`, status }
    const answer = await call('/api/v1/client', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(answer.status).toBe(201)
  }
}
