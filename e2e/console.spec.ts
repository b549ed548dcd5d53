import { expect, type Locator, type Page, test } from '@playwright/test'
import { sql } from 'kysely'
import { expectAccessible } from './expect-accessible.ts'
import { type Installation, signIn, startInstallation, until, untilAtRest } from './harness.ts'
import { inLongRun } from './in-long-run.ts'
import { logInAs, logInByButton } from './open-page.ts'
import { schemes } from './sample-of.ts'
import { startBrowser } from './start-browser.ts'

test.describe.configure({ mode: 'serial' })

const newPage = startBrowser()
let installation: Installation
let page: Page

test.beforeAll(async () => {
  // Used links occur by chance: the sandbox needs enough filings to produce every kind of problem.
  installation = await startInstallation({ sandbox: { faults: { slow: 0, serverError: 0, cutOff: 0, spent: 0.3 } } })
  await send(16)
})
test.afterAll(() => installation?.close())

test.beforeEach(async () => {
  ;({ page } = await newPage())
})

async function send(count: number): Promise<void> {
  const { smtp, sandbox } = installation
  await sandbox.sendFilings({ smtp, count })
  await untilAtRest(await signIn(installation.url, 'Docketing'))
}

async function logIn(role: string, path = ''): Promise<void> {
  await logInAs(page, { url: installation.url, role, path })
}

/** Signs in and opens the inbox instead of the dashboard. */
async function openInboxAs(role: string): Promise<void> {
  await logIn(role, '/inbox-items')
}

/** The role with the fewest rights; the dashboard's tests begin as the one with the most. */
const inShortRun = ['View Only']

test.describe('logging in', () => {
  for (const role of ['Administrator', 'View Only', 'Manager', 'Docketing'])
    test(`as ${role} leads to the dashboard`, inShortRun.includes(role) ? {} : inLongRun, async () => {
      await logInByButton(page, { url: installation.url, role })
      await page.waitForURL(/\/dashboard/)
      await page.getByRole('link', { name: 'Inbox' }).first().click()
      await page.getByRole('heading', { name: 'Inbox' }).waitFor()
      await page.getByRole('row').nth(1).waitFor()
    })

  test('with wrong credentials fails without saying which one is wrong', inLongRun, async () => {
    await page.goto(installation.url)
    await page.getByLabel('Email').fill('admin@harlanlowe.example')
    await page.getByLabel('Password', { exact: true }).fill('wrong-password')
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await page
      .getByText('The information you entered does not match the records in our system. Please try again.')
      .waitFor()
  })

  test('leads to the requested page', inLongRun, async () => {
    await page.goto(`${installation.url}/cases`)
    await page.waitForURL(/\/login\?.*from=/)
    await page.getByRole('button', { name: 'Log in as Docketing' }).click()
    await page.waitForURL(/\/cases/)
    await page.getByRole('heading', { name: 'Cases' }).waitFor()
  })

  test('a route that the role may not open leads to /success', inLongRun, async () => {
    await logIn('View Only', '/users')
    await page.waitForURL(/\/success/)
    await expect(page.getByRole('link', { name: 'Users' })).toHaveCount(0)
  })
})

