import { type Download, expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './expect-accessible.ts'
import { type Row, rowsOf, startFiledCase } from './filed-case.ts'
import { until } from './harness.ts'
import { inLongRun } from './in-long-run.ts'

test.describe.configure({ mode: 'serial' })

const filed = startFiledCase()

test.describe('the log', () => {
  test('shows who changed which value to what, and leads from one event to all events of its record', async () => {
    await filed.change(`/api/v1/case/${filed.courtCase.id}`, { matter_id: filed.matters.other.id })
    const page = await filed.open('/event-logs')
    const sentence = `Dana Whitfield changed the matter of case ${filed.courtCase.name} from ${filed.matters.own.name} to ${filed.matters.other.name}.`
    await page.getByRole('link', { name: sentence }).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('table', { name: 'What changed' }).waitFor()
    await expectAccessible(page, 'an event beside the log')
    const difference = drawer.getByRole('row', { name: /Matter/ })
    await expect(difference.getByRole('cell')).toHaveText([
      String(filed.matters.own.name),
      String(filed.matters.other.name),
    ])
    await drawer.getByRole('link', { name: 'Everything about this record' }).click()
    await page.waitForURL(/f\.entity=case/)
    await page.getByRole('button', { name: `Record ${filed.courtCase.name}` }).waitFor()
    await page.getByRole('button', { name: /^About Case/ }).waitFor()
    await until(async () => (await rowsOf(page).count()) === 1)

    // Someone changes it back: the event arrives without a reload, since the pointer isn't over the list.
    await page.mouse.move(0, 0)
    await filed.change(`/api/v1/case/${filed.courtCase.id}`, { matter_id: filed.matters.own.id })
    const back = `Dana Whitfield changed the matter of case ${filed.courtCase.name} from ${filed.matters.other.name} to ${filed.matters.own.name}.`
    await page.getByRole('link', { name: back }).waitFor()
  })

  test('shows changes and problems first, then logins and page views, or all', inLongRun, async () => {
    const page = await filed.open('/event-logs')
    const viewed = page.getByRole('link', { name: /Viewed|signed in/ })
    await rowsOf(page).first().waitFor()
    await expect(viewed).toHaveCount(0)
    await page.getByText('Logins and page views', { exact: true }).click()
    await viewed.first().waitFor()
    await page.waitForURL(/view=visits/)
    await page.getByText('Changes and problems', { exact: true }).last().click()
    await until(async () => (await viewed.count()) === 0)
  })

  test('holds still under the pointer, and offers new events', inLongRun, async () => {
    const page = await filed.open('/event-logs?view=all')
    const pointed = rowsOf(page).nth(3)
    await pointed.hover()
    const place = async () => [await pointed.getAttribute('data-id'), await pointed.boundingBox()]
    const before = await place()
    await filed.change(`/api/v1/case/${filed.courtCase.id}`, { name: `${filed.courtCase.name}, renamed` })
    const renamed = page.getByRole('link', { name: `${filed.courtCase.name}, renamed` })
    const offer = page.getByRole('status').filter({ hasText: /\d+ new/ })
    await offer.waitFor()
    await expect.poll(() => place()).toEqual(before)
    await expect(renamed).toHaveCount(0)
    await expectAccessible(page, 'an offer of what came')
    // Opening the log is logged as well, and may be offered after it.
    await until(async () => {
      if (await offer.isVisible()) await offer.getByRole('button', { name: 'Show' }).click()
      return (await renamed.count()) > 0 && !(await offer.isVisible())
    })

    await filed.change(`/api/v1/case/${filed.courtCase.id}`, { name: filed.courtCase.name })
    await offer.waitFor()
    await page.mouse.move(0, 0)
    await offer.waitFor({ state: 'detached' })
  })

  test('is filtered by keyboard, in the address, and exported as shown', inLongRun, async () => {
    const page = await filed.open('/event-logs')
    await rowsOf(page).first().waitFor()
    await page.keyboard.press('f')
    await page.getByRole('menuitem', { name: 'Level' }).press('Enter')
    await page.getByRole('checkbox', { name: 'Audit' }).press('Space')
    await page.waitForURL(/f\.level=AUDIT/)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Add filter' }).press('Enter')
    await page.getByRole('menuitem', { name: 'About' }).press('Enter')
    await page.getByRole('checkbox', { name: 'User', exact: true }).press('Space')
    await page.waitForURL(/f\.entity=user/)
    await page.keyboard.press('Escape')
    // Who logged in is not among the changes that the log shows at first.
    await page.getByText('Logins and page views', { exact: true }).click()
    await page.waitForURL(/view=visits/)
    await page.getByRole('link', { name: 'Dana Whitfield signed in.' }).first().waitFor()
    await expect(page.getByRole('link', { name: /was notified of a filing/ })).toHaveCount(0)
    await page.reload()
    await page.getByRole('button', { name: /^Level Audit/ }).waitFor()
    const download = await exportAs(page)
    const file = await download.createReadStream()
    const text = (await file.toArray()).join('')
    expect(text).toContain('signed in.')
    expect(text).not.toContain('case')
  })

  test('is closed to roles that may not open the firm’s pages', inLongRun, async () => {
    const page = await filed.open('/event-logs', { role: 'Docketing' })
    await page.waitForURL(/\/success/)
  })
})

/** Exports the view as CSV and returns the download. */
async function exportAs(page: Page): Promise<Download> {
  await page.getByRole('button', { name: 'Import and export' }).click()
  await page.getByRole('menuitem', { name: 'Export this view' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export event logs' })
  await dialog.getByLabel('File name').fill('log')
  await dialog.getByLabel('CSV (.csv)').check()
  await dialog.getByRole('button', { name: 'Export' }).click()
  const tray = page.getByRole('region', { name: 'Exports' })
  await tray.getByText('Ready').waitFor()
  const download = page.waitForEvent('download')
  await tray.getByRole('button', { name: 'Download' }).click()
  return download
}

test.describe('one notice', () => {
  test('is followed from end to end, from its inbox item and from its logged events', async () => {
    const [delivery] = (await filed.read('/api/v1/delivery/search?max=1')).deliveries as Row[]
    const page = await filed.open(`/inbox-items/id/${delivery?.inbox_item_id}`, { role: 'Docketing' })
    await page.getByRole('link', { name: 'View full history' }).click()
    await page.waitForURL(/\/notice-trail\/inbox_item\//)
    const lines = page.getByRole('listitem').filter({ has: page.locator('time') })
    await page.getByText(`${delivery?.email} was notified`).first().waitFor()
    await page
      .getByText(/was saved to the DMS$/)
      .first()
      .waitFor()
    await page
      .getByText(/^Received: /)
      .first()
      .waitFor()
    const whole = await lines.count()
    await page.getByRole('checkbox', { name: /^Deliveries/ }).press('Space')
    await page.waitForURL(/show=delivery/)
    await until(async () => (await lines.count()) < whole)
    await expect(page.getByText(/^Received: /)).toHaveCount(0)

    const log = await filed.open('/event-logs?f.type=notification+sent')
    await rowsOf(log).first().waitFor()
    await log.keyboard.press('j')
    await log.keyboard.press('Enter')
    await log.getByRole('dialog').getByRole('link', { name: 'View full history' }).first().press('Enter')
    await log.waitForURL(/\/notice-trail\/delivery\//)
    await log
      .getByText(/was notified of a filing\./)
      .first()
      .waitFor()
  })

  test('that does not exist says so, with a way back', inLongRun, async () => {
    const page = await filed.open('/notice-trail/inbox_item/00000000-0000-7000-8000-000000000000')
    await page.getByText("This notice doesn't exist").waitFor()
    await page.getByRole('link', { name: 'Go to the inbox' }).click()
    await page.waitForURL(/inbox-items/)
  })
})
