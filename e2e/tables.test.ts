import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectAccessible, launchChromium } from './chromium.ts'
import { type Installation, signIn, startInstallation, until } from './harness.ts'
import { logInAs, openPage } from './open-page.ts'
import { sampleOf } from './sample-of.ts'

let installation: Installation
let browser: Browser
let context: BrowserContext
let page: Page
let problems: string[]

const clientCount = 120

beforeAll(async () => {
  installation = await startInstallation()
  browser = await launchChromium()
  const call = await signIn(installation.url, 'Docketing')
  for (let n = 0; n < clientCount; n++) {
    const status = n % 3 === 0 ? 'Pending' : 'Closed'
    const body = { name: `Zeta Client ${n % 10}`, number: `Z-${String(n).padStart(3, '0')}`, status }
    const answer = await call('/api/v1/client', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(answer.status).toBe(201)
  }
})
afterAll(async () => {
  await browser?.close()
  await installation?.close()
})

beforeEach(() => open())
afterEach(async () => {
  expect(problems).toEqual([])
  await context.close()
})

async function open(options: { isDark?: boolean; width?: number } = {}): Promise<void> {
  await context?.close()
  ;({ context, page, problems } = await openPage(browser, options))
}

async function goTo(path: string, role = 'Docketing'): Promise<void> {
  await logInAs(page, { url: installation.url, role, path })
  await page.locator('tbody tr[aria-rowindex]').first().waitFor()
}

async function countClients(freeText: string): Promise<number> {
  const call = await signIn(installation.url, 'Docketing')
  const answer = await call(`/api/v1/client/search?max=1&freeText=${encodeURIComponent(freeText)}`)
  return Number(answer.headers.get('x-total-count'))
}

/** The texts of a column, as the rows in sight show them. */
function column(index: number): Promise<string[]> {
  return page.locator(`tbody tr[aria-rowindex] > td:nth-child(${index})`).allTextContents()
}

describe('sorting', () => {
  test('by two columns stands in the address and is there after reloading', async () => {
    await goTo('/clients?q=zeta')
    await page
      .getByRole('columnheader', { name: /Status/ })
      .getByRole('button')
      .click()
    await page.waitForURL(/sort=status(&|$)/)
    await page
      .getByRole('columnheader', { name: /Number/ })
      .getByRole('button')
      .click({ modifiers: ['Shift'] })
    await page.waitForURL(/sort=status,number/)
    await page
      .getByRole('columnheader', { name: /Number/ })
      .getByRole('button')
      .focus()
    await page.keyboard.press('Shift+Enter')
    await page.waitForURL(/sort=status,-number/)
    await page.reload()
    await until(async () => (await column(3))[0] === 'Z-119')
    const numbers = await column(3)
    expect(numbers.slice(0, 3)).toEqual(['Z-119', 'Z-118', 'Z-116'])
    const name = await page.getByRole('columnheader', { name: /Number/ }).textContent()
    expect(name).toContain('sorted as number 2, downwards')
  })
})

describe('columns', () => {
  test('are hidden, moved and given a width by keys, and stay so', async () => {
    await goTo('/clients?q=zeta')
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByLabel('Show Open date').uncheck()
    await page.getByRole('button', { name: 'Move Status forward' }).click()
    const row = page.locator('tbody tr[aria-rowindex]').first()
    await page.getByText('Roomy').click()
    await until(async () => (await row.boundingBox())?.height === 68)
    await page.getByText('Compact').click()
    await until(async () => (await row.boundingBox())?.height === 36)
    await page.keyboard.press('Escape')
    const edge = page.getByRole('separator', { name: 'Width of Number' })
    const before = Number(await edge.getAttribute('aria-valuenow'))
    await edge.focus()
    await page.keyboard.press('ArrowLeft')
    await until(async () => Number(await edge.getAttribute('aria-valuenow')) < before)
    await page.reload()
    await page.locator('tbody tr[aria-rowindex]').first().waitFor()
    const heads = await page.getByRole('columnheader').allTextContents()
    expect(heads.map((text) => text.split(',')[0])).toEqual(['', 'Name', 'Status', 'Number'])
    expect(Number(await edge.getAttribute('aria-valuenow'))).toBeLessThan(before)
    expect(await page.locator('[data-density="compact"]').count()).toBe(1)
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('button', { name: 'As it came' }).click()
    await until(async () => (await page.getByRole('columnheader').count()) === 5)
  })

  test('are drawn wider by the pointer', async () => {
    await goTo('/clients?q=zeta')
    const edge = page.getByRole('separator', { name: 'Width of Name' })
    const head = page.getByRole('columnheader', { name: /Name/ })
    const box = await edge.boundingBox()
    const from = await head.evaluate((cell: HTMLElement) => cell.offsetWidth)
    await page.mouse.move((box?.x ?? 0) + 4, (box?.y ?? 0) + 10)
    await page.mouse.down()
    await page.mouse.move((box?.x ?? 0) - 196, (box?.y ?? 0) + 10, { steps: 4 })
    await page.mouse.up()
    await until(async () => {
      const width = await head.evaluate((cell: HTMLElement) => cell.offsetWidth)
      return Math.abs(width - (from - 200)) <= 3
    })
  })
})

describe('filters', () => {
  test('narrow the table down by a chip, and the way back undoes it', async () => {
    await goTo('/clients?q=zeta')
    await page.getByText(`of ${clientCount}`).waitFor()
    await page.getByRole('button', { name: 'Add filter' }).click()
    await page.getByRole('menuitem', { name: 'Status' }).click()
    await page.getByRole('checkbox', { name: 'Pending' }).check()
    await page.waitForURL(/f\.status=Pending/)
    await page.getByText('of 40').waitFor()
    await page.getByRole('checkbox', { name: 'Closed' }).check()
    await page.getByText(`of ${clientCount}`).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Remove the filter Status' }).click()
    await page.waitForURL((url) => !url.search.includes('f.status'))
  })

  test('of two by dates in an address the first one counts, and it is said', async () => {
    await goTo('/cases?f.createdAt=2020-01-01..&f.updatedAt=2020-01-01..')
    await page.getByText('Multiple date filters not supported; select two dates.').first().waitFor()
    expect(await page.getByRole('button', { name: /Remove the filter/ }).count()).toBe(1)
  })

  test('what is not mapped to a court is one click away', async () => {
    await goTo('/jurisdictions')
    await page.getByText('Not Mapped').click()
    await page.waitForURL(/view=unmapped/)
    await page.getByText('No jurisdictions fit').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.locator('tbody tr[aria-rowindex]').first().waitFor()
  })
})

test('`?` lists the keys', async () => {
  await goTo('/clients')
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keys' }).getByText('Select the rows one goes over').waitFor()
})

describe('selection', () => {
  test('by keys and by shift goes over rows, and other pages are added', async () => {
    await goTo('/clients?q=zeta&sort=number')
    await page.keyboard.press('j')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+ArrowDown')
    await page.getByText('3 selected').waitFor()
    await page
      .locator('tbody tr[aria-rowindex="7"]')
      .getByRole('checkbox')
      .click({ modifiers: ['Shift'] })
    await page.getByText('6 selected').waitFor()
    await page.getByRole('button', { name: 'Next page' }).click()
    await page.locator('tbody tr[aria-rowindex="52"]').getByRole('checkbox').click()
    await page.getByText('7 selected').waitFor()
    await page.getByRole('searchbox').fill('zeta client')
    await until(async () => (await page.getByText(/\d selected/).count()) === 0)
  })

  test('that is out of date deletes nothing and says so', async () => {
    await goTo('/clients?q=zeta')
    await page.getByRole('checkbox', { name: 'Select the rows of this page' }).check()
    await page.getByRole('button', { name: `Select all ${clientCount} that match` }).click()
    const call = await signIn(installation.url, 'Docketing')
    const made = await call('/api/v1/client', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Zeta too late', number: 'Z-LATE' }),
    })
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('dialog').getByText('no longer those you selected').waitFor()
    await page.getByRole('button', { name: 'Select again' }).click()
    expect(await countClients('zeta')).toBe(clientCount + 1)
    await call(`/api/v1/client/${((await made.json()) as { id: string }).id}`, { method: 'DELETE' })
  })

  test('of all that match without one is deleted after a preview, and what is in use stays', async () => {
    const call = await signIn(installation.url, 'Docketing')
    const found = await (await call('/api/v1/client/search?freeText=Z-001')).json()
    const used = (found as { clients: { id: string }[] }).clients[0]?.id
    await call('/api/v1/matter', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Leads to it', number: 'ZM-1', client_id: used }),
    })
    await goTo('/clients?q=zeta&f.status=Closed&sort=number')
    await page.getByText('of 80').waitFor()
    await page.getByRole('checkbox', { name: 'Select the rows of this page' }).check()
    await page.getByText('50 selected').waitFor()
    await page.getByRole('button', { name: 'Select all 80 that match' }).click()
    await page.getByText('All 80 that match are selected').waitFor()
    await page.getByRole('button', { name: 'Next page' }).click()
    await page.locator('tbody tr[aria-rowindex="52"]').getByRole('checkbox').uncheck()
    await page.getByText('79 selected').waitFor()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete clients?' })
    await dialog.getByText('78 records will be deleted:').waitFor()
    await dialog.getByText('This record is used by 1 matter.').waitFor()
    await expectAccessible(page, 'preview')
    expect(await countClients('zeta')).toBe(clientCount)
    await dialog.getByRole('button', { name: 'Delete 78 records' }).click()
    const done = page.getByRole('dialog', { name: 'Deleted' })
    await done.getByText('78 records are deleted.').waitFor()
    await done.getByRole('button', { name: 'Close' }).click()
    await page.goto(`${installation.url}/clients?q=zeta&f.status=Closed`)
    await page.getByText('1 to 2 of 2').waitFor()
    expect(await countClients('zeta')).toBe(clientCount - 78)
  })

  test('has no button to delete for who may only read', async () => {
    await goTo('/clients?q=zeta', 'View Only')
    await page.locator('tbody tr[aria-rowindex="2"]').getByRole('checkbox').check()
    await page.getByText('1 selected').waitFor()
    expect(await page.getByRole('button', { name: 'Delete', exact: true }).count()).toBe(0)
  })
})

