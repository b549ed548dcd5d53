import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './expect-accessible.ts'
import { type Installation, signIn, startInstallation, until, untilAtRest } from './harness.ts'
import { hold, undo } from './inbox-bench.ts'
import { logInAs } from './open-page.ts'
import { startBrowser } from './start-browser.ts'

test.describe.configure({ mode: 'serial' })

/** The inbox lists filings, each once, however many people at the firm received it. */

interface Item {
  id: string
  status: string
  hidden: boolean
  docket_number: string | null
  envelope_id: string | null
}

const newPage = startBrowser()
let installation: Installation
let call: Awaited<ReturnType<typeof signIn>>

test.beforeAll(async () => {
  installation = await startInstallation()
  call = await signIn(installation.url, 'Docketing')
  await installation.sandbox.sendFilings({ smtp: installation.smtp, count: 40 })
  await untilAtRest(call)
})
test.afterAll(() => installation?.close())

async function items(): Promise<Item[]> {
  const answer = await call('/api/v1/inbox_item/search?max=500')
  return ((await answer.json()) as { inbox_items: Item[] }).inbox_items
}

async function archived(): Promise<number> {
  return (await items()).filter(({ hidden }) => hidden).length
}

async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env.COURTCRIER_SHOTS
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` })
}

test('a filing received by several people is one row, counted once, with every message in reach', async () => {
  const all = await items()
  const messagesOf = (filing: string) => all.filter(({ envelope_id: id }) => id === filing)
  const filings = [...new Set(all.flatMap(({ envelope_id: id }) => id ?? []))]
  const listed = new Set(all.map(({ id, envelope_id: filing }) => filing ?? id)).size
  const done = (filing: string) => messagesOf(filing).every(({ status }) => status === 'Succeeded')
  const [filing = ''] = filings.filter(done).toSorted((a, b) => messagesOf(b).length - messagesOf(a).length)
  const messages = messagesOf(filing)
  expect(messages.length).toBeGreaterThan(1)
  const { page } = await newPage()
  await logInAs(page, { url: installation.url, role: 'Docketing', path: '/inbox-items' })
  await page.locator('tbody tr').first().waitFor()
  const tabs = page.getByRole('navigation', { name: 'Notices by status' })
  await tabs.getByRole('button', { name: new RegExp(`^All, ${listed}$`) }).waitFor()
  const totals = (await tabs.getByRole('button').allInnerTexts()).map((text) => Number(/\d+$/.exec(text)?.[0]))
  expect(totals.slice(1, -1).reduce((sum, total) => sum + total, 0)).toBe(listed)
  const waiting = page.getByRole('navigation', { name: 'Main' }).getByText(`${totals[1]} waiting`)
  if (totals[1]) await waiting.first().waitFor()
  const docket = messages[0]?.docket_number ?? ''
  await page.goto(`${installation.url}/inbox-items?f.status=Succeeded&q=${encodeURIComponent(docket)}`)
  const row = page.locator(messages.map(({ id }) => `tr[data-id="${id}"]`).join())
  await row.getByText(new RegExp(`Received by \\d+ of ours|${messages.length} messages`)).waitFor()
  await expect(row).toHaveCount(1)
  await shoot(page, 'filing-row')
  await row.click()
  const others = page.locator('[data-inbox-item] section').filter({ hasText: 'Same filing, other recipients' })
  await others.getByRole('button').first().click()
  await others.getByText('Sent to').waitFor()
  await expect(others.getByRole('listitem')).toHaveCount(messages.length - 1)
  await expectAccessible(page, 'a filing and its messages')
  await shoot(page, 'filing-messages')
  await others.getByRole('button', { name: 'Open this notice' }).click()
  await until(async () => (await row.getAttribute('data-open')) === 'true')
  await page.keyboard.press('e')
  await page.getByText(/other messages? about this filing too/).waitFor()
  await hold(page, 'Notice archived.')
  await expect.poll(() => archived()).toBe(messages.length)
  await undo(page, 'Notice archived.')
  await until(async () => (await archived()) === 0)
})
