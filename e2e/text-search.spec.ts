import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { sql } from 'kysely'
import { withSystem } from '../packages/server/src/base/db/firm-transaction.ts'
import { newId } from '../packages/server/src/base/db/ids.ts'
import { scanOf } from '../packages/server/src/retrieval/scan.fixture.ts'
import { isLongRun } from '../packages/server/src/testing/long-run.ts'
import { pagesPdf } from '../packages/server/src/testing/pdf.ts'
import { expectAccessible } from './expect-accessible.ts'
import { type Installation, startInstallation } from './harness.ts'
import { inLongRun } from './in-long-run.ts'
import { logInAs } from './open-page.ts'
import { startBrowser } from './start-browser.ts'

test.describe.configure({ mode: 'serial' })

const newPage = startBrowser()
let installation: Installation

test.beforeAll(async () => {
  installation = await startInstallation()
  const brief = await paper(['Certificate of service', 'The walrus doctrine of personal jurisdiction', 'Conclusion'])
  const appeal = new URL('../packages/server/src/courts/stamps/corpus/ca9_19.pdf', import.meta.url)
  await plant({ title: 'Brief in Opposition', file: brief, docketText: 'RESPONSE in Opposition filed by the walrus.' })
  // Reading a scan takes as long as all the rest, and only the long form searches one.
  if (isLongRun)
    await plant({ title: 'Motion to Stay', file: await scanOf(await readFile(appeal)), docketText: 'MOTION to stay.' })
  await plant({ title: 'Sealed walrus', file: await paper(['A sealed walrus']), docketText: 'SEALED.', isSealed: true })
  // By the program's own queues, from the files.
  await expect
    .poll(
      async () =>
        (await run<{ n: number }>(sql`select count(*)::int as n from document_texts where status = 'read'`)).rows[0]?.n,
      {
        timeout: 120_000,
      },
    )
    .toBe(isLongRun ? 2 : 1)
})
test.afterAll(() => installation?.close())

function run<Row>(statement: ReturnType<typeof sql<Row>>) {
  return withSystem(installation.courtcrier.services.database, async (trx) => {
    await sql`reset role`.execute(trx)
    return statement.execute(trx)
  })
}

/** Pages with a line that says what they are about, between lines that say nothing. */
function paper(lines: readonly string[]): Promise<Uint8Array> {
  const filler = 'Counsel for the parties conferred and could not agree on a date.'
  return pagesPdf(lines.map((line) => [filler, filler, line, filler, filler]))
}

interface Planted {
  title: string
  file: Uint8Array
  docketText: string
  isSealed?: boolean
}

async function plant({ title, file, docketText, isSealed = false }: Planted): Promise<void> {
  const { sha256, size } = await installation.courtcrier.services.blobs.put(Buffer.from(file))
  const envelope = newId()
  await run(sql`insert into envelopes (firm_id, id, court_envelope_id, event, case_name, docket_number, docket_text, is_sealed)
    values (1, ${envelope}::uuid, ${envelope}, 'Motion', 'Rivas v. Jennings', '20-16276', ${docketText}, ${isSealed})`)
  await run(sql`insert into documents (firm_id, id, envelope_id, position, title, verdict, file_id, size)
    values (1, ${newId()}::uuid, ${envelope}::uuid, 0, ${title}, 'fetched', ${sha256}, ${size})`)
}

async function open(path: string, isDark = false): Promise<Page> {
  const { page } = await newPage({ isDark, width: 1280 })
  await logInAs(page, { url: installation.url, role: 'Docketing', path })
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

const viewer = (page: Page) => page.getByRole('region', { name: /^Document / })

test('words lead to the page of a document, where they are marked', async () => {
  const page = await open('/text-search')
  await expect(page.getByText('Find a filing by what it says')).toBeVisible()
  await expectAccessible(page, 'the empty search')
  await page.getByRole('searchbox').fill('walrus jurisdiction')
  const found = page.getByRole('article')
  await expect(found).toHaveCount(1)
  await expect(found.locator('mark')).toHaveText(['walrus', 'jurisdiction'])
  await expect(found).not.toContainText('RESPONSE')
  await expectAccessible(page, 'the found filings')
  await found.getByRole('link', { name: /^Brief in Opposition Page 2/ }).click()
  await expect(viewer(page).getByLabel('Page', { exact: true })).toHaveValue('2')
  await expect(viewer(page).locator('.textLayer .highlight').filter({ hasText: 'walrus' })).not.toHaveCount(0)
  await expect(viewer(page).getByRole('status').filter({ hasText: 'walrus' })).toHaveText(
    '“walrus jurisdiction” on 1 page:',
  )
  await expectAccessible(page, 'the viewer with found pages')
  await page.goBack()
  await expect(page.getByRole('searchbox')).toHaveValue('walrus jurisdiction')
  await expect(found).toHaveCount(1)
})

test('words of a scan are found and marked in its picture', inLongRun, async () => {
  const page = await open('/text-search?q=%22stay%20proceedings%22%20ninth')
  await page.getByRole('link', { name: /^Motion to Stay Page 1/ }).click()
  const places = viewer(page).locator('.page [data-place]')
  await expect(places).not.toHaveCount(0)
  const sheetOf = viewer(page).locator('.page').first()
  // The pages are rendered again while the document is still opening.
  await expect
    .poll(async () => {
      const [place, sheet] = [await places.first().boundingBox(), await sheetOf.boundingBox()]
      return place && sheet && place.x >= sheet.x && place.y >= sheet.y && place.width < sheet.width / 2
    })
    .toBe(true)
})

test('a docket text is found with its words marked, and nothing of a sealed document', async () => {
  const page = await open('/text-search?q=walrus')
  const found = page.getByRole('article')
  await expect(found).toHaveCount(1)
  await expect(found.getByText('Docket text')).toBeVisible()
  await expect(found.locator('mark')).toHaveText(['walrus', 'walrus'])
  await expect(page.getByText('Sealed walrus')).toHaveCount(0)
})

test('everything is reached by keys, from the palette to the document', inLongRun, async () => {
  const page = await open('/text-search')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('walrus doctrine')
  const option = page.getByRole('option', { name: 'Search docket texts and documents for “walrus doctrine”' })
  await expect(option).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.keyboard.press('j')
  await expect(page.getByRole('link', { name: 'View notification' })).toBeFocused()
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.press('Escape')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(viewer(page).getByLabel('Page', { exact: true })).toHaveValue('2')
})

test('nothing found and too much found are said, with what to do', inLongRun, async () => {
  const page = await open('/text-search')
  await page.getByRole('searchbox').fill('walrus zeppelin')
  await expect(page.getByText('No filing has all of these words')).toBeVisible()
  await page.getByRole('searchbox').fill('the')
  await expect(page.getByRole('alert')).toContainText('Too many results')
  await page.getByRole('searchbox').fill('walr*')
  await expect(page.getByRole('article')).toHaveCount(1)
})
