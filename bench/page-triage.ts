import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { Times } from './page-bars.ts'
import { rest, type Shown, slowDown, timeAct } from './page-probe.ts'
import { measureScroll } from './page-scroll.ts'

/** A page with a list of filings that open in a drawer over it. */
export interface TriagePage {
  /** Its address with this many rows. */
  address: (rows: number) => string
  prepare: (context: BrowserContext) => Promise<void>
  scroller: string
  /** The open item, and an element that its details begin with. */
  itemOf: (id: string) => string
  detail: string
  drawer: string
}

const rows = { usual: 50, scrolled: 200 }
const repetitions = { keys: 20, loads: 5, scrolls: 2 }

/** Measures what a docketing clerk does all morning, with a processor four times slower. */
export async function measureTriage(browser: Browser, at: TriagePage): Promise<Times> {
  const keys = await onPage(browser, at, rows.usual, (page) => measureKeys(page, at))
  const openings: number[] = []
  const reloads: number[] = []
  for (let i = 0; i < repetitions.loads; i++) {
    await onPage(browser, at, rows.usual, async (page) => {
      openings.push(await timeAct(page, { selector: `${at.drawer} ${at.detail}` }, () => rowAt(page, 5).click()))
      await page.keyboard.press('Escape')
      reloads.push(await reload(page))
    })
  }
  const frames = await onPage(browser, at, rows.scrolled, async (page) => {
    const runs: number[] = []
    for (let i = 0; i < repetitions.scrolls; i++) runs.push(...(await measureScroll(page, at.scroller)))
    return runs
  })
  return {
    ...keys,
    'first opening of an item': openings,
    'reload of the inbox': reloads,
    'a frame while scrolling 200 rows': frames,
  }
}

const rowAt = (page: Page, index: number) => page.locator('tbody tr[data-id]').nth(index)

/** Opens the page in a separate browser, which has loaded nothing yet. */
async function onPage<T>(browser: Browser, at: TriagePage, count: number, run: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    await at.prepare(context)
    const page = await context.newPage()
    await page.addInitScript(watchRows, count)
    await page.goto(at.address(count))
    await rowAt(page, count - 1).waitFor()
    await rest(page)
    await slowDown(page)
    return await run(page)
  } finally {
    await context.close()
  }
}

/** Runs in the page: notes when it first had its rows, in milliseconds from the beginning of its loading. */
function watchRows(count: number): void {
  const look = () => {
    if (document.querySelectorAll('tbody tr[data-id]').length < count) return void requestAnimationFrame(look)
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => Object.assign(globalThis, { stoodAt: performance.now() })
    port2.postMessage(undefined)
  }
  requestAnimationFrame(look)
}

async function reload(page: Page): Promise<number> {
  await page.reload()
  const stood = await page.waitForFunction(() => (globalThis as unknown as { stoodAt?: number }).stoodAt)
  return (await stood.jsonValue()) ?? Number.NaN
}

async function measureKeys(page: Page, { itemOf, detail, drawer }: TriagePage): Promise<Times> {
  const repeat = async (act: (n: number) => Promise<number>) => {
    const times: number[] = []
    for (let n = 0; n < repetitions.keys; n++) {
      times.push(await act(n))
      await rest(page)
    }
    return times
  }
  const press = (key: string, shown: Shown) => timeAct(page, shown, () => page.keyboard.press(key))
  const ids = await page
    .locator('tbody tr[data-id]')
    .evaluateAll((all) => all.map((row) => row.getAttribute('data-id')))
  const row = (n: number) => `tr[data-id="${ids[n]}"]`
  const select = await repeat((n) =>
    timeAct(page, { selector: `${row(n)}[aria-selected="true"]` }, () => rowAt(page, n).getByRole('checkbox').click()),
  )
  await page.keyboard.press('Escape')
  await rowAt(page, 0).focus()
  const walk = await repeat((n) => press('j', { selector: `${row(n + 1)}:focus` }))
  const open = async (n: number) => {
    await rowAt(page, n).focus()
    await press('Enter', { selector: `${drawer} ${detail}` })
    await rest(page)
  }
  await open(0)
  const next = await repeat((n) => press('j', { selector: `${itemOf(ids[n + 1] ?? '')} h2` }))
  const detailed = await repeat((n) =>
    press('j', { selector: `${itemOf(ids[repetitions.keys + n + 1] ?? '')} ${detail}` }),
  )
  const close = await repeat(async (n) => {
    if (n > 0) await open(n)
    return press('Escape', { selector: drawer, isGone: true })
  })
  return {
    'select a row': select,
    'j in the list': walk,
    'j in the open item': next,
    'j, until the filing details': detailed,
    'close the item': close,
  }
}
