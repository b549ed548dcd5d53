import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../packages/server/src/db/ids.ts'
import { expectAccessible } from './chromium.ts'
import { type Installation, signIn, startInstallation, until } from './harness.ts'
import { logInAs } from './open-page.ts'
import { startBrowser } from './start-browser.ts'

const newPage = startBrowser()
let installation: Installation

beforeAll(async () => {
  installation = await startInstallation()
  await fillMonths()
})
afterAll(() => installation?.close())

const day = 86_400_000

/** Three months of notices on working days, the most recent ones today, and some things that went wrong. */
async function fillMonths(): Promise<void> {
  const run = (statement: ReturnType<typeof sql>) => statement.execute(installation.courtcrier.services.database.kysely)
  const { rows } = await run(
    sql`select c.id, c.assigned_timekeepers as people from cases c where firm_id = 1 order by c.id`,
  )
  const cases = rows as { id: string; people: string[] }[]
  const courts = ['cand', 'nysd', 'nyappdiv', 'cand', 'txnd', 'cand']
  const item = newId()
  await run(sql`insert into inbox_items (firm_id, id, received_at, raw_content, fingerprint, status, subject) values
    (1, ${item}::uuid, now() - interval '40 minutes', 'x', 'x1', 'Action Required', 'One'),
    (1, ${newId()}::uuid, now() - interval '20 minutes', 'x', 'x2', 'Action Required', 'Two'),
    (1, ${newId()}::uuid, now() - interval '1 day', 'x', 'x3', 'Failed', 'Three')`)
  for (let n = 0; n < 240; n++) {
    const at = new Date(Date.now() - Math.floor(n / 4) * day - ((n * 37) % 300) * 60_000)
    const { id: caseId, people } = cases[(n * n) % Math.min(cases.length, 9)] as (typeof cases)[number]
    const envelope = newId()
    await run(sql`insert into envelopes (firm_id, id, created_at, ecfx_jurisdiction_id, case_id, court_envelope_id, event, case_name)
      values (1, ${envelope}::uuid, ${at}::timestamptz, ${courts[n % 6]}, ${caseId}::uuid, ${envelope}, 'Order', 'A v. B')`)
    await run(sql`insert into documents (firm_id, id, created_at, envelope_id, position, title, verdict, pages, size)
      values (1, ${newId()}::uuid, ${at}::timestamptz, ${envelope}::uuid, 0, 'Order', ${n % 40 === 7 ? 'spent' : 'fetched'}, 7, 150000)`)
    for (const person of people.slice(0, 2))
      await run(sql`insert into deliveries (firm_id, id, created_at, envelope_id, inbox_item_id, timekeeper_id, email, method, status, message_id)
        values (1, ${newId()}::uuid, ${at}::timestamptz, ${envelope}::uuid, ${item}::uuid, ${person}::uuid,
          ${`${person}@x.example`}, 'PDF', 'sent', ${newId()})`)
  }
}

interface Opening {
  role?: string
  isDark?: boolean
  width?: number
}

