import { sql } from 'kysely'
import type { Download, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible } from './chromium.ts'
import { type Installation, signIn, startInstallation, until, untilAtRest } from './harness.ts'
import { logInAs } from './open-page.ts'
import { sampleOf, schemes } from './sample-of.ts'
import { startBrowser } from './start-browser.ts'

type Row = Record<string, unknown>

const newPage = startBrowser()
let installation: Installation
let call: Awaited<ReturnType<typeof signIn>>
/** A case that notices came for, the matter it belongs to, and another one. */
let courtCase: { id: string; name: string }
let matters: { own: Row; other: Row }
beforeAll(async () => {
  installation = await startInstallation({
    environment: { COURTCRIER_TRACKING_FEE: '25.00', COURTCRIER_TRACKING_DOCUMENT_COST: '3.00' },
  })
  const { sandbox, smtp, url } = installation
  await sandbox.sendFilings({ smtp, count: 12 })
  call = await signIn(url, 'Administrator')
  await untilAtRest(call)
  const [delivery] = (await read('/api/v1/delivery/search?max=1')).deliveries as Row[]
  const envelope = await read(`/api/v1/envelope/${delivery?.envelope_id}`)
  const { id, name, matter_id: matterId } = await read(`/api/v1/case/${envelope.case_id}`)
  courtCase = { id: String(id), name: String(name) }
  const all = (await read('/api/v1/matter/search?max=200')).matters as Row[]
  const own = all.find((matter) => matter.id === matterId) ?? {}
  matters = { own, other: all.find((matter) => matter.client_id !== own.client_id) ?? {} }
})
afterAll(() => installation?.close())

async function read(path: string): Promise<Row> {
  return (await (await call(path)).json()) as Row
}

async function change(path: string, body: Row): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const answer = await call(path, { method: 'PUT', headers, body: JSON.stringify(body) })
  expect(answer.status, await answer.clone().text()).toBe(200)
}

interface Opening {
  role?: string
  isDark?: boolean
  width?: number
}

