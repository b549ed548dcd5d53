import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, chromium, type Page } from 'playwright-core'
import { expect } from 'vitest'

/** The Chromium that the global set-up unpacked, without what would need a network. */
export function launchChromium(): Promise<Browser> {
  const executablePath = process.env.COURTCRIER_TEST_CHROMIUM
  if (!executablePath) throw new Error('run this through vitest: its global set-up unpacks the browser')
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}

/** Holds the page to WCAG 2.2 AA. The mail frame runs no scripts, so axe cannot enter it and would wait for ever. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  const builder = new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .exclude('iframe')
    .options({ iframes: false })
  const { violations } = await builder.setLegacyMode(true).analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
  expect(found, where).toEqual([])
}
