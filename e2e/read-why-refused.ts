import { type ErrorCode, errorCatalogue } from '@courtcrier/contract/errors.ts'
import type { Page } from '@playwright/test'

interface Refused {
  /** The question before the change, and its button. */
  title: string
  confirm: string
  code: ErrorCode
}

/** Confirms a change of the factors that the server can't make, and waits for the reason. */
export async function readWhyRefused(page: Page, { title, confirm, code }: Refused): Promise<void> {
  const { status, sentence } = errorCatalogue[code]
  const changes = /\/auth\/factors\/(?:totp|recovery-codes)$/
  await page.route(changes, (route) => route.fulfill({ status, json: { code, detail: sentence } }))
  const question = page.getByRole('dialog', { name: title })
  await question.getByRole('button', { name: confirm }).click()
  await page.getByRole('region', { name: 'Messages' }).getByRole('alert').getByText(sentence).waitFor()
  await question.waitFor({ state: 'detached' })
  await page.unroute(changes)
}