/** A browser of its own, signed in. */
async function open(
  path: string,
  { role = 'Administrator', isDark = false, width = 1440 }: Opening = {},
): Promise<Page> {
  const { page } = await newPage({ isDark, width, provoked: /status of 503/ })
  await logInAs(page, { url: installation.url, role, path })
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

/** The number at the beginning of what a link or a footer says. */
const numberIn = (text: string | null) => Number(/[\d,]+/.exec(text ?? '')?.[0]?.replaceAll(',', ''))

/** How many rows the list has, as its foot says: `1 to 50 of 93`. */
async function totalOf(page: Page): Promise<number> {
  const text = await page
    .getByText(/^\d+ to \d+ of [\d,]+/)
    .first()
    .textContent()
  return numberIn(text?.split(' of ')[1] ?? null)
}

describe('the dashboard', () => {
  test('is where people land, says first what needs them, and each number opens its list', async () => {
    const page = await open('')
    await page.waitForURL(/\/dashboard$/)
    await page.getByRole('heading', { level: 1, name: /^Good (morning|afternoon|evening)/ }).waitFor()
    const menu = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
    expect(await menu.first().textContent()).toBe('Dashboard')
    await page.getByRole('link', { name: /2\s*notices need a decision/ }).waitFor()

    const lists: [string, RegExp][] = [
      ['Notices', /ecfx-notification\?f\.createdAt/],
      ['Documents kept', /documents\?.*f\.verdict=fetched/],
      ['Deliveries', /deliveries\?f\.createdAt/],
    ]
    for (const [title, address] of lists) {
      const link = page.getByRole('link', { name: new RegExp(`^[\\d,]+ ${title}$`) })
      const count = numberIn(await link.textContent())
      expect(count, title).toBeGreaterThan(50)
      await link.click()
      await page.waitForURL(address)
      expect(await totalOf(page), title).toBe(count)
      await page.goBack()
    }
    for (const name of [/notices of Federal$/, /notices of State$/, /^Peak/]) {
      const link = page.getByRole('link', { name }).first()
      const text = (await link.textContent()) ?? ''
      const count = numberIn(/^Peak/.test(text) ? (text.split(', ').at(-1) ?? '') : text)
      await link.click()
      await page.waitForURL(/ecfx-notification/)
      expect(await totalOf(page), text).toBe(count)
      await page.goBack()
    }
    for (const list of ['Top matters', 'Top clients', 'Top timekeepers']) {
      const link = page
        .getByRole('region', { name: list })
        .getByRole('link', { name: /^[\d,]+ (notices of|deliveries to)/ })
      const count = numberIn(await link.first().textContent())
      await link.first().click()
      await page.waitForURL(/ecfx-notification|deliveries/)
      expect(await totalOf(page), list).toBe(count)
      await page.goBack()
    }
    await page.getByRole('link', { name: /notices need a decision/ }).click()
    await page.waitForURL(/inbox-items\?status=action/)

    const call = await signIn(installation.url, 'Administrator')
    await until(async () => {
      const log = await (await call('/api/v1/system_event/search?max=50&sort=-created_at')).text()
      return (
        log.includes('looked at /dashboard.') &&
        log.includes('looked at /ecfx-notification.') &&
        !log.includes('/login.')
      )
    })
  })

  test("keeps its range in the address, counts days of one's own, and has a table for each picture", async () => {
    const page = await open('/dashboard?range=last_3_months')
    const ranges = page.getByRole('navigation', { name: 'Days that are counted' })
    await until(async () => (await ranges.locator('[aria-current]').allTextContents()).join() === 'Last 3 months')
    for (const range of ['All time', 'Today', 'Yesterday', 'Last 7 days', 'Last month', 'Last 6 months', 'Last year']) {
      await ranges.getByRole('link', { name: range, exact: true }).click()
      await until(async () => (await ranges.locator('[aria-current]').allTextContents()).join() === range)
      await page.locator('[aria-busy="false"]').waitFor()
    }
    await page.goBack()
    await until(async () => (await ranges.locator('[aria-current]').allTextContents()).join() === 'Last 6 months')

    await page.getByRole('button', { name: 'By hour of day as a table' }).click()
    const hours = page.getByRole('table', { name: 'By hour of day' })
    expect(await hours.getByRole('row').count()).toBe(25)
    const hour = hours.getByRole('link').first()
    const count = numberIn(await hour.textContent())
    await hour.click()
    await page.waitForURL(/f\.createdAt=.*@|%40/)
    expect(await totalOf(page)).toBe(count)
    await page.goBack()

    await ranges.getByRole('button', { name: 'Custom…' }).click()
    const from = new Date(Date.now() - 9 * day).toISOString().slice(0, 10)
    await page.getByRole('textbox', { name: 'From' }).fill(from)
    await page.getByRole('textbox', { name: 'To' }).fill(from)
    await page.getByRole('button', { name: 'Show these days' }).click()
    await page.waitForURL(new RegExp(`range=custom&from=${from}&to=${from}`))
    await page.getByRole('link', { name: /^\d+ Notices$/ }).waitFor()
    await page.goto(`${installation.url}/dashboard?range=custom&from=1999-01-01&to=1999-02-01`)
    await page.getByText('No notice came in these days').waitFor()
    await page.getByRole('main').getByRole('link', { name: 'All time' }).last().click()
    await page.getByRole('link', { name: '240 Notices' }).waitFor()
  })

  test('shows how time saved is worked out, and says what went wrong when it cannot count', async () => {
    const page = await open('/dashboard?range=all_time')
    await page.getByText('How this is worked out').click()
    await page.getByText('240 notices × 4 min').waitFor()
    await page.getByText('234 documents × 2 min').waitFor()
    await page.route('**/api/v1/dashboard?*', (route) =>
      route.fulfill({
        status: 503,
        contentType: 'application/problem+json',
        body: JSON.stringify({ status: 503, code: 'unavailable', detail: 'Counting takes too long.' }),
      }),
    )
    await page.goto(`${installation.url}/dashboard?range=last_year`)
    await page.getByText('Counting takes too long.').waitFor()
    await page.unroute('**/api/v1/dashboard?*')
    await page.getByRole('button', { name: /again/i }).click()
    await page.getByRole('link', { name: '240 Notices' }).waitFor()
  })

  test('is not there for a role without it, which is told so', async () => {
    const call = await signIn(installation.url, 'Administrator')
    const users = (await (await call('/api/v1/user/search?freeText=view')).json()) as { users: { id: string }[] }
    const made = await call('/api/v1/user_security_role', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        name: 'No dashboard',
        user_ids: [users.users[0]?.id],
        dashboard_access: 'DENY',
        inbox_item_access: 'READ',
      }),
    })
    expect(made.status, await made.text()).toBe(201)
    const page = await open('', { role: 'View Only' })
    await page.waitForURL(/\/success\?denied=/)
    await page.goto(`${installation.url}/no-such-page`)
    await page.waitForURL(/\/success\?denied=\/dashboard/)
    await page.getByText('dashboardAccess').waitFor()
    expect(await page.getByRole('navigation', { name: 'Main' }).getByText('Dashboard').count()).toBe(0)
  })
})

