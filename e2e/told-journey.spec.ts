import { type Browser, type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test'
import { expectAccessible } from './expect-accessible.ts'
import { type Installation, startInstallation, until } from './harness.ts'
import { inLongRun } from './in-long-run.ts'
import { logInAs, openContext, openTab } from './open-page.ts'
import { isOfTrace } from './start-browser.ts'

test.describe.configure({ mode: 'serial' })

/** A rule from its creation to the email it causes, and that email's delivery until it is opened. */

const desk = 'records.desk@harlanlowe.example'

let installation: Installation
let browser: Browser
let context: BrowserContext
const problems: string[] = []

test.beforeAll(async ({ browser: own }) => {
  browser = own
  installation = await startInstallation()
  context = await openContext(browser)
  await installation.sandbox.sendFilings({ smtp: installation.smtp, count: 3 })
})
test.afterAll(async () => {
  for (const context of browser.contexts()) await context.close()
  await installation?.close()
})

test('a rule is written and tested, a template is sent as a test, and a delivery is followed until it is opened', async () => {
  const page = await openTab(context, problems)
  await logInAs(page, { url: installation.url, role: 'Administrator' })
  await writeRule(page)
  await sendTest(page)
  const mailbox = await openTab(context, problems)
  await readTest(mailbox)

  await installation.sandbox.sendFilings({ smtp: installation.smtp, count: 2 })
  const filing = await readMailOfRule(mailbox)
  await page.goto(`${installation.url}/ecfx-notification`)
  const row = page.locator(`tr[data-id="${filing}"]`)
  await row.click()
  const panel = page.getByRole('article')
  await panel.getByText(desk).first().waitFor()
  await panel.getByText('The notification rule "Records sees all" adds this address.').waitFor()
  await expect(panel.getByText(/opened once/)).toHaveCount(0)

  const opening = context.waitForEvent('page')
  await documentLink(mailbox).click()
  const document = await opening
  await document.locator('canvas').first().waitFor()
  await panel
    .getByText(/opened once/)
    .first()
    .waitFor()
  await row.getByText('opened by 1').waitFor()
  expect(problems.filter((problem) => !isOfTrace(problem))).toEqual([])
})

test('a rule is built from lines, by keyboard alone, and equals its text', inLongRun, async () => {
  const page = await openTab(context, problems)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${installation.url}/notification-rule?id=new`)
  const form = page.getByRole('dialog')
  await form.getByLabel('Name').fill('Orders at night')
  const lines = form.getByRole('group', { name: 'Rule condition' })
  await lines.getByText('No conditions: this rule would catch every notice.').waitFor()
  await clickTogether(page, lines)
  const text = 'court is "Accomack Cir. Ct." and (event contains "order", "a, b" or time is between 17:00 and 08:00)'
  const words =
    'When the court is “Accomack Cir. Ct.” and (the event contains “order” or “a, b” or the notice is received between 17:00 and 08:00)'
  await form.getByText(words).waitFor()
  await expectAccessible(page, 'a condition as lines')
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth))
    .toBeLessThanOrEqual(0)

  await form.getByText('As text').click()
  const typed = form.getByLabel('Rule condition')
  await expect(typed).toHaveValue(text)
  await typed.fill('judge is "a" and (court is "b" or court is "c" and court is "d")')
  await form.getByText(/more nested parentheses than the builder can show/).waitFor()
  await expect(form.getByRole('radio', { name: 'Builder' })).toBeDisabled()
  await typed.fill('judge is "Nobody" or party contains "inc"')
  await form.getByText('Builder', { exact: true }).click()
  await lines.getByRole('button', { name: 'Remove condition 1' }).click()
  await form.getByText('When the filing party contains “inc”').waitFor()

  await form.getByLabel('Include emails').fill(desk)
  await page.keyboard.press('Enter')
  await form.getByText(`When the filing party contains “inc”, also notify ${desk}.`).waitFor()
  await form.getByRole('button', { name: /^Create/ }).click()
  await form.waitFor({ state: 'detached' })
  await page.getByRole('main').getByText('Orders at night').first().click()
  await lines.getByRole('group', { name: 'Condition 1' }).getByText('inc', { exact: true }).waitFor()
  expect(problems.filter((problem) => !isOfTrace(problem))).toEqual([])
})

/** Builds two lines, one of them a group, without a mouse. */
async function clickTogether(page: Page, lines: Locator): Promise<void> {
  const { keyboard } = page
  await lines.getByRole('button', { name: 'Add a condition' }).focus()
  await keyboard.press('Enter')
  const first = lines.getByRole('group', { name: 'Condition 1', exact: true })
  await expectFocus(page, first.getByLabel('Field'))
  // A line without a value is marked once it is left, in words, and the test of the rule waits for it.
  await page.getByText('Complete the conditions above to see').waitFor()
  await expect(page.getByText(/was expected/)).toHaveCount(0)
  await lines.getByRole('button', { name: 'Add a condition' }).focus()
  await first.getByText('Choose or type a value.').waitFor()
  await first.getByLabel('Any of').focus()
  await keyboard.type('accomack county')
  const option = page.getByRole('option', { name: 'Accomack County Circuit Court' })
  await option.waitFor()
  // Results for the first letters are replaced by those for the whole word, and none of them is chosen yet.
  await until(async () => {
    await keyboard.press('ArrowDown')
    return (await option.getAttribute('data-combobox-selected')) !== null
  })
  await keyboard.press('Enter')
  await first.getByText('Accomack Cir. Ct.', { exact: true }).waitFor()
  await lines.getByRole('button', { name: 'Add a group (any of)' }).focus()
  await keyboard.press('Enter')
  const inner = lines.getByRole('group', { name: 'Condition 2.1' })
  await chooseByArrows(page, inner.getByLabel('Field'), 'event')
  await keyboard.press('Tab')
  await chooseByArrows(page, inner.getByLabel('Comparison'), 'contains')
  await inner.getByLabel('Any of').focus()
  for (const value of ['order', 'a, b']) {
    await keyboard.type(value)
    await keyboard.press('Enter')
  }
  await lines.getByRole('button', { name: 'Add to the group' }).focus()
  await keyboard.press('Enter')
  const last = lines.getByRole('group', { name: 'Condition 2.2' })
  await chooseByArrows(page, last.getByLabel('Field'), 'time')
  await last.getByLabel('From').fill('17:00')
  await last.getByLabel('To', { exact: true }).fill('08:00')
}

/**
 * Chooses an option of the focused select by arrow keys. Typing its name would fail on a busy machine: the browser
 * takes letters that arrive more than a second apart for the beginnings of other names.
 */
async function chooseByArrows(page: Page, select: Locator, option: string): Promise<void> {
  await expectFocus(page, select)
  await page.keyboard.press('Home')
  await until(async () => {
    if ((await select.inputValue()) === option) return true
    await page.keyboard.press('ArrowDown')
  })
}

async function expectFocus(page: Page, field: Locator): Promise<void> {
  const handle = await field.elementHandle()
  await page.waitForFunction((element) => element === document.activeElement, handle)
}

async function writeRule(page: Page): Promise<void> {
  await page.goto(`${installation.url}/notification-rule`)
  // Before there is a rule, the empty list shows the button too.
  await page.getByRole('button', { name: 'New notification rule' }).first().click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Name').fill('Records sees all')
  await form.getByText('As text').click()
  const condition = form.getByLabel('Rule condition')
  await condition.fill('docket text contains "no clerk ever wrote this"')
  await form.getByText(/It would have applied to none of the latest \d+ notices\./).waitFor()
  await condition.fill('court equals')
  await form.getByText(/at character \d+/).waitFor()
  await condition.fill('time is between 00:00 and 23:59')
  await form.getByText(/It would have applied to (one|\d+) of the latest \d+ notices/).waitFor()
  await form.getByLabel('Include emails').fill(desk)
  await page.keyboard.press('Enter')
  await form.getByText(`When the notice is received between 00:00 and 23:59, also notify ${desk}.`).waitFor()
  await form.getByRole('button', { name: /^(Save|Create)/ }).click()
  await form.waitFor({ state: 'detached' })
  await page.getByRole('row', { name: /Records sees all/ }).waitFor()
}

async function sendTest(page: Page): Promise<void> {
  await page.goto(`${installation.url}/templates`)
  await page.getByRole('row', { name: /Notice of filing/ }).click()
  await page.waitForURL(/\/templates\/edit\//)
  await page.getByRole('button', { name: 'Send to me' }).click()
  await page.getByText(/^Preview sent to .+@.+\.$/).waitFor()
}

/** Reads the test in the demo's mailbox. */
async function readTest(mailbox: Page): Promise<void> {
  await openMail(mailbox, '[Preview]')
  await bodyOf(mailbox).getByText('You sent this preview').waitFor()
}

/** Reads the email to the desk, and returns its filing. */
async function readMailOfRule(mailbox: Page): Promise<string> {
  await openMail(mailbox, desk)
  const reason = 'Why you receive this: The notification rule "Records sees all" adds this address.'
  await bodyOf(mailbox).getByText(reason).waitFor()
  await documentLink(mailbox).waitFor()
  const headers = await mailbox.locator('details', { hasText: 'X-Courtcrier-Filing' }).textContent()
  const filing = /X-Courtcrier-Filing: (\S+)/i.exec(headers ?? '')?.[1]
  if (!filing) throw new Error('the email names no filing')
  return filing
}

function documentLink(mailbox: Page) {
  return bodyOf(mailbox).locator('a[href*="/load-document/"]').first()
}

/** Opens an email; the page shows new ones without a reload. */
async function openMail(mailbox: Page, words: string): Promise<void> {
  await mailbox.goto(`${installation.sandbox.httpUrl}/mail?q=${encodeURIComponent(words)}`)
  await mailbox.getByRole('row').nth(1).getByRole('link').click()
  await mailbox.waitForURL(/\/mail\/\d+$/)
}

function bodyOf(mailbox: Page) {
  return mailbox.frameLocator('iframe[title="The email as its reader sees it"]')
}
