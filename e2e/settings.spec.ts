import { expect, type Page, test } from '@playwright/test'
import { sql } from 'kysely'
import { expectAccessible } from './expect-accessible.ts'
import { type Installation, signIn, startInstallation, until } from './harness.ts'
import { inLongRun } from './in-long-run.ts'
import { logInAs } from './open-page.ts'
import { sampleOf } from './sample-of.ts'
import { startBrowser } from './start-browser.ts'
import { moveTo } from './steady.ts'

test.describe.configure({ mode: 'serial' })

const newPage = startBrowser()
let installation: Installation

const routes = [
  '/firm-information',
  '/dictionary',
  '/hierarchy',
  '/special-handling',
  '/dms',
  '/provider-credentials',
] as const

test.beforeAll(async () => {
  installation = await startInstallation()
})
test.afterAll(() => installation?.close())

/** Opens a separate browser, signed in. */
async function open(path: string, options: { role?: string; isDark?: boolean; width?: number } = {}): Promise<Page> {
  const { role = 'Administrator', isDark = false, width = 1440 } = options
  const { page } = await newPage({ isDark, width })
  await logInAs(page, { url: installation.url, role, path })
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

async function firm(): Promise<Record<string, unknown>> {
  const call = await signIn(installation.url, 'Administrator')
  return (await (await call('/api/v1/firm')).json()) as Record<string, unknown>
}

test.describe('firm settings', () => {
  test('are saved as they are changed, say so, and are restored by Undo', async () => {
    const page = await open('/firm-information')
    const address = page.getByLabel('Reply to email')
    await address.fill('nobody')
    await page.getByText('Must be a valid email.').waitFor()
    await address.fill('clerk@harlanlowe.example')
    const field = page.locator('[data-key="replyToEmail"]')
    await field.getByText('Saved.').waitFor()
    await expect.poll(async () => (await firm()).reply_to_email).toBe('clerk@harlanlowe.example')
    await page.reload()
    await until(async () => (await address.inputValue()) === 'clerk@harlanlowe.example')
    await address.fill('desk@harlanlowe.example')
    await page.getByRole('button', { name: 'Undo the change of Reply to email' }).click()
    await field.getByText('Undone.').waitFor()
    await expect(address).toHaveValue('clerk@harlanlowe.example')
    await expect.poll(async () => (await firm()).reply_to_email).toBe('clerk@harlanlowe.example')
  })

  test('typed last are saved when the page is left immediately', inLongRun, async () => {
    const page = await open('/firm-information')
    await page.getByLabel('Import warning threshold').fill('12')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Cases' }).click()
    await until(async () => (await firm()).import_warning_threshold === 12)
  })

  test('chosen or typed last are saved when the page is reloaded or closed immediately', async () => {
    const page = await open('/firm-information')
    await page.getByLabel('Import warning threshold').fill('13')
    await page.reload()
    await expect.poll(async () => (await firm()).import_warning_threshold).toBe(13)
    const before = (await firm()).prefers_combined_documents
    await page.getByRole('switch', { name: 'Prefers combined documents' }).click()
    const closed = page.waitForEvent('close')
    await page.close({ runBeforeUnload: true })
    await closed
    await expect.poll(async () => (await firm()).prefers_combined_documents).toBe(!before)
  })

  test('changed offline stay as typed, say so, and are saved again once it is back', inLongRun, async () => {
    const { page } = await newPage({ width: 1440, provoked: /ERR_INTERNET_DISCONNECTED|Failed to fetch|not updated/ })
    await logInAs(page, { url: installation.url, role: 'Administrator', path: '/firm-information' })
    const threshold = page.getByRole('textbox', { name: 'Import warning threshold' })
    const field = page.locator('[data-key="importWarningThreshold"]')
    await threshold.fill('16')
    await field.getByText('Saved.').waitFor()
    await page.context().setOffline(true)
    await threshold.fill('17')
    await field.getByText("Couldn't be saved: Courtcrier cannot be reached.").waitFor()
    await expect(threshold).toHaveValue('17')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Cases' }).click()
    await page
      .getByRole('dialog', { name: 'Leave without saving?' })
      .getByRole('button', { name: 'Keep editing' })
      .click()
    await page.context().setOffline(false)
    await page.getByText("Courtcrier can't be reached.", { exact: true }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Save the change of Import warning threshold again' }).click()
    await field.getByText('Saved.').waitFor()
    await expect.poll(async () => (await firm()).import_warning_threshold).toBe(17)
  })

  test('show the record that proves a mail domain, say what a check found, and refuse unproven domains', async () => {
    const page = await open('/firm-information')
    await page.getByRole('link', { name: 'View all exceptions in effect' }).scrollIntoViewIfNeeded()
    await page.getByRole('heading', { name: 'Mail domains' }).waitFor()
    const domain = (name: string) =>
      page.getByRole('listitem').filter({ has: page.locator('strong', { hasText: new RegExp(`^${name}$`) }) })
    await domain('harlanlowe.example')
      .getByText(/Set up by this server's operator on/)
      .waitFor()
    const input = page.getByLabel('Add a domain')
    await input.fill('gmail.com')
    await page.getByRole('button', { name: 'Add domain' }).click()
    await page.getByText('gmail.com is open to everyone').waitFor()
    await input.fill('Prove-Me.example')
    await page.getByRole('button', { name: 'Add domain' }).click()
    const added = domain('prove-me.example')
    await expect(added.getByLabel('Record name', { exact: true })).toHaveValue('_courtcrier.prove-me.example')
    await expect(added.getByLabel('Record value', { exact: true })).toHaveValue(/^courtcrier-verify=[0-9a-f]{40}$/)
    await added.getByRole('button', { name: 'Copy: Record value' }).waitFor()
    await added.getByRole('button', { name: 'Check' }).click()
    await added.getByText('There is no TXT record _courtcrier.prove-me.example yet.').waitFor()
    await expectAccessible(page, 'mail domains')
    const ignored = page.getByRole('combobox', { name: 'Ignored email domains' })
    for (let n = 0; n < 2; n++) {
      await ignored.fill('spam.example')
      await ignored.press('Enter')
    }
    await page.getByText('This item is already in the list.').waitFor()
    await ignored.press('Backspace')
    await page.getByRole('combobox', { name: 'Incoming email addresses' }).fill('*@prove-me.example')
    await page.keyboard.press('Enter')
    await page.getByText('Your firm has no mail domain for').first().waitFor()
    await page.getByRole('region', { name: 'Messages' }).getByText('Your firm has no mail domain for').waitFor()
    await added.getByRole('button', { name: 'Remove prove-me.example' }).click()
    await added.waitFor({ state: 'detached' })
  })

  test('far down the page keep their place until their code is loaded', inLongRun, async () => {
    const page = await open('/firm-information')
    const loaded = Promise.withResolvers<void>()
    const asked = page.waitForRequest(/\/assets\/WallsSwitch-/)
    await page.route(/\/assets\/WallsSwitch-/, async (route) => {
      await loaded.promise
      await route.continue()
    })
    const section = page.locator('#security')
    const before = await section.evaluate((element) => {
      new ResizeObserver(() => {
        const { least = Number.POSITIVE_INFINITY } = window as { least?: number }
        Object.assign(window, { least: Math.min(least, element.clientHeight) })
      }).observe(element)
      return element.clientHeight
    })
    await section.scrollIntoViewIfNeeded()
    await asked
    // The frame in which the place would have closed, and the one that measures it.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    loaded.resolve()
    await section.getByRole('heading', { level: 3 }).waitFor()
    await expect.poll(() => page.evaluate(() => (window as { least?: number }).least)).toBeGreaterThanOrEqual(before)
  })

  test('change the colors of the whole console immediately, in other windows too', inLongRun, async () => {
    const page = await open('/firm-information')
    const other = await open('/inbox-items', { role: 'View Only' })
    const brand = () => other.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--brand'))
    const before = await brand()
    await page.getByLabel('Primary color').fill('#7a2340')
    await until(async () => (await brand()) !== before)
    await page.getByRole('button', { name: 'Undo the change of Primary color' }).click()
    await until(async () => (await brand()) === before)
  })
})

test('a renamed term is used in every open console, in tables and in the log, until it is undone', async () => {
  const page = await open('/dictionary')
  const other = await open('/matters', { role: 'Docketing' })
  const list = await open('/settings')
  const listed = (name: string) => list.getByRole('main').getByRole('link', { name: new RegExp(`^${name}`) })
  await page.getByRole('searchbox').fill('matter')
  await page.getByRole('textbox', { name: 'Matter, singular' }).fill('Engagement')
  await page.getByText('Saved.').waitFor()
  await expect(page.getByRole('textbox', { name: 'Matter, plural' })).toHaveValue('Engagements')
  await listed('Engagements').waitFor()
  await other.getByRole('heading', { level: 1, name: 'Engagements' }).waitFor()
  await until(async () => (await other.title()).startsWith('Engagements'))
  await other.getByRole('button', { name: 'New engagement' }).waitFor()
  await other.goto(`${installation.url}/cases`)
  await other.getByRole('columnheader', { name: /Engagement/ }).waitFor()

  const call = await signIn(installation.url, 'Administrator')
  const found = (await (await call('/api/v1/matter/search?max=1')).json()) as { matters: { id: string }[] }
  await call(`/api/v1/matter/${found.matters[0]?.id}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ description: 'Changed' }),
  })
  const log = await (await call('/api/v1/system_event/search?max=30&sort=-createdAt')).text()
  expect(log).toMatch(/Engagement \\"[^"]*\\" was changed\./)
  const file = await (await call('/api/v1/case/export?file_name=x&columns=matter_id')).text()
  expect(file).toContain('Engagement')

  await page.getByRole('textbox', { name: 'Matter, plural' }).fill('Clients')
  await page.getByText('More than one kind of record has this name: Clients.').waitFor()
  await page.getByRole('button', { name: 'Reset Matter' }).click()
  await listed('Matters').waitFor()
  await other.getByRole('columnheader', { name: /Matter/ }).waitFor()
  await page.getByRole('button', { name: 'Undo the change of Dictionary' }).click()
  await listed('Clients').nth(1).waitFor()
  await page.getByRole('button', { name: 'Reset all words' }).click()
  await listed('Matters').waitFor()
})

test(
  'levels of storage are reordered by keyboard and by dragging, removed and added, and a case shows its policy',
  inLongRun,
  async () => {
    const page = await open('/hierarchy')
    const order = () =>
      page.locator('[data-level]').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-level')))
    const kept = async () => (await firm()).storage_policy_hierarchy
    await page.getByRole('button', { name: 'Move Client up' }).focus()
    await expect.poll(() => order()).toEqual(['case', 'matter', 'client', 'practice_group', 'location', 'firm'])
    await page.keyboard.press('Alt+ArrowUp')
    await page.getByText('Saved.').waitFor()
    await page.keyboard.press('Alt+ArrowUp')
    const first = ['client', 'case', 'matter', 'practice_group', 'location', 'firm']
    await until(async () => JSON.stringify(await kept()) === JSON.stringify(first))
    await until(async () => String(await order()) === String(first))
    // An element moved within the page briefly loses focus.
    await until(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label') === 'Move Client up'))

    await page.locator('[data-level="firm"] [data-grip]').hover()
    await page.mouse.down()
    // Rows may move meanwhile, so the place is looked for until the row is there.
    await until(async () => {
      const top = await page.locator('[data-level]').first().boundingBox()
      await page.mouse.move((top?.x ?? 0) + 20, (top?.y ?? 0) + 4, { steps: 8 })
      return (await order())[0] === 'firm'
    })
    await page.mouse.up()
    await until(async () => String(await kept()) === 'firm,client,case,matter,practice_group,location')

    const trial = page.getByRole('region', { name: 'Try it' })
    await trial.getByRole('combobox', { name: 'Case' }).click()
    await page.getByRole('option').first().click()
    await trial.getByText('The firm\'s storage policy "Firm folder" applies.').waitFor()
    await trial.getByText('Applies', { exact: true }).waitFor()

    await page.getByRole('button', { name: 'Remove Location' }).click()
    await page.getByRole('button', { name: 'Add Location' }).waitFor()
    await until(async () => String(await kept()) === 'firm,client,case,matter,practice_group')
    await page.getByRole('button', { name: 'Undo the change of Order of levels' }).click()
    await until(async () => String(await kept()) === 'firm,client,case,matter,practice_group,location')
    await until(async () => (await page.locator('[data-level]').count()) === 6)
  },
)

test('special handling lists active rules, edits them in place and finds them by domain', inLongRun, async () => {
  const page = await open('/special-handling')
  const item = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Ignored domains' }) })
  await item.getByText('Not in effect').waitFor()
  await item.getByText('Matched nothing in the last 30 days.').waitFor()
  await item.getByLabel('Ignored email domains').fill('spam.example')
  await page.keyboard.press('Enter')
  await item.getByText('Saved.').waitFor()
  await item.getByText('In effect', { exact: true }).waitFor()
  await expect.poll(async () => (await firm()).ignored_email_domains).toEqual(['spam.example'])
  await page.getByRole('searchbox').fill('SPAM.ex')
  await until(async () => (await page.getByRole('main').getByRole('heading', { level: 2 }).count()) === 1)
  await item.getByRole('button', { name: 'Undo the change of Ignored email domains' }).click()
  await until(async () => String((await firm()).ignored_email_domains) === '')

  const { kysely } = installation.courtcrier.services.database
  const ignored = '00000000-0000-7000-8000-00000000000a'
  await sql`insert into inbox_items (firm_id, id, status, disposition, reason, received_at, raw_content, fingerprint)
    values (1, ${ignored}::uuid, 'Succeeded', 'IGNORED', ${"Mail from spam.example is ignored by the firm's settings."},
      now(), repeat('0', 64), 'spam')`.execute(kysely)
  await sql`insert into item_progress (firm_id, id, outcomes) values (1, ${ignored}::uuid,
    '{"ignored": {"by": [{"kind": "ignored_domains", "rule": "spam.example"}]}}')`.execute(kysely)
  await sql`insert into inbox_items (firm_id, id, status, disposition, reason, received_at, raw_content, fingerprint)
    values (1, '00000000-0000-7000-8000-00000000000b', 'Succeeded', 'IGNORED',
      ${"The firm's settings don't accept mail from other.example."}, now(), repeat('0', 64), 'other')`.execute(kysely)
  await page.reload()
  await item.getByText('Matched 1 notice in the last 30 days.').waitFor()
  await expect(item.getByRole('listitem')).toHaveText(['spam.example 1 notice'])
  const accepted = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Accepted domains' }) })
  await expect(accepted.getByRole('listitem')).toHaveText(['other.example not accepted: 1 email'])
  for (const name of ['Jurisdiction preferences', 'Notice formats']) {
    const records = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })
    await records.getByText('Matched nothing in the last 30 days.').waitFor()
  }
})

test('a credential is added by its kind, and links to the policies that use it', async () => {
  const page = await open('/settings')
  // The kinds of credentials are listed together, behind one entry.
  const named = page.getByRole('main').locator('a b')
  await expect(named.filter({ hasText: /credential/i })).toHaveText(['Provider Credentials'])
  await page.getByRole('main').getByRole('link', { name: /^DMS/ }).click()
  await page.waitForURL(/dms$/)
  const row = page.getByRole('row', { name: /Folder on this server/ })
  await row.getByText('Not checked yet').waitFor()
  await row.getByRole('link', { name: 'Firm folder' }).waitFor()
  await page.getByRole('button', { name: 'Add credential' }).click()
  const dialog = page.getByRole('dialog', { name: 'Which DMS do you use?' })
  await dialog.getByRole('button', { name: /^Clio Manage/ }).waitFor()
  await expectAccessible(page, 'kinds')
  await dialog.getByRole('button', { name: /^Clio Manage/ }).click()
  const form = page.getByRole('dialog', { name: /^New / })
  const next = form.getByRole('button', { name: 'Next', exact: true })
  await form.getByLabel('Name').fill('Clio of the Boston office')
  await next.click()
  await form.getByRole('heading', { level: 3, name: 'Sign-in' }).waitFor()
  await form.getByRole('textbox', { name: 'Client ID', exact: true }).fill('our-app')
  await next.click()
  await form.getByLabel('Client secret').fill('secret')
  await next.click()
  await form.getByRole('heading', { level: 3, name: 'Folders and expiration' }).waitFor()
  await next.click()
  await form.getByText('Clio of the Boston office').waitFor()
  await form.getByRole('button', { name: /^Create/ }).click()
  const added = page.getByRole('row', { name: /Clio of the Boston office/ })
  await added.getByText('Clio Manage').waitFor()
  await added.getByText('Not used by any policy').waitFor()
  await added.getByRole('link', { name: 'Clio of the Boston office' }).click()
  await page.waitForURL(/kind=clio_credential/)
  await expect(page.getByLabel('Client secret')).toHaveValue('')
})

test.describe('permissions', () => {
  test('of the docketing role open none of these pages', inLongRun, async () => {
    const page = await open('/inbox-items', { role: 'Docketing' })
    for (const route of routes) {
      await moveTo(page, route)
      await page.getByText(`The role Docketing doesn't include ${route}.`).waitFor()
    }
  })

  test('of a manager show values without inputs', inLongRun, async () => {
    const page = await open('/firm-information', { role: 'Manager' })
    await page.getByRole('heading', { name: 'Delivery', exact: true }).waitFor()
    await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0)
    await page.goto(`${installation.url}/hierarchy`)
    await page.locator('[data-level]').first().waitFor()
    await expect(page.getByRole('button', { name: /^Move / })).toHaveCount(0)
  })
})

