import { expect, type Page, test } from '@playwright/test'
import { type Call, type Installation, signIn, startInstallation } from './harness.ts'
import { logInAs, type PageOptions } from './open-page.ts'
import { startBrowser } from './start-browser.ts'

export const clientCount = 120

export interface ClientTable {
  installation: () => Installation
  /** Replaces the page by one in another appearance. */
  open: (options?: Pick<PageOptions, 'isDark' | 'width' | 'provoked' | 'isSingleUse'>) => Promise<Page>
  /** Signs in on the current page and waits for the rows of a table. */
  goTo: (path: string, role?: string) => Promise<Page>
  /** Signs in on the current page and goes to any other. */
  goToPage: (path: string, role?: string) => Promise<Page>
  call: () => Promise<Call>
}

/** Provides a file's tests with a firm that has 120 more clients, and each test with a page without errors. */
export function startClientTable(): ClientTable {
  const newPage = startBrowser()
  let installation: Installation
  let page: Page
  const call = () => signIn(installation.url, 'Docketing')
  const open: ClientTable['open'] = async (options = {}) => {
    ;({ page } = await newPage(options))
    return page
  }
  test.beforeAll(async () => {
    installation = await startInstallation()
    await createClients(await call())
  })
  test.afterAll(() => installation?.close())
  test.beforeEach(async () => void (await open()))
  const goToPage: ClientTable['goToPage'] = async (path, role = 'Docketing') => {
    await logInAs(page, { url: installation.url, role, path })
    return page
  }
  return {
    installation: () => installation,
    open,
    goTo: async (path, role) => {
      await goToPage(path, role)
      await page.locator('tbody tr[aria-rowindex]').first().waitFor()
      return page
    },
    goToPage,
    call,
  }
}

async function createClients(call: Call): Promise<void> {
  const lines = Array.from({ length: clientCount }, (_, n) => {
    const status = n % 3 === 0 ? 'Pending' : 'Closed'
    return `Zeta Client ${n % 10},Z-${String(n).padStart(3, '0')},${status}`
  })
  await importClients(call, ['Name,Number,Status', ...lines])
}

/** Creates clients from lines of CSV, in one call instead of one for each. */
export async function importClients(call: Call, lines: readonly string[]): Promise<void> {
  const answer = await call('/api/v1/client/import?mode=commit&file_name=clients.csv', {
    method: 'POST',
    headers: { 'content-type': 'text/csv' },
    body: lines.join('\r\n'),
  })
  const result = await answer.json()
  expect(result).toMatchObject({ counts: { new: lines.length - 1, error: 0 } })
}
