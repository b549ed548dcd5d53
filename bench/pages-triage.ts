import { chromium } from 'playwright-core'
import setUpChromium from '../e2e/chromium-setup.ts'
import { logInAs } from '../e2e/open-page.ts'
import { reportActs } from './page-bars.ts'
import { measureTriage, type TriagePage } from './page-triage.ts'
import { makePlainFilings, type PlainPage, startPlainPage } from './plain-page.ts'
import { startTriageFirm, type TriageFirm } from './triage-firm.ts'

/** More than the longest page of the inbox. */
const filings = 230

/**
 * Measures a docketing clerk's acts in the inbox and on a page with the same rows made of Mantine alone, both with a
 * processor four times slower. Ends with exit code 1 if the inbox misses a limit.
 */
export async function judgeTriage(): Promise<void> {
  await setUpChromium()
  const firm = await startTriageFirm(filings)
  const plain = await startPlainPage(makePlainFilings(filings))
  const browser = await chromium.launch({
    executablePath: process.env.COURTCRIER_TEST_CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    console.log('\nFrom a key or click to the frame that shows its result, in ms, processor four times slower')
    const ours = await measureTriage(browser, consoleOf(firm))
    if (!reportActs(ours, await measureTriage(browser, mantineAlone(plain)))) process.exitCode = 1
  } finally {
    await browser.close()
    await plain.close()
    await firm.close()
  }
}

function consoleOf({ installation: { url } }: TriageFirm): TriagePage {
  return {
    address: (rows) => `${url}/inbox-items?size=${rows}`,
    prepare: async (context) => {
      const page = await context.newPage()
      await logInAs(page, { url, role: 'Docketing', path: '/healthz' })
      await page.close()
    },
    scroller: 'div:has(> table[role="grid"])',
    itemOf: (id) => `[data-inbox-item="${id}"]`,
    detail: 'h3',
    drawer: '[role="dialog"]',
  }
}

function mantineAlone({ url }: PlainPage): TriagePage {
  return {
    address: (rows) => `${url}?size=${rows}`,
    prepare: async () => {},
    scroller: '.mantine-ScrollArea-viewport',
    itemOf: (id) => `[data-item="${id}"]`,
    detail: 'td',
    drawer: '[role="dialog"]',
  }
}
