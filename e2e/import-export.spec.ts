import { readFile } from 'node:fs/promises'
import { type Download, expect, type FileChooser, type Page, test } from '@playwright/test'
import { sheetOf } from '../packages/server/src/testing/sheet.ts'
import { expectAccessible } from './expect-accessible.ts'
import { type Installation, signIn, startInstallation, until } from './harness.ts'
import { inLongRun } from './in-long-run.ts'
import { logInAs } from './open-page.ts'
import { sampleOf } from './sample-of.ts'
import { startBrowser } from './start-browser.ts'
import { openSettings, tryToLeave } from './steady.ts'

test.describe.configure({ mode: 'serial' })

const newPage = startBrowser()
let installation: Installation
let page: Page

test.beforeAll(async () => {
  installation = await startInstallation()
  const call = await signIn(installation.url, 'Docketing')
  for (const [number, name] of [
    ['P-1', '=cmd|calc'],
    ['P-2', 'Port Two'],
    ['P-3', 'Port Three'],
  ]) {
    const answer = await call('/api/v1/client', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name, number, status: number === 'P-3' ? 'Closed' : 'Pending' }),
    })
    expect(answer.status).toBe(201)
  }
})
test.afterAll(() => installation?.close())

test.beforeEach(() => open())

async function open(options: { isDark?: boolean; width?: number } = {}): Promise<void> {
  ;({ page } = await newPage({ ...options, acceptDownloads: true }))
}

async function goTo(path: string, role = 'Docketing'): Promise<void> {
  await logInAs(page, { url: installation.url, role, path })
  await page.getByRole('heading', { level: 1 }).waitFor()
}

async function see(name: string): Promise<void> {
  const folder = process.env.COURTCRIER_TEST_SCREENSHOTS
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: false })
}

async function contentOf(download: Download): Promise<Buffer> {
  return readFile(await download.path())
}

const csv = (lines: readonly string[], name = 'clients.csv') => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\r\n')),
})

async function clientNames(): Promise<string[]> {
  const call = await signIn(installation.url, 'Docketing')
  const answer = (await (await call('/api/v1/client/search?freeText=P-&sort=number&max=100')).json()) as {
    clients: { name: string }[]
  }
  return answer.clients.map(({ name }) => name)
}