describe('an email template', () => {
  const editor = (page: Page) => page.getByRole('textbox', { name: 'Body' })
  const preview = (page: Page) => page.frameLocator('iframe[title="The mail as people get it"]').locator('body')
  const kept = async (name: string) => {
    const call = await signIn(installation.url, 'Administrator')
    const found = (await (await call('/api/v1/email_template/search')).json()) as {
      email_templates: { id: string; name: string; subject: string; body: string }[]
    }
    return found.email_templates.find((template) => template.name === name)
  }

  test('is made, filled with placeholders, looked at and saved by keyboard only', async () => {
    const page = await open('/templates')
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key)
    }
    await page.getByRole('button', { name: /^New email template/ }).focus()
    await press('Enter')
    await page.waitForURL(/\/templates\/edit\/new/)
    await editor(page).waitFor()
    await page.getByLabel('Name').focus()
    await page.keyboard.type('Told at once')
    await press('Tab')
    await page.keyboard.type('Filed: ')
    await press('Tab')
    await page.keyboard.type('case.nam')
    await press('ArrowDown', 'Enter')
    await until(async () => (await page.getByLabel('Subject').first().inputValue()) === 'Filed: {{ case.name }}')
    await editor(page).focus()
    await page.keyboard.type('Dear colleague, see {{ matter.number }} for')
    await press('Control+b')
    await page.keyboard.type(' bold')
    await press('Control+b', 'Enter')
    await page.getByRole('combobox', { name: 'Insert a placeholder' }).focus()
    await page.keyboard.type('docum')
    await press('ArrowDown', 'Enter')
    await until(
      async () =>
        (await editor(page).locator('[data-placeholder]').allTextContents()).join() === 'matter.number,documents',
    )
    await until(async () => ((await preview(page).textContent()) ?? '').includes('Dear colleague'))
    await until(async () => (await preview(page).locator('li').count()) > 0)
    await press('Control+s')
    await page.waitForURL(/\/templates\/edit\/[0-9a-f]{8}-/)
    const saved = await until(() => kept('Told at once'))
    expect(saved.subject).toBe('Filed: {{ case.name }}')
    expect(saved.body).toBe(
      '<p>Dear colleague, see {{ matter.number }} for<strong> bold</strong></p><p>{{ documents }}</p>',
    )
    await page.getByRole('button', { name: 'Send to me' }).focus()
    await press('Enter')
    await page.getByText(/^The preview was sent to .+@.+\.$/).waitFor()
    const mail = (await installation.sandbox.mails()).find(({ subject }) => subject.startsWith('[Preview] Filed: '))
    expect(mail?.text).toContain('Dear colleague, see ')
  })

  test('names placeholders that there are not, is not saved with them, and keeps what is not saved', async () => {
    const page = await open('/templates')
    await page.getByRole('row', { name: /Told at once/ }).click()
    await page.waitForURL(/\/templates\/edit\//)
    await editor(page).click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(' {{ case.nmae }}')
    await page.getByRole('status').getByText('There is no value "case.nmae"').waitFor()
    await expectAccessible(page, 'template with a mistake')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByRole('alert').getByText('case.nmae').waitFor()
    const above = page.getByRole('navigation', { name: 'You are here' })
    await above.getByRole('link', { name: 'Email templates' }).click()
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    await question.getByRole('button', { name: 'Go on editing' }).click()
    await editor(page).click()
    await page.keyboard.press('Control+z')
    await until(async () => (await editor(page).locator('[data-unknown]').count()) === 0)

    await page.getByText('Source', { exact: true }).click()
    const source = page.getByRole('textbox', { name: 'Body' })
    await source.fill('<p>Short: {{ case.name }}</p>')
    await page.getByText('Text', { exact: true }).click()
    expect(await editor(page).locator('[data-placeholder]').allTextContents()).toEqual(['case.name'])
    await page.getByText('Dark', { exact: true }).click()
    await until(
      async () =>
        (await preview(page).evaluate((body) => getComputedStyle(body).backgroundColor)) === 'rgb(25, 29, 38)',
    )
    await page.getByText('Outlook', { exact: true }).click()
    expect((await page.locator('iframe').boundingBox())?.width).toBe(640)
    await page.getByText('Phone', { exact: true }).click()
    await until(async () => ((await page.locator('iframe').boundingBox())?.width ?? 999) <= 375)
    expect(await page.locator('iframe').getAttribute('sandbox')).toBe('')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('Told at once is saved.').waitFor()
    expect((await kept('Told at once'))?.body).toBe('<p>Short: {{ case.name }}</p>')
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await until(async () => ((await editor(page).textContent()) ?? '').includes('Dear colleague'))
    expect((await kept('Told at once'))?.body).toContain('Dear colleague')
  })

  test('of the daily message begins with a good text, keeps its loops in both views, and is previewed for a group', async () => {
    const page = await open('/templates/edit/new')
    await editor(page).waitFor()
    await page.getByRole('combobox', { name: 'Used for' }).click()
    await page.getByRole('option', { name: 'Daily message' }).click()
    await page.getByRole('button', { name: "Begin with Courtcrier's own text" }).click()
    await page.getByLabel('Name').fill('Our day')
    await editor(page).getByText('For each filing in case.filings').waitFor()
    await editor(page).click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type('See you tomorrow, {{ person.name }}')
    await preview(page).getByText('See you tomorrow').waitFor()
    await preview(page).getByText('Open this filing').first().waitFor()
    expect(await page.getByText('What is wrong').count()).toBe(0)
    await page.getByText('Source', { exact: true }).click()
    const source = page.getByRole('textbox', { name: 'Body' })
    const written = await source.inputValue()
    expect(written.match(/\{%.*?%\}/g)?.filter((tag) => tag.startsWith('{% for '))).toEqual([
      '{% for case in cases %}',
      '{% for filing in case.filings %}',
    ])
    expect(written).toContain('href="{{ filing.url }}"')
    // A list that goes on with each case has no place in the text view, so that view leaves it alone.
    const list = '<ul>{% for case in cases %}<li>{{ case.name }}</li>{% endfor %}</ul>'
    await source.fill(list)
    await page.getByText('Text', { exact: true }).click()
    await page.getByText('This body holds what the text view cannot show').waitFor()
    expect(await source.inputValue()).toBe(list)
    await expectAccessible(page, 'template of the daily message')
    await source.fill(written)
    await page.getByRole('button', { name: /^Create/ }).click()
    await page.waitForURL(/\/templates\/edit\/[0-9a-f]{8}-/)
    await page.getByRole('button', { name: 'Send to me' }).click()
    await page.getByText(/^The preview was sent to .+@.+\.$/).waitFor()

    await page.goto(`${installation.url}/firm-information#delivery`)
    await page.getByRole('combobox', { name: 'Template of the daily message' }).click()
    await page.getByRole('option', { name: 'Daily summary' }).waitFor()
    expect(await page.getByRole('option', { name: 'Notice of filing' }).count()).toBe(0)
    await page.getByRole('option', { name: 'Our day' }).click()
    await page.getByText('Saved').first().waitFor()
    await page.goto(`${installation.url}/preference-groups`)
    await page.getByRole('row', { name: /Attorneys/ }).click()
    await page.getByRole('button', { name: 'Show the preview' }).click()
    const group = page.getByRole('region', { name: "Preview tomorrow's daily message" })
    await group.getByText('Made by the template Our day.').waitFor()
    const person = await group.getByRole('combobox', { name: 'Person' }).inputValue()
    await preview(page).getByText(`See you tomorrow, ${person}`).waitFor()
    expect(await page.locator('iframe').getAttribute('sandbox')).toBe('')
    await expectAccessible(page, 'preview of the daily message')
  })

  test('of a role that may only read it has no tools, and one without templates is denied', async () => {
    const { id } = (await kept('Told at once')) ?? { id: '' }
    const page = await open(`/templates/edit/${id}`, { role: 'Docketing' })
    await page.getByText('Your role may read this and not change it.').waitFor()
    await editor(page).waitFor()
    expect(await page.getByRole('button', { name: 'Bold' }).count()).toBe(0)
    expect(await editor(page).getAttribute('contenteditable')).toBe('false')
    await page.goto(`${installation.url}/templates/edit/00000000-0000-7000-8000-000000000000`)
    await page.getByText('There is no such template').waitFor()
  })

  test.each([
    ['light', 1440],
    ['dark', 390],
    ['light', 320],
  ] as const)('axe finds nothing in %s at %d pixels', async (scheme, width) => {
    const { id } = (await kept('Told at once')) ?? { id: '' }
    const page = await open(`/templates/edit/${id}`, { isDark: scheme === 'dark', width })
    await editor(page).waitFor()
    await page.getByText(/^With /).waitFor()
    await expectAccessible(page, `template ${scheme} ${width}`)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  })
})

describe('accessibility', () => {
  test.each([
    ['light', 1440],
    ['dark', 1440],
    ['light', 320],
    ['dark', 390],
  ] as const)('axe finds nothing in %s at %d pixels', async (scheme, width) => {
    const page = await open('/dashboard', { isDark: scheme === 'dark', width })
    await page.getByRole('link', { name: /^\d+ Notices$/ }).waitFor()
    await expectAccessible(page, `dashboard ${scheme} ${width}`)
    await page.getByRole('button', { name: 'Notices by day as a table' }).click()
    await page.getByText('How this is worked out').click()
    await expectAccessible(page, `dashboard tables ${scheme} ${width}`)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  })
})