describe('the form', () => {
  test('begins in its first field and says what is missing, each sentence leading to its field', async () => {
    await goTo('/clients')
    await page.keyboard.press('n')
    const name = page.getByLabel('Name', { exact: false }).last()
    await until(() => name.evaluate((input) => input === document.activeElement))
    await page.getByRole('button', { name: 'Create client' }).click()
    const summary = page.getByRole('group', { name: '2 fields need your attention' })
    await summary.waitFor()
    expect(await summary.evaluate((group) => group === document.activeElement)).toBe(true)
    await expectAccessible(page, 'error summary')
    await summary.getByRole('button', { name: 'Number' }).click()
    await page.keyboard.type('N-1')
    await summary.getByRole('button', { name: 'Number' }).waitFor({ state: 'detached' })
  })

  test('has what was typed again after a reload, and not after it was given up', async () => {
    page.on('dialog', (dialog) => void dialog.accept())
    await goTo('/clients?q=zeta&sort=number')
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    const name = page.getByRole('dialog').getByLabel('Name')
    const before = await name.inputValue()
    await name.fill('Typed and not saved')
    await page.reload()
    await page.getByText('What you typed before is here again and not yet saved.').waitFor()
    expect(await name.inputValue()).toBe('Typed and not saved')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Leave' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await name.waitFor()
    expect(await name.inputValue()).toBe(before)
    expect(await page.getByText('What you typed before').count()).toBe(0)
  })
})