test.describe('the inbox', () => {
  test('shows a notice that arrives, without reloading, and its document opens', async () => {
    await openInboxAs('Docketing')
    await page.getByRole('row').nth(1).waitFor()
    const before = await totalShown()
    await send(1)
    await until(async () => (await totalShown()) > before)
    await openItemWithDocument()
    await page.getByText('History').first().waitFor()
    await page.getByText('Filing details').first().waitFor()
    await expect
      .poll(() => page.locator('iframe[sandbox]').first().getAttribute('sandbox'))
      .not.toContain('allow-scripts')
    await page.locator('button[data-document]').first().click()
    await page.locator('canvas').first().waitFor()
    await until(
      async () =>
        (await page
          .locator('canvas')
          .first()
          .evaluate((canvas: HTMLCanvasElement) => canvas.width)) > 100,
    )
  })

  test('an item that needs attention says why, and is reprocessed', async () => {
    await openInboxAs('Docketing')
    await page
      .getByRole('navigation', { name: 'Notices by status' })
      .getByRole('button', { name: /Action required/ })
      .click()
    const row = page.getByRole('row').nth(1)
    // The reason, not a button of the row.
    const reason = row.locator('div[data-tone]')
    await reason.filter({ hasText: /link|sealed|retriev|match|sender/i }).waitFor()
    const id = await row.getAttribute('data-id')
    await row.click()
    await page.waitForURL(`**/inbox-items/id/${id}*`)
    const panel = page.locator('article[data-inbox-item]')
    await panel.getByRole('button', { name: 'Reprocess', exact: true }).click()
    await page.getByText('Reprocessing the notice.').waitFor()
    // The next notice is open now.
    await page.goto(`${installation.url}/inbox-items/id/${id}`)
    await panel.getByText('Reprocessed.').first().waitFor()
  })

  test("a preview with the current rules is shown next to an item's result, and changes nothing", async () => {
    await openInboxAs('View Only')
    await page.getByRole('row').filter({ hasText: 'Succeeded' }).first().click()
    await page.getByText('History').first().waitFor()
    await page.getByRole('button', { name: 'Preview with current rules' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Preview with current rules' })
    await dialog.getByText('The current rules give the same result.').waitFor()
    await expect(dialog.getByRole('rowheader', { name: 'Docket number' })).toHaveCount(1)
    await expect(dialog.getByRole('button', { name: /Reprocess/ })).toHaveCount(0)
    await expectAccessible(page, 'run again')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  test("an administrator tries the firm's custom format on a message", inLongRun, async () => {
    await openInboxAs('Administrator')
    await page.getByRole('row').filter({ hasText: 'Succeeded' }).first().click()
    await page.getByText('History').first().waitFor()
    await page.getByRole('button', { name: 'Preview with current rules' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Preview with current rules' })
    await dialog.getByRole('combobox', { name: 'Format' }).click()
    await page.getByRole('option').first().click()
    await dialog.getByText(/^The built-in format \S+ reads the message/).waitFor()
  })

  test('View Only sees items but no button that changes them', inLongRun, async () => {
    await openInboxAs('View Only')
    await page.getByRole('row').nth(1).click()
    await page.getByText('History').first().waitFor()
    await expect(page.getByRole('button', { name: 'Reprocess' })).toHaveCount(0)
  })

  test('a single copy is saved again, another is canceled, and the cancellation is undone', async () => {
    const { itemId, failed, waiting } = await itemWithCopies()
    await logIn('View Only', `/inbox-items/id/${itemId}`)
    await stateOf(failed, 'not saved').waitFor()
    await expect(page.getByRole('button', { name: /Stop saving|Save to DMS again/ })).toHaveCount(0)
    ;({ page } = await newPage())
    await logIn('Docketing', `/inbox-items/id/${itemId}`)
    await stateOf(waiting, 'delayed').waitFor()
    await page.getByRole('button', { name: `Save to DMS again: ${failed.title}`, exact: true }).click()
    await page.getByText('This copy is being saved again.').waitFor()
    await stateOf(failed, 'saved').waitFor()
    await stateOf(waiting, 'delayed').waitFor()

    await page.getByRole('button', { name: `Stop saving: ${waiting.title}`, exact: true }).click()
    const notice = page.locator('[data-color]').filter({ hasText: "This copy won't be saved." })
    // A notice under the pointer stays; checking the page takes longer than its usual lifetime.
    await notice.hover()
    await stateOf(waiting, 'canceled').waitFor()
    await expectAccessible(page, 'a canceled copy')
    await notice.getByRole('button', { name: 'Undo' }).click()
    await stateOf(waiting, 'saved').waitFor()
    await expect(page.getByRole('button', { name: /Stop saving|Save to DMS again/ })).toHaveCount(0)
  })
})

test.describe('data tables', () => {
  test('a case is found and edited, and the change survives a reload', inLongRun, async () => {
    const [first] = installation.sandbox.world.cases
    await logIn('Docketing', '/cases')
    await page
      .getByRole('searchbox')
      .or(page.getByPlaceholder(/search/i))
      .first()
      .fill(first?.docketNumber ?? '')
    await until(async () => (await page.getByRole('row').count()) === 2)
    await page.getByRole('row').nth(1).press('e')
    const description = page.getByLabel('Description')
    await description.fill('Changed in the browser')
    await page.getByRole('button', { name: /save/i }).click()
    await until(async () => {
      const call = await signIn(installation.url, 'Docketing')
      const answer = await call(`/api/v1/case/search?freeText=${encodeURIComponent(first?.docketNumber ?? '')}`)
      return (await answer.text()).includes('Changed in the browser')
    })
  })
})

test('by keyboard only: log in, go through the inbox, open an item, come back', inLongRun, async () => {
  await page.goto(`${installation.url}/login`)
  await page.getByLabel('Email').waitFor()
  await until(() => page.getByLabel('Email').evaluate((input) => input === document.activeElement))
  await page.keyboard.type('docketing@harlanlowe.example')
  await page.keyboard.press('Tab')
  await page.keyboard.type('courtcrier-demo')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/dashboard/)
  await page.goto(`${installation.url}/inbox-items`)
  await page.getByRole('row').nth(1).waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByText('History').first().waitFor()
  await page.keyboard.press('Escape')
  await page.waitForURL(/\/inbox-items(\?|$)/)
})

test.describe('accessibility', () => {
  const routes = ['/inbox-items', '/cases', '/users', '/success', '/profile']
  for (const scheme of schemes)
    test(`axe finds nothing in ${scheme}`, inLongRun, async () => {
      ;({ page } = await newPage({ isDark: scheme === 'dark', width: 1720, height: 960 }))
      await page.goto(`${installation.url}/login`)
      await page.getByRole('button', { name: 'Log in as Administrator' }).waitFor()
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme)
      await expectAccessible(page, `login ${scheme}`)
      await logIn('Administrator')
      for (const route of routes) {
        await page.goto(`${installation.url}${route}`)
        await page.locator('h1').first().waitFor()
        await expectAccessible(page, `${route} ${scheme}`)
      }
      await page.goto(`${installation.url}/inbox-items`)
      await page.getByRole('row').nth(1).click()
      await page.getByText('History').first().waitFor()
      await expectAccessible(page, `item ${scheme}`)
    })
})

async function totalShown(): Promise<number> {
  const text = await page
    .getByText(/\d[\d,]* to \d[\d,]* of [\d,]+/)
    .first()
    .textContent()
  return Number(/of ([\d,]+)/.exec(text ?? '')?.[1]?.replaceAll(',', '') ?? 0)
}

/** Opens the newest item whose documents are saved, by its address. */
async function openItemWithDocument(): Promise<void> {
  const call = await signIn(installation.url, 'Docketing')
  const answer = await call('/api/v1/inbox_item/search?max=200')
  const { inbox_items: items } = (await answer.json()) as {
    inbox_items: { id: string; documents_kept: number | null }[]
  }
  const item = items.find(({ documents_kept: kept }) => (kept ?? 0) > 0)
  await page.goto(`${installation.url}/inbox-items/id/${item?.id}`)
}

interface Copy {
  id: string
  title: string
  path: string
}

/** Returns a notice with one document that couldn't be saved and another waiting to be saved to the DMS. */
async function itemWithCopies(): Promise<{ itemId: string; failed: Copy; waiting: Copy }> {
  const { kysely } = installation.courtcrier.services.database
  const { rows } = await sql<{ itemId: string; copies: Copy[] }>`
    select c.inbox_item_id as "itemId", jsonb_agg(jsonb_build_object('id', c.id, 'title', d.title, 'path', c.path)) as copies
    from document_copies c join documents d on d.firm_id = c.firm_id and d.id = c.document_id
    where c.firm_id = 1 and c.status = 'succeeded'
    group by c.inbox_item_id having count(distinct d.title) = count(*) and count(*) > 1 limit 1`.execute(kysely)
  const [
    {
      itemId,
      copies: [failed, waiting],
    } = { itemId: '', copies: [] },
  ] = rows
  if (!failed || !waiting) throw new Error('the sandbox sent no filing with two documents')
  const mark = (id: string, status: string) =>
    sql`update document_copies set status = ${status} where firm_id = 1 and id = ${id}::uuid`.execute(kysely)
  await mark(failed.id, 'failed')
  await mark(waiting.id, 'delayed')
  return { itemId, failed, waiting }
}

function stateOf({ path }: Copy, state: string): Locator {
  return page.getByRole('listitem').filter({ hasText: path }).getByText(state, { exact: true })
}
