import type { Page } from 'playwright-core'

/** In CSS pixels per second: a quick flick of a mouse wheel. */
const speed = 2400

/** Scrolls with the wheel over an element to its end, and returns how long each frame took, in milliseconds. */
export async function measureScroll(page: Page, selector: string): Promise<number[]> {
  const box = await page.locator(selector).boundingBox()
  if (!box) throw new Error(`there is nothing to scroll: ${selector}`)
  const distance = await page.locator(selector).evaluate((element) => {
    element.scrollTop = 0
    return element.scrollHeight - element.clientHeight
  })
  await page.evaluate(watchFrames)
  const client = await page.context().newCDPSession(page)
  await client.send('Input.synthesizeScrollGesture', {
    x: Math.round(box.x + box.width / 2),
    y: Math.round(box.y + box.height / 2),
    yDistance: -distance,
    speed,
    gestureSourceType: 'mouse',
  })
  return page.evaluate(() => (globalThis as unknown as { takeFrames: () => number[] }).takeFrames())
}

/** Runs in the page: it can't use anything outside itself. */
function watchFrames(): void {
  const frames: number[] = []
  let last: number | undefined
  let isOver = false
  const next = (at: number) => {
    if (last !== undefined) frames.push(at - last)
    last = at
    if (!isOver) requestAnimationFrame(next)
  }
  requestAnimationFrame(next)
  const takeFrames = () => {
    isOver = true
    return frames
  }
  Object.assign(globalThis, { takeFrames })
}
