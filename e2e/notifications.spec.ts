import { readFile } from 'node:fs/promises'
import { expect, type FileChooser, type Page, test } from '@playwright/test'
import { countPages, textPdf } from '../packages/server/src/testing/pdf.ts'
import { expectAccessible } from './expect-accessible.ts'
import { type Installation, signIn, startInstallation, until, untilAtRest } from './harness.ts'
import { inLongRun } from './in-long-run.ts'
import { findLoneCase } from './lone-case.ts'
import { logInAs } from './open-page.ts'
import { schemes } from './sample-of.ts'
import { startBrowser } from './start-browser.ts'

test.describe.configure({ mode: 'serial' })

const newPage = startBrowser()
let installation: Installation
let call: Awaited<ReturnType<typeof signIn>>

test.beforeAll(async () => {
  installation = await startInstallation()
  call = await signIn(installation.url, 'Docketing')
  await installation.sandbox.sendFilings({ smtp: installation.smtp, count: 12 })
  await untilAtRest(call)
})
test.afterAll(() => installation?.close())

/** Opens a separate browser, signed in. */
async function open(path: string, options: { role?: string; isDark?: boolean; width?: number } = {}): Promise<Page> {
  const { role = 'Docketing', isDark = false, width = 1440 } = options
  const { page } = await newPage({ isDark, width })
  await logInAs(page, { url: installation.url, role, path })
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  return page
}

async function get<T>(path: string): Promise<T> {
  return (await (await call(path)).json()) as T
}

interface Told {
  id: string
  email: string
  status: string
  open_count: number | null
}
interface Filing {
  envelope: { id: string; docket_number: string }
  documents: { id: string; file_id: string | null; pages: number }[]
  deliveries: Told[]
}

/** Returns a filing with a document that someone was notified of by email. */
async function toldFiling(): Promise<Filing> {
  const { envelopes } = await get<{ envelopes: { id: string }[] }>('/api/v1/envelope/search?max=100')
  for (const { id } of envelopes) {
    const filing = await get<Filing>(`/api/v1/filing/${id}`)
    const isTold = filing.deliveries.some(({ status }) => status === 'sent')
    if (isTold && filing.documents.length > 1 && filing.documents.every((document) => document.file_id)) return filing
  }
  throw new Error('the sandbox sent no filing with documents')
}

async function mailsTo(email: string, envelopeId: string) {
  const mails = await installation.sandbox.mails()
  const header = (mail: (typeof mails)[number], wanted: string) =>
    mail.headers.find(({ name }) => name.toLowerCase() === wanted)?.value
  return mails
    .filter((mail) => mail.envelopeTo.includes(email) && header(mail, 'x-courtcrier-filing') === envelopeId)
    .map((mail) => ({ ...mail, messageId: header(mail, 'message-id') }))
}

