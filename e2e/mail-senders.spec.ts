import { expect, type Page, test } from '@playwright/test'
import { type AccountMailServer, startAccountMailServer } from '../packages/server/src/testing/account-mail-server.ts'
import { expectAccessible } from './expect-accessible.ts'
import { type Installation, startInstallation } from './harness.ts'
import { inLongRun } from './in-long-run.ts'
import { logInAs } from './open-page.ts'
import { startBrowser } from './start-browser.ts'

test.describe.configure({ mode: 'serial' })

const user = 'docketing@hale-osei.example'
const newPage = startBrowser()
let installation: Installation
let server: AccountMailServer
let page: Page

test.beforeAll(async () => {
  server = await startAccountMailServer({ user })
  installation = await startInstallation({ environment: { COURTCRIER_ALLOW_PRIVATE_MAIL: '127.0.0.1' } })
})
test.afterAll(async () => {
  await installation?.close()
  await server?.close()
})

test(
  'an administrator adds a sending account, sees in its test what is wrong, mends it and gets the test mail',
  inLongRun,
  async () => {
    ;({ page } = await newPage())
    await logInAs(page, { url: installation.url, role: 'Administrator', path: '/sending-accounts?id=new' })
    const form = page.getByRole('dialog')
    await form.getByLabel(/^Name/).first().fill('Docketing')
    await form
      .getByLabel(/^Mail service/)
      .first()
      .click()
    await page.getByRole('option', { name: 'Other, with a password' }).click()
    await form.getByLabel(/^Address/).fill(user)
    await form.getByRole('button', { name: 'Next' }).click()
    await form
      .getByLabel(/^Password/)
      .first()
      .fill('wrong')
    await form.getByRole('button', { name: 'Next' }).click()
    await form.getByRole('textbox', { name: 'Mail server' }).fill(`smtp://127.0.0.1:${server.port}`)
    await form.getByRole('button', { name: 'Next' }).click()
    await form.getByRole('button', { name: /^Create/ }).click()
    await form.waitFor({ state: 'detached' })

    await page.getByRole('row', { name: /Docketing/ }).click()
    const record = page.getByRole('dialog', { name: 'Docketing' })
    await record.getByRole('button', { name: 'Test', exact: true }).click()
    await record
      .getByText(/rejected this server's login/)
      .first()
      .waitFor()
    expect(server.caught).toEqual([])
    await expectAccessible(page, 'sending account')
    await record
      .getByLabel(/^Password/)
      .first()
      .fill('secret')
    await record.getByRole('button', { name: 'Save changes' }).click()
    await record.waitFor({ state: 'detached' })

    await page.getByRole('row', { name: /Docketing/ }).click()
    await record.getByRole('button', { name: 'Test', exact: true }).click()
    await record.getByText('All steps passed.').waitFor()
    await record.getByText(/^An email was sent to .+@.+\. Check that it arrives\.$/).waitFor()
    await expect.poll(() => server.caught.map(({ from }) => from)).toEqual([user])
    await page.keyboard.press('Escape')
    await page.getByRole('row', { name: /Docketing.*Healthy/ }).waitFor()
  },
)
