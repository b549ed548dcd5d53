import { expect, test } from '@playwright/test'
import { type Installation, signIn, startInstallation, untilAtRest } from './harness.ts'
import { inLongRun } from './in-long-run.ts'
import { findLoneCase } from './lone-case.ts'
import { logInAs } from './open-page.ts'
import { startBrowser } from './start-browser.ts'

const newPage = startBrowser()
let installation: Installation
let call: Awaited<ReturnType<typeof signIn>>

test.beforeAll(async () => {
  installation = await startInstallation()
  call = await signIn(installation.url, 'Docketing')
  await untilAtRest(call)
})
test.afterAll(() => installation?.close())

test(
  'a case that the page chose goes with the docket number, and one that a person chose stays',
  inLongRun,
  async () => {
    const found = await findLoneCase(call)
    const { page } = await newPage()
    await logInAs(page, { url: installation.url, role: 'Docketing', path: '/manual-processing' })
    const [number, ofCase] = [page.getByLabel('Docket number'), page.getByRole('combobox', { name: 'Case' })]
    await number.fill(found.case_number)
    await expect(ofCase).toHaveValue(new RegExp(RegExp.escape(found.name)))
    await number.fill('9:26-cv-99998')
    await expect(ofCase).toHaveValue('')
    await expect(page.getByRole('combobox', { name: 'Court' })).toHaveValue('')
    await page.getByText('No case has this docket number').waitFor()
    await ofCase.fill(found.name)
    await page.getByRole('option', { name: found.name }).first().click()
    await number.fill('9:26-cv-99997')
    await page.keyboard.press('Tab')
    await page.getByText('No case has this docket number').waitFor({ state: 'detached' })
    await expect(ofCase).toHaveValue(new RegExp(RegExp.escape(found.name)))
  },
)
