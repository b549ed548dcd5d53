import { expect, type Page, test } from '@playwright/test'
import { permissionSubjects } from '../packages/contract/src/access.ts'
import { type Installation, signIn, startInstallation, untilAtRest } from './harness.ts'
import { inLongRun } from './in-long-run.ts'
import { logInAs } from './open-page.ts'
import { startBrowser } from './start-browser.ts'

test.describe.configure({ mode: 'serial' })

const newPage = startBrowser()
let installation: Installation

test.beforeAll(async () => {
  installation = await startInstallation()
  await installation.sandbox.sendFilings({ smtp: installation.smtp, count: 2 })
  await untilAtRest(await signIn(installation.url, 'Docketing'))
})
test.afterAll(() => installation?.close())

async function open(path: string): Promise<Page> {
  const { page } = await newPage({ width: 1440 })
  await logInAs(page, { url: installation.url, role: 'View Only', path })
  return page
}

test(
  'a role that sees neither state nor time of a notice opens the inbox, a notice and a filing',
  inLongRun,
  async () => {
    const page = await open('/inbox-items')
    await page.getByRole('row').nth(1).waitFor()
    await hideStateAndTime()
    await page.goto(`${installation.url}/ecfx-notification`)
    await page.getByRole('row').nth(1).click()
    const notices = page
      .getByRole('article')
      .getByRole('listitem')
      .filter({ has: page.getByRole('link') })
    await expect(notices.first()).toBeVisible()
    await expect(page.getByRole('article')).not.toContainText(/Succeeded|1969|1970/)
    await notices.first().getByRole('link').click()
    await page.waitForURL(/inbox-items\/id\//)
    await expect(page.getByRole('heading', { level: 2 }).first()).not.toHaveText('')
    await page.goto(`${installation.url}/inbox-items`)
    await expect(page.getByRole('row').nth(1)).toBeVisible()
    await expect(page.getByText('Something went wrong')).toHaveCount(0)
  },
)

test('a role that only reads notices, filings and cases is refused nothing by the server, and offered no page that it may not open', async () => {
  await assign('Reader', { case_access: 'READ', envelope_access: 'READ', inbox_item_access: 'READ' })
  const page = await open('')
  const refused: string[] = []
  page.on('response', (response) => response.status() === 403 && refused.push(response.url()))
  await page.getByRole('heading', { name: 'You are logged in as Peter Nakamura' }).waitFor()
  await expect(page.getByRole('main').getByRole('link', { name: 'Deliveries' })).toHaveCount(0)
  for (const path of ['/cases', '/inbox-items', '/ecfx-notification']) {
    await page.goto(installation.url + path)
    await page.getByRole('row').nth(1).click()
    await page.waitForURL(/[?/]id[=/]/)
    await page.waitForFunction(() => !document.querySelector('[aria-busy="true"], [data-loading]'))
  }
  // The address opens with the filings, but none of its records may be seen.
  await page.goto(`${installation.url}/deliveries`)
  await page.getByText("Your role doesn't include deliveries").waitFor()
  await expect(page.getByRole('searchbox')).toHaveCount(0)
  await page.goto(`${installation.url}/cases?id=new`)
  await page.getByText('Your role can view cases but not create them.').waitFor()
  await expect(page.getByRole('dialog').getByRole('textbox')).toHaveCount(0)
  expect(refused).toEqual([])
})

/** Assigns the read-only user a role that grants nothing else. */
async function assign(name: string, granted: Record<string, string>): Promise<void> {
  const as = await signIn(installation.url, 'Administrator')
  const found = await as('/api/v1/user/search?max=100')
  const { users } = (await found.json()) as { users: { id: string; email: string }[] }
  const denied = Object.fromEntries(permissionSubjects.map((subject) => [`${subject}_access`, 'DENY']))
  const user_ids = users.filter(({ email }) => email.startsWith('viewer@')).map(({ id }) => id)
  const answer = await as('/api/v1/user_security_role', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...denied, ...granted, name, user_ids }),
  })
  expect(answer.status, await answer.text()).toBe(201)
}

/** Assigns the read-only user another role. */
async function hideStateAndTime(): Promise<void> {
  const as = await signIn(installation.url, 'Administrator')
  const { users } = (await (await as('/api/v1/user/search?max=100')).json()) as {
    users: { id: string; email: string }[]
  }
  const roles = (await (await as('/api/v1/user_security_role/search?max=100')).json()) as {
    user_security_roles: Record<string, unknown>[]
  }
  const viewOnly = roles.user_security_roles.find(({ name }) => name === 'View Only') ?? {}
  const grants = Object.fromEntries(Object.entries(viewOnly).filter(([key]) => key.endsWith('_access')))
  const answer = await as('/api/v1/user_security_role', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ...grants,
      name: 'Half blind',
      inbox_item_permissions: { status: 'DENY', received_at: 'DENY' },
      user_ids: users.filter(({ email }) => email.startsWith('viewer@')).map(({ id }) => id),
    }),
  })
  expect(answer.status, await answer.text()).toBe(201)
}
