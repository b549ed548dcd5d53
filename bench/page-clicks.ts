import type { Locator, Page } from 'playwright-core'

export interface Clicks {
  name: string
  /** From the event to the frame that shows its result, in milliseconds. */
  times: readonly number[]
}

const repetitions = 9

/**
 * Clicks through the table of cases like a user, and reads from the browser how long each click took to show its
 * result.
 */
export async function measureClicks(page: Page, url: string): Promise<Clicks[]> {
  await page.goto(`${url}/cases`)
  await page.locator('tbody tr[aria-rowindex]').nth(10).waitFor()
  const client = await page.context().newCDPSession(page)
  await client.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await listen(page)
  const rows = page.locator('tbody tr[aria-rowindex]')
  const actions: readonly [string, () => Promise<void>][] = [
    ['select a row', () => press(rows.nth(3).getByRole('checkbox'))],
    ['open and close a menu', () => press(page.getByRole('button', { name: 'Columns' }))],
    [
      'a quick filter',
      () =>
        press(
          page
            .getByRole('radio', { name: 'Recent' })
            .or(page.getByRole('radio', { name: 'All' }))
            .first(),
        ),
    ],
    ['turn the page', () => press(page.getByRole('button', { name: 'Next page' }))],
  ]
  const measured: Clicks[] = []
  for (const [name, act] of actions) {
    const times: number[] = []
    for (let i = 0; i < repetitions; i++) times.push(await timed(page, act))
    measured.push({ name, times })
  }
  return measured
}

/** Activates the target by keyboard, which needs no scrolling into view and no hovering. */
async function press(target: Locator): Promise<void> {
  await target.evaluate((element: HTMLElement) => element.focus())
  await target.press(' ')
}

interface Listening {
  waits: number[]
}

/** Listens to the browser's own measure of what people wait for: Event Timing, which it rounds to 8 ms. */
async function listen(page: Page): Promise<void> {
  await page.evaluate(() => {
    const state: Listening = { waits: [] }
    Object.assign(globalThis, { listening: state })
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) state.waits.push(entry.duration)
    })
    observer.observe({ type: 'event', durationThreshold: 16, buffered: false } as PerformanceObserverInit)
  })
}

async function timed(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    ;(globalThis as unknown as { listening: Listening }).listening.waits = []
  })
  await act()
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  return page.evaluate(() => Math.max(0, ...(globalThis as unknown as { listening: Listening }).listening.waits))
}