test.describe('an export', () => {
  test('of a filtered view becomes an Excel sheet and a CSV in the background, and is found again', async () => {
    await goTo('/clients?q=P-&f.status=Pending&sort=number')
    await page.getByText('of 2').waitFor()
    await page.getByRole('button', { name: 'Import and export' }).click()
    await page.getByRole('menuitem', { name: 'Export this view' }).click()
    const dialog = page.getByRole('dialog', { name: 'Export clients' })
    await dialog.getByText('All 2 matches in this view').waitFor()
    await expectAccessible(page, 'export dialog')
    await see('export-dialog')
    await dialog.getByLabel('File name').fill(' ')
    await dialog.getByRole('button', { name: 'Export' }).click()
    await dialog.getByText('Filename is required.').waitFor()
    await dialog.getByLabel('File name').fill('Our clients')
    await page.route('**/api/v1/client/export', (route) => route.fulfill({ status: 429 }))
    await dialog.getByRole('button', { name: 'Export' }).click()
    await dialog.getByRole('alert').getByText('Table export failed, try again later', { exact: true }).waitFor()
    await page.unroute('**/api/v1/client/export')
    await dialog.getByRole('button', { name: 'Export' }).click()
    const tray = page.getByRole('region', { name: 'Exports' })
    await tray.getByText('Ready').waitFor()
    await expectAccessible(page, 'tray')
    await see('export-tray')
    await page.route('**/api/v1/export_run/*/file', (route) => route.fulfill({ status: 429 }))
    await tray.getByRole('button', { name: 'Download' }).click()
    await tray.getByRole('alert').getByText('Table export failed, try again later', { exact: true }).waitFor()
    await page.unroute('**/api/v1/export_run/*/file')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      tray.getByRole('button', { name: 'Download' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('Our clients.xlsx')
    const sheet = sheetOf(await contentOf(download))
    expect(sheet).toContain('=cmd|calc</t>')
    expect(sheet).toContain('Port Two')
    expect(sheet).not.toContain('Port Three')
    expect(sheet).not.toContain('<f>')
    await tray.getByRole('button', { name: 'Close' }).click()

    await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
    await page.locator('tbody tr[aria-rowindex="3"]').getByRole('checkbox').uncheck()
    await page.getByRole('button', { name: 'Import and export' }).click()
    await page.getByRole('menuitem', { name: 'Export this view' }).click()
    await dialog.getByText('The 1 selected row').waitFor()
    await dialog.getByLabel('CSV (.csv)').check()
    await dialog.getByLabel('File name').fill('One')
    await dialog.getByRole('button', { name: 'Export' }).click()
    await tray.getByText('Ready').waitFor()
    await page.goto(`${installation.url}/exports`)
    const row = page.getByRole('row', { name: /One\.csv/ })
    await row.getByText('Ready').waitFor()
    await expectAccessible(page, 'exports')
    await see('exports')
    const [second] = await Promise.all([
      page.waitForEvent('download'),
      row.getByRole('button', { name: 'Download' }).click(),
    ])
    const text = String(await contentOf(second))
    expect(text).toContain("'=cmd|calc")
    expect(text).not.toContain('Port Two')
    await row.getByRole('button', { name: 'Remove: One.csv' }).click()
    await row.waitFor({ state: 'detached' })
  })
})

/** Drops the file far from the drop zone. */
async function dropOnTitle(name: string): Promise<void> {
  const title = page.getByRole('heading', { level: 1 })
  const dataTransfer = await page.evaluateHandle((named) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File(['x'], named))
    return transfer
  }, name)
  const hint = page.getByText('Drop it anywhere on this page')
  await title.dispatchEvent('dragover', { dataTransfer })
  await hint.waitFor()
  await title.dispatchEvent('drop', { dataTransfer })
  await hint.waitFor({ state: 'detached' })
}

