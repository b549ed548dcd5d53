import { allowedActions } from '@courtcrier/contract/tracking.ts'
import { expect, type Page, test } from '@playwright/test'
import { sql } from 'kysely'
import { rowsOf, startFiledCase } from './filed-case.ts'
import { until } from './harness.ts'
import { inLongRun } from './in-long-run.ts'

test.describe.configure({ mode: 'serial' })

const filed = startFiledCase()

test.describe('tracking a case', () => {
  test('offers nothing without a provider of court records', inLongRun, async () => {
    const page = await filed.open(`/cases?over=tracking.${filed.courtCase.id}`, { role: 'Docketing' })
    const dialog = page.getByRole('dialog', { name: `Tracking of ${filed.courtCase.name}` })
    await dialog.getByText('no provider of court records for your firm, so nothing can be ordered').waitFor()
    await expect(dialog.getByRole('button', { name: 'Subscribe' })).toHaveCount(0)
  })

  test(
    'asks with the amounts shown, says why nothing was ordered, and logs what was agreed to',
    inLongRun,
    async () => {
      const page = await filed.open(`/cases?q=${encodeURIComponent(filed.courtCase.name)}`, { role: 'Docketing' })
      await showProvider(page)
      const cell = page.getByRole('link', { name: `Not tracked: tracking of ${filed.courtCase.name}` })
      await cell.focus()
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog', { name: `Tracking of ${filed.courtCase.name}` })
      await dialog.getByRole('button', { name: 'Subscribe' }).press('Enter')
      const question = page.getByRole('dialog', { name: 'Subscribe to tracking of this case?' })
      await question.getByText('$25.00 a month', { exact: true }).waitFor()
      await question.getByText('$3.00 for each document', { exact: true }).waitFor()
      await until(() =>
        question.getByRole('button', { name: 'Not now' }).evaluate((node) => node === document.activeElement),
      )
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await question.getByRole('alert').getByText('so nothing was ordered').waitFor()
      await question.getByRole('button', { name: 'Not now' }).click()
      await page.keyboard.press('Escape')
      await page.waitForURL((url) => !url.searchParams.has('over'))

      const log = await filed.open(`/event-logs?f.entity=case&f.entityId=${filed.courtCase.id}`)
      const told = `Maria Delgado tried to subscribe to tracking of case ${filed.courtCase.name}, at $25.00 a month and $3.00 per document.`
      await log.getByRole('link', { name: told }).waitFor()
    },
  )

  test('explains the gap when it is stopped or resumed, and shows state and cost in the row', inLongRun, async () => {
    const { database } = filed.installation.courtcrier.services
    await sql`update cases set tracking_status = 'subscribed', tracking_cents = 12550 where id = ${filed.courtCase.id}::uuid`.execute(
      database.kysely,
    )
    const page = await filed.open(`/cases?q=${encodeURIComponent(filed.courtCase.name)}`, { role: 'Docketing' })
    await showProvider(page)
    await page.getByText('$125.50').waitFor()
    await page.getByRole('link', { name: /^Tracked: tracking of/ }).click()
    await page.getByRole('button', { name: 'Stop tracking' }).click()
    await page.getByText(/doesn't renew at the end of the billing cycle/).waitFor()
    await page.getByText('There is no charge.').waitFor()
    await page.getByRole('button', { name: 'Not now' }).click()
    await sql`update cases set tracking_status = 'stopped' where id = ${filed.courtCase.id}::uuid`.execute(
      database.kysely,
    )
    await page.reload()
    await page.getByRole('button', { name: 'Resume tracking' }).click()
    await page.getByText(/isn't added later/).waitFor()
    await page.getByRole('button', { name: 'Resume, $25.00 a month' }).waitFor()
    await page.getByRole('button', { name: 'Not now' }).click()
    await page.getByRole('button', { name: 'Retrieve documents' }).click()
    await page.getByRole('button', { name: 'Retrieve, $3.00 for each document' }).waitFor()

    const viewer = await filed.open(`/cases?over=tracking.${filed.courtCase.id}`, { role: 'View Only' })
    await showProvider(viewer, { mayAct: false })
    await viewer.reload()
    await viewer.getByText('Your role can view this but not change it.').waitFor()
    await expect(viewer.getByRole('button', { name: 'Resume tracking' })).toHaveCount(0)
  })

  test('is hidden in a firm that has not subscribed to it', inLongRun, async () => {
    const { kysely } = filed.installation.courtcrier.services.database
    await sql`update firms set entitled_features = '{}'`.execute(kysely)
    const page = await filed.open(`/cases?over=tracking.${filed.courtCase.id}`, { role: 'Docketing' })
    await rowsOf(page).first().waitFor()
    await expect(page.getByRole('columnheader', { name: 'Tracking' })).toHaveCount(0)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await sql`update firms set entitled_features = '{tracking}'`.execute(kysely)
  })
})

/** This version has no provider, so the page is answered as if it had one; what it asks then reaches the server. */
async function showProvider(page: Page, { mayAct = true } = {}): Promise<void> {
  await page.route('**/api/v1/case/*/tracking', async (route) => {
    const response = await route.fetch()
    const body = await response.json()
    const state = { tracking: body.tracking_status, retrieval: body.retrieval_status }
    const allowed = mayAct ? allowedActions(state) : []
    await route.fulfill({ response, json: { ...body, provider: 'Court records', allowed } })
  })
}