test.describe('accessibility', () => {
  for (const [scheme, width] of sampleOf([
    ['light', 1440],
    ['dark', 1440],
    ['light', 390],
    ['dark', 390],
  ] as const))
    test(`axe finds nothing in ${scheme} at ${width} pixels`, inLongRun, async () => {
      const page = await open(routes[0], { isDark: scheme === 'dark', width })
      for (const route of routes) {
        await page.goto(`${installation.url}${route}`)
        await page.getByRole('heading', { level: 1 }).waitFor()
        await until(async () => (await page.locator('main [role="status"]:has(.mantine-Skeleton-root)').count()) === 0)
        await expectAccessible(page, `${route} ${scheme} ${width}`)
        await expect
          .poll(() => page.evaluate(() => document.documentElement.scrollWidth), { message: route })
          .toBeLessThanOrEqual(width)
      }
    })
})

test('a private key is pasted with its line breaks, saved, and not shown again', inLongRun, async () => {
  const call = await signIn(installation.url, 'Administrator')
  const body = JSON.stringify({
    ...{ name: 'By key', driver: 'SFTP', base_url: 'sftp://files.example', username: 'u', password: 'p' },
  })
  const headers = { 'content-type': 'application/json' }
  const answer = await call('/api/v1/generic_credential', { method: 'POST', headers, body })
  const made = (await answer.json()) as { id: string }
  const page = await open('/dms')
  const link = page.getByRole('row', { name: /By key/ }).getByRole('link', { name: 'By key' })
  await link.click()
  await page.waitForURL(/kind=generic_credential/)
  const field = page.getByRole('textbox', { name: 'Private key' })
  await field.fill('-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaA\n-----END OPENSSH PRIVATE KEY-----')
  await page.getByRole('button', { name: /^Save/ }).first().click()
  const secrets = async () =>
    (await call(`/api/v1/generic_credential/${made.id}`)).headers.get('x-secrets-set')?.split(',') ?? []
  await until(async () => (await secrets()).includes('private_key'))
  await page.goto(`${installation.url}/dms`)
  await link.click()
  await field.waitFor()
  await expect(field).toHaveValue('')
  await expect.poll(() => page.content()).not.toContain('b3BlbnNzaA')
})