describe('accessibility', () => {
  test.each(
    sampleOf([
      ['light', 1440],
      ['dark', 1440],
      ['light', 320],
      ['dark', 320],
    ] as const),
  )('axe finds nothing in %s at %d pixels', async (scheme, width) => {
    await open({ isDark: scheme === 'dark', width })
    await goTo('/clients?q=zeta&sort=status,-number&f.status=Pending')
    await page.locator('tbody tr[aria-rowindex="2"]').getByRole('checkbox').check()
    await expectAccessible(page, `table ${scheme} ${width}`)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByLabel('Show Name').waitFor()
    await expectAccessible(page, `columns ${scheme} ${width}`)
  })
})

test('another page begins at its top, also one that was seen before, and the way back ends where one was', async () => {
  await goTo('/clients')
  const scrolled = () => page.getByRole('grid').evaluate((grid) => grid.parentElement?.scrollTop)
  const moveDown = () => page.getByRole('grid').evaluate((grid) => grid.parentElement?.scrollTo(0, 400))
  // The footer says the page before its rows are drawn, and those go to their top once.
  const scroll = (row: number) =>
    page
      .locator(`tbody tr[aria-rowindex="${row}"]`)
      .waitFor()
      .then(() => until(async () => (await scrolled()) === 400 || void (await moveDown())))
  const untilShown = (range: string) => page.getByText(range).waitFor()
  await scroll(2)
  await page.getByRole('button', { name: 'Next page' }).click()
  await untilShown('51 to 100 of')
  await until(async () => (await scrolled()) === 0)
  await scroll(52)
  await page.getByRole('button', { name: 'Previous page' }).click()
  await untilShown('1 to 50 of')
  await until(async () => (await scrolled()) === 0)
  await page.goBack()
  await untilShown('51 to 100 of')
  await until(async () => (await scrolled()) === 400)
})