test.describe('an import', () => {
  test('with errors is checked, corrected, run and undone', async () => {
    await goTo('/clients')
    await page.getByRole('button', { name: 'Import and export' }).click()
    await page.getByRole('menuitem', { name: 'Import from a file' }).click()
    await page.getByRole('heading', { name: 'Import clients' }).waitFor()
    await expectAccessible(page, 'file step')
    await see('import-file')
    const choose = page.locator('input[type="file"]')
    await choose.setInputFiles({ ...csv(['x']), name: 'clients.ods' })
    await page
      .getByText('The file must be an Excel workbook (.xlsx), or a .txt or .csv file with comma-separated values.')
      .waitFor()
    await choose.setInputFiles(csv([]))
    await page.getByText('The file is empty.').waitFor()
    // The same file can be chosen again once it is corrected: the browser reports only another one as a choice.
    await expect(choose).toHaveJSProperty('value', '')
    await dropOnTitle('clients.pdf')
    await page
      .getByText('The file must be an Excel workbook (.xlsx), or a .txt or .csv file with comma-separated values.')
      .waitFor()
    await choose.setInputFiles(
      csv(['Client No.,Name,Shoe size', 'P-2,Port Two Ltd,1', 'P-3,Port Three,2', 'P-9,New One,3', 'P-10,,4']),
    )
    await page.getByRole('heading', { name: 'Which field is each column?' }).waitFor()
    const field = (column: string) => page.getByRole('combobox', { name: `Field for column ${column}` })
    await expect(field('Client No.')).toHaveValue('number')
    await expect(field('Shoe size')).toHaveValue('')
    await expectAccessible(page, 'map step')
    await see('import-map')
    await page.getByRole('button', { name: 'Check file' }).click()
    await page.getByRole('heading', { name: "This file can't be imported yet." }).waitFor()
    await page.getByRole('row', { name: /Name.*This field is required/ }).waitFor()
    await page.getByRole('button', { name: /1\s*Changed/ }).click()
    const change = page.getByRole('row', { name: /Port Two Ltd/ })
    await expect(change).toContainText('Port Two → Port Two Ltd')
    await expectAccessible(page, 'result of the check')
    await see('import-check')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download the rows with errors' }).click(),
    ])
    await expect.poll(async () => String(await contentOf(download))).toContain('P-10')

    await page.getByRole('button', { name: 'Choose another file' }).click()
    await choose.setInputFiles(
      csv(['Client No.,Name,Shoe size', 'P-2,Port Two Ltd,1', 'P-3,Port Three,2', 'P-9,New One,3']),
    )
    await page.getByText('Same as for the last file with these columns.').waitFor()
    await page.getByRole('button', { name: 'Check file' }).click()
    await page.getByRole('heading', { name: 'Nothing has changed yet.' }).waitFor()
    await expect.poll(() => clientNames()).not.toContain('New One')
    await page.reload()
    await page.getByRole('button', { name: 'Import now' }).click()
    await page.getByRole('heading', { name: 'Imported.' }).waitFor()
    await see('import-done')
    await expect.poll(() => clientNames()).toEqual(expect.arrayContaining(['New One', 'Port Two Ltd']))
    await page.getByRole('button', { name: 'Undo import' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Undo', exact: true }).click()
    await page.getByText('2 records restored.').first().waitFor()
    await page.getByRole('button', { name: 'Undo import' }).waitFor({ state: 'detached' })
    await expect.poll(() => clientNames()).toEqual(expect.arrayContaining(['Port Two']))
    await expect.poll(() => clientNames()).not.toContain('New One')

    await page.goto(`${installation.url}/exports`)
    await page
      .getByRole('row', { name: /clients\.csv.*Imported/ })
      .first()
      .waitFor()
    await expectAccessible(page, 'exports and imports')
    await see('own-imports')
  })

  test('by keyboard alone', inLongRun, async () => {
    await goTo('/clients')
    await page.getByRole('button', { name: 'Import and export' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Export this view' }).waitFor()
    await page.getByRole('menuitem', { name: 'Import from a file' }).focus()
    await page.keyboard.press('Enter')
    const button = page.getByRole('button', { name: 'Choose a file' })
    await button.waitFor()
    // The menu returns focus as it closes, which may be after the page has loaded.
    let chooser: FileChooser | undefined
    page.once('filechooser', (opened) => {
      chooser = opened
    })
    await until(async () => {
      await button.focus()
      await page.keyboard.press('Enter')
      return chooser !== undefined
    })
    await chooser?.setFiles(csv(['Number,Name', 'P-20,By Keys']))
    const check = page.getByRole('button', { name: 'Check file' })
    await check.waitFor()
    const field = page.getByRole('combobox', { name: 'Field for column Name' })
    await field.focus()
    await page.keyboard.press('Tab')
    await check.focus()
    await page.keyboard.press('Enter')
    const commit = page.getByRole('button', { name: 'Import now' })
    await commit.waitFor()
    await commit.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Imported.' }).waitFor()
    const undo = page.getByRole('button', { name: 'Undo import' })
    await undo.focus()
    await page.keyboard.press('Enter')
    await until(() => page.getByRole('button', { name: 'Keep it' }).evaluate((item) => item === document.activeElement))
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText('1 record restored.').first().waitFor()
    await expect.poll(() => clientNames()).not.toContain('By Keys')
  })

  test('is canceled while it runs, and is found again', inLongRun, async () => {
    await goTo('/clients/import')
    // Too many rows to finish before the cancellation; the import ends there, so the rest cost nothing.
    const lines = Array.from({ length: 60_000 }, (_, n) => `Q-${n},Quite many ${n}`)
    await page.locator('input[type="file"]').setInputFiles(csv(['Number,Name', ...lines], 'many.csv'))
    await page.getByRole('button', { name: 'Check file' }).click()
    // The import holds the embedded database from its first row on.
    await page.getByText(/^[1-9][\d,]* of 60,000/).waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('heading', { name: 'Canceled. Nothing was imported.' }).waitFor()
    await page.goto(`${installation.url}/exports`)
    await page
      .getByRole('row', { name: /many\.csv.*Canceled/ })
      .getByRole('link')
      .click()
    await page.getByRole('button', { name: 'Change columns' }).click()
    await page.getByRole('button', { name: 'Check file' }).waitFor()
  })
})

test('a role that sees all imports sees how each ended next to the list', inLongRun, async () => {
  const call = await signIn(installation.url, 'Docketing')
  await call('/api/v1/client/import?mode=commit&file_name=theirs.csv', {
    method: 'POST',
    headers: { 'content-type': 'text/csv' },
    body: 'Number,Name\r\nP-30,Theirs',
  })
  await goTo('/imports', 'Administrator')
  await page
    .getByRole('row', { name: /theirs\.csv/ })
    .getByRole('link')
    .first()
    .click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('heading', { name: 'Imported.' }).waitFor()
  await drawer.getByRole('row', { name: /Theirs/ }).waitFor()
  await expectAccessible(page, 'import beside the list')
  await see('imports')
})

test('the import token is shown once, and revoked', inLongRun, async () => {
  await goTo('/settings', 'Administrator')
  await openSettings(page, installation.url, /^Firm Information/i)
  const imports = page.getByRole('region', { name: 'Imports' })
  await imports.scrollIntoViewIfNeeded()
  // The agents, a screen above, have a button of this name too.
  await imports.getByRole('button', { name: 'Create token' }).click()
  const token = await page.getByLabel('New import token').inputValue()
  expect(token).toMatch(/^cci_/)
  await tryToLeave(page)
  await expectAccessible(page, 'token')
  const answer = await fetch(`${installation.url}/api/v1/client/import?mode=dry_run`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
    body: 'Number,Name\r\nT-1,By token',
  })
  expect(answer.status).toBe(200)
  await page.getByRole('dialog', { name: 'Token created' }).getByRole('button', { name: 'Done' }).click()
  await page.reload()
  await imports.scrollIntoViewIfNeeded()
  await page.getByText('Last used').waitFor()
  await see('token')
  await expect(page.getByLabel('New import token')).toHaveCount(0)
  await imports.getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('No token yet.').waitFor()
})

for (const [scheme, width] of sampleOf([
  ['dark', 1440],
  ['light', 390],
  ['dark', 390],
] as const))
  test(`in ${scheme} at ${width} pixels nothing is out of reach`, inLongRun, async () => {
    await open({ isDark: scheme === 'dark', width })
    await goTo('/clients/import')
    await expectAccessible(page, 'file step')
    await page.locator('input[type="file"]').setInputFiles(csv(['Number,Name', 'P-2,Port Two Ltd', ',None']))
    await page.getByRole('button', { name: 'Check file' }).waitFor()
    await expectAccessible(page, 'map step')
    await see(`map-${scheme}-${width}`)
    await page.getByRole('button', { name: 'Check file' }).click()
    await page.getByRole('heading', { name: "This file can't be imported yet." }).waitFor()
    await page
      .getByRole('row', { name: /This field is required/ })
      .first()
      .waitFor()
    await expectAccessible(page, 'result')
    await see(`check-${scheme}-${width}`)
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await page.goto(`${installation.url}/exports`)
    await page.getByRole('heading', { name: 'Exports and imports' }).waitFor()
    await expectAccessible(page, 'exports')
  })
