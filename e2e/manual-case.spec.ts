import { expect, test } from '@playwright/test'
import { type Installation, signIn, startInstallation, untilAtRest } from './harness.ts'
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

interface FirmCase {
  name: string
  case_number: string
}

async function get<T>(path: string): Promise<T> {
  return (await (await call(path)).json()) as T
}

/** Returns a case of one court whose number no other case shares. */
async function someCase(): Promise<FirmCase> {
  const { cases } = await get<{ cases: FirmCase[] }>('/api/v1/case/search?max=50')
  for (const found of cases) {
    const number = encodeURIComponent(found.case_number)
    const lookup = await get<{ cases: { court_ids: string[] }[] }>(`/api/v1/manual/lookup?docket_number=${number}`)
    if (lookup.cases.length === 1 && lookup.cases[0]?.court_ids.length === 1) return found
  }
  throw new Error('the firm has no case of one court')
}

test('a case that the page chose goes with the docket number, and one that a person chose stays', async () => {
  const found = await someCase()
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
})
