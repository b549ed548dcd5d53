import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../packages/server/src/lib/free-port.ts'
import { launchChromium } from './chromium.ts'
import { type Installation, startInstallation } from './harness.ts'
import { logInAs, openContext, openTab } from './open-page.ts'

/** A rule from its writing to the mail that it causes, and that mail's delivery until it is opened. */

const desk = 'records.desk@harlanlowe.example'

let installation: Installation
let browser: Browser
let context: BrowserContext
const problems: string[] = []

beforeAll(async () => {
  // The links of mails lead to the address that the server is known by.
  installation = await startInstallation({ environment: { COURTCRIER_PORT: String(await freePort()) } })
  browser = await launchChromium()
  context = await openContext(browser)
  await installation.sandbox.sendFilings({ smtp: installation.smtp, count: 3 })
})
afterAll(async () => {
  await browser?.close()
  await installation?.close()
})

test('a rule is written and tried, a template is sent to oneself, and a delivery is followed until it is opened', async () => {
  const page = await openTab(context, problems)
  await logInAs(page, { url: installation.url, role: 'Administrator' })
  await writeRule(page)
  await sendTest(page)
  const mailbox = await openTab(context, problems)
  await readTest(mailbox)

  await installation.sandbox.sendFilings({ smtp: installation.smtp, count: 2 })
  const link = await readMailOfRule(mailbox)
  await page.goto(`${installation.url}/ecfx-notification`)
  const { filing } = link
  const row = page.locator(`tr[data-id="${filing}"]`)
  await row.click()
  const panel = page.getByRole('article')
  await panel.getByText(desk).first().waitFor()
  await panel.getByText('The notification rule "Records sees all" adds this address.').waitFor()
  expect(await panel.getByText(/opened once/).count()).toBe(0)

  const document = await openTab(context, problems)
  await document.goto(link.url)
  await document.locator('canvas').first().waitFor()
  await panel
    .getByText(/opened once/)
    .first()
    .waitFor()
  await row.getByText('opened by 1').waitFor()
  expect(problems).toEqual([])
})

async function writeRule(page: Page): Promise<void> {
  await page.goto(`${installation.url}/notification-rule`)
  // Where there is no rule yet the empty list offers it, too.
  await page.getByRole('button', { name: 'New notification rule' }).first().click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Name').fill('Records sees all')
  const condition = form.getByLabel('Rule condition')
  await condition.fill('docket text contains "no clerk ever wrote this"')
  await form.getByText(/It would have caught none of the latest \d+ notices\./).waitFor()
  await condition.fill('court is')
  await form.getByText(/at character \d+/).waitFor()
  await condition.fill('time is between 00:00 and 23:59')
  await form.getByText(/It would have caught (one|\d+) of the latest \d+ notices/).waitFor()
  await form.getByLabel('Include emails').fill(desk)
  await page.keyboard.press('Enter')
  await form.getByText(`When time is between 00:00 and 23:59, also tell ${desk}.`).waitFor()
  await form.getByRole('button', { name: /^(Save|Create)/ }).click()
  await form.waitFor({ state: 'detached' })
  await page.getByRole('row', { name: /Records sees all/ }).waitFor()
}

async function sendTest(page: Page): Promise<void> {
  await page.goto(`${installation.url}/templates`)
  await page.getByRole('row', { name: /Notice of filing/ }).click()
  await page.waitForURL(/\/templates\/edit\//)
  await page.getByRole('button', { name: 'Send to me' }).click()
  await page.getByText(/^The preview was sent to .+@.+\.$/).waitFor()
}

/** In the demo's mailbox, as its visitors read it. */
async function readTest(mailbox: Page): Promise<void> {
  await openMail(mailbox, '[Preview]')
  await bodyOf(mailbox).getByText('You sent this preview').waitFor()
}

/** The mail to the desk: its filing, and where its first document's link leads. */
async function readMailOfRule(mailbox: Page): Promise<{ filing: string; url: string }> {
  await openMail(mailbox, desk)
  const reason = 'Why you receive this: The notification rule "Records sees all" adds this address.'
  await bodyOf(mailbox).getByText(reason).waitFor()
  const url = await bodyOf(mailbox).locator('a[href*="/load-document/"]').first().getAttribute('href')
  const headers = await mailbox.locator('details', { hasText: 'X-Courtcrier-Filing' }).textContent()
  const filing = /X-Courtcrier-Filing: (\S+)/i.exec(headers ?? '')?.[1]
  if (!url || !filing) throw new Error('the mail leads to no document')
  return { filing, url }
}

/** The page shows new mails by itself. */
async function openMail(mailbox: Page, words: string): Promise<void> {
  await mailbox.goto(`${installation.sandbox.httpUrl}/mail?q=${encodeURIComponent(words)}`)
  await mailbox.getByRole('row').nth(1).getByRole('link').click()
  await mailbox.waitForURL(/\/mail\/\d+$/)
}

function bodyOf(mailbox: Page) {
  return mailbox.frameLocator('iframe[title="The mail as its reader sees it"]')
}
