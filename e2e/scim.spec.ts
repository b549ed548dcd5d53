import { expect, test } from '@playwright/test'
import { expectAccessible } from './expect-accessible.ts'
import { type Installation, signIn, startInstallation } from './harness.ts'
import { inLongRun } from './in-long-run.ts'
import { logInAs } from './open-page.ts'
import { startBrowser } from './start-browser.ts'
import { tryToLeave } from './steady.ts'

const newPage = startBrowser()
let installation: Installation

test.beforeAll(async () => {
  installation = await startInstallation({})
  const call = await signIn(installation.url, 'Administrator')
  const headers = { 'content-type': 'application/json', accept: 'application/json' }
  const search = await call('/api/v1/user_security_role/search', { headers })
  const { user_security_roles: roles } = (await search.json()) as {
    user_security_roles: { id: string; name: string }[]
  }
  const body = JSON.stringify({
    ...{ name: 'Harlan Directory', issuer: 'https://login.example', client_id: 'courtcrier', client_secret: 'secret' },
    default_role_id: roles.find(({ name }) => name === 'View Only')?.id,
    group_roles: ['Docket clerks = Docketing'],
  })
  const made = await call('/api/v1/identity_provider', { method: 'POST', headers, body })
  expect(made.status, await made.text()).toBe(201)
})
test.afterAll(async () => {
  await installation?.close()
})

test(
  'an administrator creates a token, sees it once, and a user the provider creates with it is in the list',
  inLongRun,
  async () => {
    const { page } = await newPage()
    await logInAs(page, { url: installation.url, role: 'Administrator', path: '/identity-providers' })
    await page.getByRole('row', { name: /Harlan Directory/ }).click()
    const panel = page.getByRole('region', { name: 'Provisioning' })
    await panel.getByText(/\/scim\/v2$/).waitFor()
    await panel.getByRole('button', { name: 'Create token' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create provisioning token' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Entra provisioning')
    await dialog.getByRole('button', { name: 'Create token' }).click()
    const shown = page.getByRole('dialog', { name: 'Key created' })
    const secret = await shown.getByRole('textbox', { name: 'Secret' }).inputValue()
    expect(secret).toMatch(/^ccp_/)
    await tryToLeave(page)
    await expect(shown.getByRole('textbox', { name: 'Secret' })).toHaveValue(secret)
    await expectAccessible(page, 'new provisioning token')
    await shown.getByRole('button', { name: 'Done' }).click()
    await shown.waitFor({ state: 'detached' })
    await expect(page.getByText(secret)).toHaveCount(0)
    await panel.getByRole('button', { name: 'Rotate Entra provisioning' }).waitFor()

    const send = (path: string, body: object) =>
      fetch(`${installation.url}/scim/v2${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/scim+json' },
        body: JSON.stringify(body),
      })
    const name = { givenName: 'Pia', familyName: 'Provisioned' }
    const user = await send('/Users', { userName: 'pia@harlanlowe.example', active: true, name })
    expect(user.status, await user.clone().text()).toBe(201)
    const { id } = (await user.json()) as { id: string }
    const group = await send('/Groups', { displayName: 'Docket clerks', members: [{ value: id }] })
    expect(group.status, await group.text()).toBe(201)

    await page.reload()
    await panel.getByRole('row', { name: /Docket clerks 1 Docketing/ }).waitFor()
    for (const [width, scheme] of [
      [1440, 'light'],
      [1440, 'dark'],
      [390, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.evaluate((value) => document.documentElement.setAttribute('data-mantine-color-scheme', value), scheme)
      await page.screenshot({ path: `test-results/scim-${width}-${scheme}.png` })
      await expectAccessible(page, `provisioning ${width} ${scheme}`)
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(`${installation.url}/users?freeText=Pia`)
    await page.getByRole('row', { name: /Pia Provisioned.*pia@harlanlowe\.example.*Docketing/ }).click()
    await page.getByText(/^Harlan Directory provisions this user\./).waitFor()
  },
)
