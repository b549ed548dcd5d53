import type { Page } from 'playwright-core'

/** What the page shows once an act is done. */
export interface Shown {
  selector: string
  /** Whether it must be gone instead. */
  isGone?: boolean
  /** Whether its text must be another one than before. */
  isOther?: boolean
}

interface Probe {
  time: Promise<number | undefined>
}

/**
 * Returns the time from the next key or click to the frame that shows its result, in milliseconds, as the page sees it.
 * Event Timing would end with the first frame, which may still show the old state.
 */
export async function timeAct(page: Page, shown: Shown, act: () => Promise<unknown>): Promise<number> {
  await page.evaluate(arm, { ...shown, longestMs })
  await act()
  const time = await page.evaluate(() => (globalThis as unknown as { probe: Probe }).probe.time)
  if (time === undefined) throw new Error(`the page never showed ${JSON.stringify(shown)}`)
  return time
}

/** Far above what anything may take. */
const longestMs = 20_000

/** Runs in the page: it can't use anything outside itself. */
function arm({ selector, isGone, isOther, longestMs: most }: Shown & { longestMs: number }): void {
  const textOf = () => document.querySelector(selector)?.textContent
  const before = textOf()
  const isDone = () => {
    const text = textOf()
    if (isGone) return text === undefined
    return text !== undefined && !(isOther && text === before)
  }
  const time = new Promise<number | undefined>((resolve) => {
    setTimeout(() => resolve(undefined), most)
    const start = ({ timeStamp }: Event) => {
      for (const name of ['keydown', 'click']) removeEventListener(name, start, true)
      const look = () => {
        if (!isDone()) return requestAnimationFrame(look)
        // After the frame is painted.
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => resolve(performance.now() - timeStamp)
        port2.postMessage(undefined)
      }
      requestAnimationFrame(look)
    }
    for (const name of ['keydown', 'click']) addEventListener(name, start, { capture: true })
  })
  Object.assign(globalThis, { probe: { time } })
}

/** Lets the page finish what it put off, so that it isn't counted for the next act. */
export async function rest(page: Page): Promise<void> {
  // Not an idle callback: a throttled processor is never idle.
  await page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    await new Promise((resolve) => setTimeout(resolve, 100))
  })
}

export async function slowDown(page: Page, rate = 4): Promise<void> {
  const client = await page.context().newCDPSession(page)
  await client.send('Emulation.setCPUThrottlingRate', { rate })
}
