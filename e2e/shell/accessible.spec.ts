import { expect, type Page, test } from '@playwright/test'
import { receiveMessage } from '../../packages/server/src/mail/receive.ts'
import { expectAccessible } from '../expect-accessible.ts'
import { until } from '../harness.ts'
import { inLongRun } from '../in-long-run.ts'
import { installation, open, startShell } from './pages.ts'

test.describe.configure({ mode: 'serial' })

startShell()

/** A table and a form: the other pages are made of the same parts. */
const hasOwnLayout = (path: string) => ['/cases', '/firm-information'].includes(path)

const rows = (page: Page) => page.locator('tbody tr[data-id]')

async function openItem(page: Page): Promise<void> {
  await rows(page).first().waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.locator('article[data-inbox-item][aria-busy="false"]').waitFor()
  await page.getByRole('heading', { name: 'History' }).waitFor()
}

test.describe('read aloud', () => {
  test('the tabs of the inbox separate their names from their numbers', inLongRun, async () => {
    const page = await open('/inbox-items', { role: 'Docketing' })
    const tabs = page.getByRole('navigation', { name: 'Notices by status' })
    await tabs.getByRole('button', { name: /^All, [\d,]+$/ }).waitFor()
    const counted = tabs.getByRole('button', { name: /^[A-Z][a-z ]+, [\d,]+\+?$/ })
    await expect(counted).toHaveCount(await tabs.getByRole('button').count())
  })

  test('an item comes in the order in which it is seen: what it is, what it needs, then the details', async () => {
    // Without a sender that any court would use, it needs attention.
    const raw = [
      'From: clerk@courts.example',
      'To: notices@harlanlowe.example',
      'Subject: Notice of Electronic Filing',
      '',
      'The following transaction was entered: Motion to Compel.',
    ].join('\r\n')
    await receiveMessage(installation.courtcrier.services, {
      firmId: 1,
      raw: Buffer.from(raw),
      via: 'file',
      source: 'test',
    })
    const page = await open('/inbox-items?f.status=Action+Required', { role: 'Docketing' })
    await openItem(page)
    const parts = await page.locator('article[data-inbox-item]').evaluate((panel) =>
      [...panel.querySelectorAll('h1, h2, h3, section[aria-label]')].map((part) => {
        const { left, top } = part.getBoundingClientRect()
        return { name: part.ariaLabel ?? part.textContent ?? '', left, top }
      }),
    )
    const column = parts.filter(({ left }) => left < (parts[0]?.left ?? 0) + 200).map(({ top }) => top)
    expect(column).toEqual(column.toSorted((a, b) => a - b))
    const names = parts.map(({ name }) => name)
    const places = ['Needs attention', 'Filing details', 'History'].map((name) => names.indexOf(name))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(places[0]).toBeGreaterThan(0)
  })
})

test.describe('at 200 % zoom', () => {
  for (const path of ['/inbox-items', '/cases', '/cases?create', '/dashboard', '/settings', '/firm-information'])
    test(`${path} is used without scrolling sideways`, hasOwnLayout(path) ? {} : inLongRun, async () => {
      // Zooming a window of 1,440 by 900 leaves half as many CSS pixels each way.
      const page = await open(path, { width: 720, height: 450 })
      await page.getByRole('main').waitFor()
      const width = await page.evaluate(() => document.scrollingElement?.scrollWidth)
      expect(width).toBeLessThanOrEqual(720)
      await expectAccessible(page, path)
    })

  test('an item is opened, read and closed by keyboard', inLongRun, async () => {
    const page = await open('/inbox-items', { role: 'Docketing', width: 720, height: 450 })
    await openItem(page)
    await expect.poll(() => page.evaluate(() => document.scrollingElement?.scrollWidth)).toBeLessThanOrEqual(720)
    await page.keyboard.press('Escape')
    await until(() => page.evaluate(() => document.activeElement?.hasAttribute('data-id')))
  })
})

test.describe('motion', () => {
  /** The longest animation or transition of any element on the page, in milliseconds. */
  async function longestMotion(page: Page): Promise<{ ms: number; of: string }> {
    return page.evaluate(() => {
      const moves = [...document.querySelectorAll('*')].map((element) => {
        const style = getComputedStyle(element)
        const durations = `${style.transitionDuration}, ${style.animationDuration}`.split(', ')
        const seconds = durations.map((text) => Number.parseFloat(text) / (text.endsWith('ms') ? 1000 : 1))
        return { ms: Math.max(0, ...seconds.filter(Number.isFinite)) * 1000, of: element.outerHTML.slice(0, 120) }
      })
      return moves.toSorted((a, b) => b.ms - a.ms)[0] ?? { ms: 0, of: '' }
    })
  }

  test('there is none where reduced motion is requested', inLongRun, async () => {
    const page = await open('/inbox-items', { role: 'Docketing' })
    await openItem(page)
    await expect.poll(async () => (await longestMotion(page)).ms).toBeLessThanOrEqual(0.01)
  })

  test('elsewhere it lasts 150 ms at most', inLongRun, async () => {
    const page = await open('/inbox-items', { role: 'Docketing', isSingleUse: true })
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await openItem(page)
    const { ms, of } = await longestMotion(page)
    expect(ms, of).toBeLessThanOrEqual(150)
  })
})