/** A browser of its own, signed in. */
async function open(
  path: string,
  { role = 'Administrator', isDark = false, width = 1440 }: Opening = {},
): Promise<Page> {
  const { page } = await newPage({ isDark, width })
  await logInAs(page, { url: installation.url, role, path })
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

const rowsOf = (page: Page) => page.locator('tbody tr[aria-rowindex]')

describe('the log', () => {
  test('tells who changed what from what to what, and leads from one event to all of its record', async () => {
    await change(`/api/v1/case/${courtCase.id}`, { matter_id: matters.other.id })
    const page = await open('/event-logs')
    const sentence = `Dana Whitfield changed the matter of case ${courtCase.name} from ${matters.own.name} to ${matters.other.name}.`
    await page.getByRole('link', { name: sentence }).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('table', { name: 'What changed' }).waitFor()
    const difference = drawer.getByRole('row', { name: /Matter/ })
    expect(await difference.getByRole('cell').allTextContents()).toEqual([matters.own.name, matters.other.name])
    await drawer.getByRole('link', { name: 'Everything about this record' }).click()
    await page.waitForURL(/f\.entity=case/)
    await page.getByRole('button', { name: `Record ${courtCase.name}` }).waitFor()
    await page.getByRole('button', { name: /^About Case/ }).waitFor()
    await until(async () => (await rowsOf(page).count()) === 1)

    // Somebody changes it back: it arrives without a reload, as nobody points at the list.
    await page.mouse.move(0, 0)
    await change(`/api/v1/case/${courtCase.id}`, { matter_id: matters.own.id })
    const back = `Dana Whitfield changed the matter of case ${courtCase.name} from ${matters.other.name} to ${matters.own.name}.`
    await page.getByRole('link', { name: back }).waitFor()
  })

  test('holds still under the pointer, and offers what came', async () => {
    const page = await open('/event-logs')
    const pointed = rowsOf(page).nth(3)
    await pointed.hover()
    const place = async () => [await pointed.getAttribute('data-id'), await pointed.boundingBox()]
    const before = await place()
    await change(`/api/v1/case/${courtCase.id}`, { name: `${courtCase.name}, renamed` })
    const renamed = page.getByRole('link', { name: `${courtCase.name}, renamed` })
    const offer = page.getByRole('status').filter({ hasText: /\d+ new/ })
    await offer.waitFor()
    expect(await place()).toEqual(before)
    expect(await renamed.count()).toBe(0)
    await expectAccessible(page, 'an offer of what came')
    // That the log was opened is logged as well, and may be offered after it.
    await until(async () => {
      if (await offer.isVisible()) await offer.getByRole('button', { name: 'Show' }).click()
      return (await renamed.count()) > 0 && !(await offer.isVisible())
    })

    await change(`/api/v1/case/${courtCase.id}`, { name: courtCase.name })
    await offer.waitFor()
    await page.mouse.move(0, 0)
    await offer.waitFor({ state: 'detached' })
  })

  test('is narrowed down by keys, in the address, and exported as it is shown', async () => {
    const page = await open('/event-logs')
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
    await page.getByRole('link', { name: 'Dana Whitfield signed in.' }).first().waitFor()
    expect(await page.getByRole('link', { name: /was notified of a filing/ }).count()).toBe(0)
    await page.reload()
    await page.getByRole('button', { name: /^Level Audit/ }).waitFor()
    const download = await exportAs(page)
    const file = await download.createReadStream()
    const text = (await file.toArray()).join('')
    expect(text).toContain('signed in.')
    expect(text).not.toContain('case')
  })

  test('is closed to who may not open the firm’s pages', async () => {
    const page = await open('/event-logs', { role: 'Docketing' })
    await page.waitForURL(/\/success/)
  })
})

/** Exports the view as CSV, and fetches the file. */
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

describe('one notice', () => {
  test('is followed from end to end, from its inbox item and from what was logged of it', async () => {
    const [delivery] = (await read('/api/v1/delivery/search?max=1')).deliveries as Row[]
    const page = await open(`/inbox-items/id/${delivery?.inbox_item_id}`, { role: 'Docketing' })
    await page.getByRole('link', { name: 'Follow from end to end' }).click()
    await page.waitForURL(/\/notice-trail\/inbox_item\//)
    const lines = page.getByRole('listitem').filter({ has: page.locator('time') })
    await page.getByText(`${delivery?.email} was told`).first().waitFor()
    await page
      .getByText(/was stored$/)
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
    expect(await page.getByText(/^Received: /).count()).toBe(0)

    const log = await open('/event-logs?f.type=notification+sent')
    await rowsOf(log).first().waitFor()
    await log.keyboard.press('j')
    await log.keyboard.press('Enter')
    await log
      .getByRole('dialog')
      .getByRole('link', { name: 'Follow the notice from end to end' })
      .first()
      .press('Enter')
    await log.waitForURL(/\/notice-trail\/delivery\//)
    await log
      .getByText(/was notified of a filing\./)
      .first()
      .waitFor()
  })

  test('that is not there says so, with the way back', async () => {
    const page = await open('/notice-trail/inbox_item/00000000-0000-7000-8000-000000000000')
    await page.getByText('There is no such notice').waitFor()
    await page.getByRole('link', { name: 'Go to the inbox' }).click()
    await page.waitForURL(/inbox-items/)
  })
})

describe('tracking a case', () => {
  test('asks with the amounts, is refused without a provider, and the log has what was agreed to', async () => {
    const page = await open(`/cases?q=${encodeURIComponent(courtCase.name)}`, { role: 'Docketing' })
    const cell = page.getByRole('link', { name: `Not tracked: tracking of ${courtCase.name}` })
    await cell.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: `Tracking of ${courtCase.name}` })
    await dialog.getByText('No provider is configured, so nothing can be ordered yet.').waitFor()
    await dialog.getByRole('button', { name: 'Subscribe' }).press('Enter')
    const question = page.getByRole('dialog', { name: 'Subscribe to the tracking of this case?' })
    await question.getByText('$25.00 a month', { exact: true }).waitFor()
    await question.getByText('$3.00 for each document', { exact: true }).waitFor()
    await until(() =>
      question.getByRole('button', { name: 'Not now' }).evaluate((node) => node === document.activeElement),
    )
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await question
      .getByRole('alert')
      .getByText(/No provider is configured\. An administrator sets one up/)
      .waitFor()
    await question.getByRole('button', { name: 'Not now' }).click()
    await page.keyboard.press('Escape')
    await page.waitForURL((url) => !url.searchParams.has('over'))

    const log = await open(`/event-logs?f.entity=case&f.entityId=${courtCase.id}`)
    const told = `Maria Delgado asked to subscribe tracking of case ${courtCase.name}, at $25.00 a month and $3.00 a document.`
    await log.getByRole('link', { name: told }).waitFor()
  })

  test('explains the gap when it is stopped or resumed, and shows state and cost in the row', async () => {
    const { database } = installation.courtcrier.services
    await sql`update cases set tracking_status = 'subscribed', tracking_cents = 12550 where id = ${courtCase.id}::uuid`.execute(
      database.kysely,
    )
    const page = await open(`/cases?q=${encodeURIComponent(courtCase.name)}`, { role: 'Docketing' })
    await page.getByText('$125.50').waitFor()
    await page.getByRole('link', { name: /^Tracked: tracking of/ }).click()
    await page.getByRole('button', { name: 'Stop tracking' }).click()
    await page.getByText(/not renewed at the end of the billing cycle/).waitFor()
    await page.getByText('This costs nothing.').waitFor()
    await page.getByRole('button', { name: 'Not now' }).click()
    await sql`update cases set tracking_status = 'stopped' where id = ${courtCase.id}::uuid`.execute(database.kysely)
    await page.reload()
    await page.getByRole('button', { name: 'Resume tracking' }).click()
    await page.getByText(/is not made up for/).waitFor()
    await page.getByRole('button', { name: 'Resume, $25.00 a month' }).waitFor()
    await page.getByRole('button', { name: 'Not now' }).click()
    await page.getByRole('button', { name: 'Retrieve documents' }).click()
    await page.getByRole('button', { name: 'Retrieve, $3.00 for each document' }).waitFor()

    const viewer = await open(`/cases?over=tracking.${courtCase.id}`, { role: 'View Only' })
    await viewer.getByText('Your role may read this and not change it.').waitFor()
    expect(await viewer.getByRole('button', { name: 'Resume tracking' }).count()).toBe(0)
  })

  test('is nowhere in a firm that has not booked it', async () => {
    const { kysely } = installation.courtcrier.services.database
    await sql`update firms set entitled_features = '{}'`.execute(kysely)
    const page = await open(`/cases?over=tracking.${courtCase.id}`, { role: 'Docketing' })
    await rowsOf(page).first().waitFor()
    expect(await page.getByRole('columnheader', { name: 'Tracking' }).count()).toBe(0)
    expect(await page.getByRole('dialog').count()).toBe(0)
    await sql`update firms set entitled_features = '{tracking}'`.execute(kysely)
  })
})

describe('the page of a matter', () => {
  test('has everything under it, page by page, and leads to the client’s', async () => {
    const page = await open(`/matters?id=${matters.own.id}`, { role: 'Docketing' })
    await page.getByRole('link', { name: 'Open the page of this matter' }).click()
    await page.waitForURL(/\/matters\/id\//)
    for (const name of ['Cases', 'Notifications', 'Documents', 'Deliveries', 'Stored copies', 'Timekeepers'])
      await page.getByRole('region', { name: new RegExp(`^${name}`) }).waitFor()
    const cases = page.getByRole('region', { name: /^Cases/ })
    await cases.getByRole('link', { name: courtCase.name }).waitFor()
    await page
      .getByRole('region', { name: /^Notifications/ })
      .getByRole('link')
      .first()
      .waitFor()

    const client = await open(`/clients/id/${matters.own.client_id}`)
    await client
      .getByRole('region', { name: /^Matters/ })
      .getByRole('link', { name: String(matters.own.name) })
      .click()
    await client.waitForURL(new RegExp(`/matters/id/${matters.own.id}`))
  })

  test('turns its pages in the address, each section on its own', async () => {
    const { kysely } = installation.courtcrier.services.database
    await sql`insert into cases (firm_id, id, name, case_number, jurisdiction_id, matter_id)
      select firm_id, gen_random_uuid(), 'Aaa v. ' || lpad(n::text, 2, '0'), '1:26-cv-' || n, jurisdiction_id, matter_id
      from cases, generate_series(1, 25) n where id = ${courtCase.id}::uuid`.execute(kysely)
    const page = await open(`/matters/id/${matters.own.id}`)
    const cases = page.getByRole('region', { name: /^Cases/ })
    await cases.getByRole('link', { name: 'Aaa v. 10' }).waitFor()
    await cases.getByRole('button', { name: 'Next page' }).press('Enter')
    await page.waitForURL(/page\.case=2/)
    await cases.getByRole('link', { name: 'Aaa v. 20' }).waitFor()
    await page.reload()
    await cases.getByText(/^11 to 20 of/).waitFor()
  })

  test('says which wall is around it, to those who may know', async () => {
    const [person] = (await read('/api/v1/timekeeper/search?max=1')).timekeepers as Row[]
    const body = { name: 'Smith screen', client_id: matters.own.client_id, timekeeper_ids: [person?.id] }
    const headers = { 'content-type': 'application/json' }
    const made = await call('/api/v1/ethical_wall', { method: 'POST', headers, body: JSON.stringify(body) })
    expect(made.status, await made.text()).toBe(201)
    const page = await open(`/matters/id/${matters.own.id}`)
    await page.getByRole('link', { name: 'Behind an ethical wall: Smith screen' }).waitFor()
    const viewer = await open(`/matters/id/${matters.own.id}`, { role: 'View Only' })
    await viewer
      .getByRole('region', { name: /^Cases/ })
      .getByRole('link')
      .first()
      .waitFor()
    expect(await viewer.getByText('Smith screen').count()).toBe(0)
  })

  test('says where it lies, as the page of a notice does, and leads up from there', async () => {
    const page = await open(`/matters/id/${matters.own.id}`)
    const above = page.getByRole('navigation', { name: 'You are here' })
    await above.getByText(String(matters.own.name)).waitFor()
    await above.getByRole('link', { name: 'Matters' }).click()
    await page.waitForURL(/\/matters$/)
    await page.goto(`${installation.url}${await addressOf('a trail')}`)
    await above.getByText('One notice from end to end').waitFor()
    await above.getByRole('link', { name: 'Inbox' }).click()
    await page.waitForURL(/\/inbox-items/)
  })

  test('that is not there says so', async () => {
    const page = await open('/clients')
    await page.goto(`${installation.url}/clients/id/00000000-0000-7000-8000-000000000000`)
    await page.getByText('There is no such client').waitFor()
    await page.getByRole('link', { name: 'All clients' }).click()
    await page.waitForURL(/\/clients$/)
  })
})

const hasTimekeepers = (page: Page) =>
  page
    .getByRole('region', { name: /^Timekeepers/ })
    .getByRole('link')
    .first()
    .waitFor()

const received = (page: Page) => page.getByText(/^Received: /).first()

const shown = [
  ['/event-logs', async (page: Page) => rowsOf(page).nth(3).waitFor()],
  ['an event', async (page: Page) => page.getByRole('navigation', { name: 'Look further' }).waitFor()],
  ['a trail', async (page: Page) => received(page).waitFor()],
  [
    'tracking',
    async (page: Page) =>
      page
        .getByRole('button', { name: 'Subscribe' })
        .or(page.getByRole('button', { name: 'Resume tracking' }))
        .first()
        .waitFor(),
  ],
  ['a matter', hasTimekeepers],
  ['a client', hasTimekeepers],
] as const

async function addressOf(name: string): Promise<string> {
  const [delivery] = (await read('/api/v1/delivery/search?max=1')).deliveries as Row[]
  const filters = encodeURIComponent(JSON.stringify([{ field: 'type', in: ['object update'] }]))
  const [event] = (await read(`/api/v1/system_event/search?max=1&filters=${filters}`)).system_events as Row[]
  const addresses: Record<string, string> = {
    'an event': `/event-logs?id=${event?.id}`,
    'a trail': `/notice-trail/delivery/${delivery?.id}`,
    tracking: `/cases?over=tracking.${courtCase.id}`,
    'a matter': `/matters/id/${matters.own.id}`,
    'a client': `/clients/id/${matters.own.client_id}`,
  }
  return addresses[name] ?? name
}

describe.each(schemes)('in %s', (scheme) => {
  test.each(shown)('%s is for everybody, also on a phone', async (name, isThere) => {
    const address = await addressOf(name)
    for (const width of sampleOf([1440, 320])) {
      const page = await open(address, { isDark: scheme === 'dark', width })
      await isThere(page)
      await expectAccessible(page, `${name}, ${width} px, ${scheme}`)
      expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBeLessThanOrEqual(width)
    }
  })
})
