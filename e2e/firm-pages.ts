import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { type Page, test } from '@playwright/test'
import { type Installation, signIn, startInstallation } from './harness.ts'
import type { PageOptions } from './open-page.ts'
import { startBrowser } from './start-browser.ts'

export let installation: Installation
let newPage: ReturnType<typeof startBrowser>

/** Starts an installation and a browser before the tests of a file, and stops them after. */
export function startFirmPages(): void {
  newPage = startBrowser()
  test.beforeAll(async () => {
    installation = await startInstallation()
  })
  test.afterAll(() => installation?.close())
}

/** Opens a page in a separate browser in which no one is signed in. */
export async function freshPage(options: PageOptions = {}): Promise<Page> {
  const fresh = await newPage({ ...options, provoked: /ERR_FAILED/ })
  return fresh.page
}

/** Logs in by the demo's button, in English or Spanish. */
export async function logIn(page: Page, role = 'Administrator'): Promise<Page> {
  await page.goto(`${installation.url}/login`)
  await page.getByRole('button', { name: new RegExp(`(Log in as|Iniciar sesión como) ${role}`) }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
  return page
}

export async function go(page: Page, to: string): Promise<Page> {
  await page.goto(`${installation.url}${to}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

export async function setFirm(values: object): Promise<void> {
  const call = await signIn(installation.url, 'Administrator')
  const headers = { 'content-type': 'application/json' }
  const answer = await call('/api/v1/firm/1', { method: 'PUT', headers, body: JSON.stringify(values) })
  if (!answer.ok) throw new Error(await answer.text())
}

export async function firm(): Promise<Record<string, unknown>> {
  const call = await signIn(installation.url, 'Administrator')
  return (await (await call('/api/v1/firm')).json()) as Record<string, unknown>
}

/** Saves a picture if COURTCRIER_TEST_PICTURES names a folder. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.COURTCRIER_TEST_PICTURES
  if (!folder) return
  await mkdir(folder, { recursive: true })
  await page.screenshot({ path: path.join(folder, `${name}.png`) })
}