test.describe('notifications', () => {
  test('show who was notified and why; a filing is resent after a warning, and its documents are one PDF', async () => {
    const filing = await toldFiling()
    const page = await open('/ecfx-notification')
    await page.getByRole('row').nth(1).waitFor()
    await page.getByRole('searchbox').fill(filing.envelope.docket_number)
    await page.waitForURL(/q=/)
    await page.locator(`tr[data-id="${filing.envelope.id}"]`).click()
    const panel = page.getByRole('article')
    await panel.getByText('Assigned to the case').first().waitFor()
    await panel.getByText('saved', { exact: true }).first().waitFor()

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      panel.getByRole('button', { name: 'All documents as one PDF' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^\d.*\.pdf$/)
    const pages = await countPages(await readFile(await download.path()))
    expect(pages).toBe(filing.documents.reduce((sum, document) => sum + document.pages, 0))

    await panel.locator('button[data-document]').first().click()
    await page.locator('canvas').first().waitFor()
    await page.keyboard.press('Escape')
    const [first] = filing.deliveries
    if (!first) throw new Error('no one was notified')
    await panel
      .getByRole('button', { name: /^Send again to/ })
      .first()
      .click()
    const dialog = page.getByRole('dialog', { name: 'Send this filing to one person' })
    await dialog.getByText('was already notified and gets a second email').waitFor()
    await expectAccessible(page, 'send again')
    await dialog.getByRole('button', { name: /^Send again to/ }).click()
    await dialog.waitFor({ state: 'detached' })
    await panel.getByText(/sent again/).waitFor()
    await until(async () => (await mailsTo(first.email, filing.envelope.id)).length === 2)
    const ids = (await mailsTo(first.email, filing.envelope.id)).map(({ messageId }) => messageId)
    expect(new Set(ids).size).toBe(2)
  })

  test('hold still under the pointer, and new ones are offered', inLongRun, async () => {
    const page = await open('/ecfx-notification')
    const pointed = page.locator('tr[data-id]').nth(2)
    await pointed.hover()
    const place = async () => [await pointed.getAttribute('data-id'), await pointed.boundingBox()]
    const before = await place()
    // A single one may be a notice without a filing, or another copy of a known filing.
    await installation.sandbox.sendFilings({ smtp: installation.smtp, count: 6 })
    const offer = page.getByRole('status').filter({ hasText: /\d+ new/ })
    await offer.waitFor()
    await expect.poll(() => place()).toEqual(before)
    await offer.getByRole('button', { name: 'Show' }).click()
    await until(async () => (await place())[0] !== before[0])
    await untilAtRest(call)
  })

  test('a link opened from an email is shown with the delivery, live', inLongRun, async () => {
    const { envelope, deliveries, documents } = await toldFiling()
    const told = deliveries.find(({ status, open_count: count }) => status === 'sent' && !count)
    if (!told) throw new Error('no one was notified by email')
    const page = await open(`/ecfx-notification?id=${envelope.id}`, { width: 1720 })
    await page.getByRole('article').getByText('Recipients').waitFor()
    const reader = await open(`/load-document/${documents[0]?.id}?told=${told.id}`, { role: 'View Only', width: 390 })
    await reader.locator('canvas').first().waitFor()
    await page
      .getByText(/opened once/)
      .first()
      .waitFor()
    await page.locator(`tr[data-id="${envelope.id}"]`).getByText('opened by 1').waitFor()
    await page.getByText('Opened', { exact: true }).click()
    await page.waitForURL(/f\.opened=true/)
    await until(async () => (await page.locator('tr[data-id]').count()) === 1)
    await page.getByText('Not opened', { exact: true }).click()
    await page.locator(`tr[data-id="${envelope.id}"]`).waitFor({ state: 'detached' })
    await page.goBack()
    await page.locator(`tr[data-id="${envelope.id}"]`).waitFor()
  })

  test(
    'by keyboard alone: a row is found, opened and closed, and sent to one person with two keys',
    inLongRun,
    async () => {
      const page = await open('/ecfx-notification')
      await page.getByRole('row').nth(1).waitFor()
      await page.keyboard.press('/')
      await page.keyboard.type('no such filing')
      await page
        .getByText(/Nothing|No .* match|Clear/)
        .first()
        .waitFor()
      for (let n = 0; n < 'no such filing'.length; n++) await page.keyboard.press('Backspace')
      await page.keyboard.press('Escape')
      const { envelope } = await toldFiling()
      // A part of the words may have found others in between.
      await page.locator(`tr[data-id="${envelope.id}"]`).waitFor()
      const isCurrent = () => page.evaluate(() => document.activeElement?.getAttribute('data-id'))
      for (let n = 0; n < 60 && (await isCurrent()) !== envelope.id; n++) await page.keyboard.press('j')
      await expect.poll(() => isCurrent()).toBe(envelope.id)
      await page.keyboard.press('Enter')
      await page.getByRole('article').getByText('Recipients').waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('article').waitFor({ state: 'detached' })
      const before = (await get<Filing>(`/api/v1/filing/${envelope.id}`)).deliveries.length
      await page.keyboard.press('s')
      await page.getByRole('dialog').getByText('was already notified and gets a second email').waitFor()
      await page.keyboard.press('Enter')
      await page.getByText(/Sending the filing to/).waitFor()
      await until(async () => (await get<Filing>(`/api/v1/filing/${envelope.id}`)).deliveries.length === before + 1)
    },
  )

  test('a read-only role sees everything and sends nothing', inLongRun, async () => {
    const { envelope } = await toldFiling()
    const page = await open(`/ecfx-notification?id=${envelope.id}`, { role: 'View Only' })
    await page.getByRole('article').getByText('Recipients').waitFor()
    await expect(page.getByRole('button', { name: /^Send/ })).toHaveCount(0)
  })

  for (const scheme of schemes)
    test(`are accessible, ${scheme}`, inLongRun, async () => {
      const isDark = scheme === 'dark'
      const { envelope } = await toldFiling()
      const page = await open('/ecfx-notification', { isDark })
      await page.getByRole('row').nth(1).waitFor()
      await expectAccessible(page, 'list')
      await page.locator(`tr[data-id="${envelope.id}"]`).click()
      await page.getByRole('article').getByText('Recipients').waitFor()
      await expectAccessible(page, 'over the list')
      const phone = await open(`/ecfx-notification?id=${envelope.id}`, { isDark, width: 390 })
      await phone.getByRole('article').getByText('Recipients').waitFor()
      await expectAccessible(phone, 'on a phone')
    })
})

async function ended(itemId: string) {
  return until(async () => {
    const view = await get<{
      item: { status: string; parent_id: string | null }
      deliveries: Told[]
      documents: object[]
    }>(`/api/v1/inbox/${itemId}`)
    return view.item.status === 'Succeeded' && view
  })
}

/** Returns a notice with a number no case has, which a user handles manually. */
async function waitingItem(): Promise<{ id: string }> {
  const send = async (path: string, body: Buffer | object) => {
    const isFile = Buffer.isBuffer(body)
    const headers = { 'content-type': isFile ? 'application/pdf' : 'application/json' }
    const answer = await call(path, {
      method: 'POST',
      headers,
      body: isFile ? new Uint8Array(body) : JSON.stringify(body),
    })
    return (await answer.json()) as { id: string; item_id: string }
  }
  const { id: uploadId } = await send('/api/v1/manual/upload?file_name=order.pdf', await textPdf(['An order']))
  const documents = [{ upload_id: uploadId, title: 'Order' }]
  const said = { court_id: 'cand', docket_number: '9:26-cv-99999', event: 'Order', documents }
  const { item_id: id } = await send('/api/v1/manual', said)
  // It could be moved before its facts are settled, but would then have none to complete.
  await until(
    async () => (await get<{ item: { status: string } }>(`/api/v1/inbox/${id}`)).item.status === 'Action Required',
  )
  await until(async () => (await call(`/api/v1/inbox/${id}/manual`, { method: 'POST' })).ok)
  return { id }
}

const itemIdOf = (page: Page) => new URL(page.url()).pathname.split('/').at(-1) ?? ''

test.describe('manual processing', () => {
  test('files are dropped, the facts read are confirmed, and people are notified as for an email', async () => {
    const found = await findLoneCase(call)
    const page = await open('/manual-processing')
    await expectAccessible(page, 'empty')
    const stamp = `Case ${found.case_number} Document 901 Filed 11/20/26 Page 1 of 1`
    const files = [
      { name: 'scan_of_motion.pdf', content: await textPdf([stamp]), type: 'application/pdf' },
      { name: 'zip.pdf', content: Buffer.from('PK\u0003\u0004zip'), type: 'application/pdf' },
      { name: 'exhibit.pdf', content: await textPdf([stamp.replace('901', '901-1')]), type: 'application/pdf' },
    ]
    const data = await page.evaluateHandle(
      (dropped) => {
        const transfer = new DataTransfer()
        for (const { name, base64, type } of dropped) {
          const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))
          transfer.items.add(new File([bytes], name, { type }))
        }
        return transfer
      },
      files.map(({ content, ...file }) => ({ ...file, base64: content.toString('base64') })),
    )
    // Drops are accepted anywhere on the page, not only in the marked area.
    const title = page.getByRole('heading', { name: 'Manual processing' })
    const hint = page.getByText('Drop them anywhere on this page')
    await title.dispatchEvent('dragover', { dataTransfer: data })
    await hint.waitFor()
    await expectAccessible(page, 'files over the page')
    await title.dispatchEvent('drop', { dataTransfer: data })
    await hint.waitFor({ state: 'detached' })
    const list = page.getByRole('list', { name: 'Added files' })
    await list.getByText('The file is neither a PDF nor a message (.eml).').waitFor()
    await page.getByRole('button', { name: 'Remove zip.pdf' }).click()
    await until(async () => (await page.getByLabel('Document number').inputValue()) === '901')
    await expect(page.getByLabel('Docket number')).toHaveValue(found.case_number)
    await expect(page.getByLabel('Filed', { exact: true })).toHaveValue('2026-11-20')
    await until(async () => (await page.getByRole('combobox', { name: 'Case' }).inputValue()).includes(found.name))
    await until(async () => (await page.getByRole('combobox', { name: 'Court' }).inputValue()) !== '')
    await expect(page.getByLabel('Number of exhibit.pdf')).toHaveValue('901-1')
    await page.getByRole('button', { name: 'Enter filing' }).click()
    await page.getByText('This field is required.').waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-fact'))).toBe('event')
    await expectAccessible(page, 'with an error')
    await page.keyboard.type('Motion to Seal')
    await page.getByRole('button', { name: 'Enter filing' }).click()
    await page.getByText('Filing entered').waitFor()
    await page.getByRole('link', { name: 'View in inbox' }).click()
    await page.waitForURL(/inbox-items\/id\//)
    const view = await ended(itemIdOf(page))
    expect(view.documents).toHaveLength(2)
    expect(view.deliveries.length).toBeGreaterThan(0)
    const [told] = view.deliveries
    await until(async () =>
      (await installation.sandbox.mails()).some(
        ({ subject, envelopeTo }) => subject.includes('Motion to Seal') && envelopeTo.includes(told?.email ?? ''),
      ),
    )
  })

  test('by keyboard alone: a filing is entered, and the same file is not entered twice', inLongRun, async () => {
    const found = await findLoneCase(call)
    const content = await textPdf([`Case ${found.case_number} Document 902 Filed 11/20/26 Page 1 of 1`])
    const file = { name: 'order.pdf', mimeType: 'application/pdf', buffer: content }
    const page = await open('/manual-processing')
    // Registered from the start: a file chooser that opens without a listener is dismissed.
    const asked: FileChooser[] = []
    page.on('filechooser', (chooser) => asked.push(chooser))
    const enter = async () => {
      await page.getByLabel('Choose files').focus()
      await page.keyboard.press('Enter')
      const chooser = await until(async () => asked.pop())
      await chooser.setFiles(file)
      await until(async () => (await page.getByLabel('Document number').inputValue()) === '902')
      await until(async () => (await page.getByRole('combobox', { name: 'Court' }).inputValue()) !== '')
      for (let n = 0; n < 30 && (await focusedFact(page)) !== 'event'; n++) await page.keyboard.press('Tab')
      await page.keyboard.type('Order')
      await page.keyboard.press('Enter')
    }
    await enter()
    await page.getByText('Filing entered').waitFor()
    for (let n = 0; n < 40 && !(await isFocusOn(page, 'Enter another')); n++) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText('Drop PDFs or a message').waitFor()
    await enter()
    await page.getByText('These files were already entered').waitFor()
  })

  test('a notice that needs attention is completed: its facts are prefilled, and it is done', async () => {
    const waiting = await waitingItem()
    const page = await open(`/inbox-items/id/${waiting.id}`)
    await page.getByRole('link', { name: 'Handle manually' }).click()
    await page.waitForURL(/manual-processing\?item=/)
    await page.getByText('You are completing this notice:').waitFor()
    await until(async () => (await page.getByLabel('Docket number').inputValue()) === '9:26-cv-99999')
    await until(async () => (await page.getByLabel('Event').inputValue()) === 'Order')
    await page.getByText('No case has this docket number').waitFor()
    const { name } = await findLoneCase(call)
    await page.getByRole('combobox', { name: 'Case' }).fill(name)
    await page.getByRole('option', { name }).first().click()
    await page.getByLabel('Choose files').setInputFiles({
      name: 'missing.pdf',
      mimeType: 'application/pdf',
      buffer: await textPdf(['The document that was missing']),
    })
    await page.getByLabel('Title of missing.pdf').waitFor()
    await page.getByRole('button', { name: 'Enter filing' }).click()
    await page.getByRole('link', { name: 'View in inbox' }).click()
    await page.waitForURL(/inbox-items\/id\//)
    await expect.poll(async () => (await ended(itemIdOf(page))).item.parent_id).toBe(waiting.id)
    await ended(waiting.id)
  })

  test('a read-only role sees why nothing can be entered', inLongRun, async () => {
    const page = await open('/manual-processing', { role: 'View Only' })
    await page.getByText("Your role can't enter filings.").waitFor()
    await expect(page.getByLabel('Choose files')).toHaveCount(0)
  })

  for (const scheme of schemes)
    test(`is accessible with files and on a phone, ${scheme}`, inLongRun, async () => {
      const isDark = scheme === 'dark'
      const page = await open('/manual-processing', { isDark, width: 390 })
      await page.getByLabel('Choose files').setInputFiles([
        {
          name: 'a.pdf',
          mimeType: 'application/pdf',
          buffer: await textPdf(['Case 1:24-cv-01234 Document 1 Filed 11/20/26']),
        },
        { name: 'b.pdf', mimeType: 'application/pdf', buffer: Buffer.from('no pdf') },
      ])
      await page.getByLabel('Title of a.pdf').waitFor()
      await page.getByRole('alert').first().waitFor()
      await expectAccessible(page, 'with files')
    })
})

async function focusedFact(page: Page): Promise<string | null | undefined> {
  return page.evaluate(() => document.activeElement?.getAttribute('data-fact'))
}

async function isFocusOn(page: Page, name: string): Promise<boolean> {
  return page.evaluate((text) => document.activeElement?.textContent === text, name)
}
