import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import setUpChromium from '../e2e/chromium-setup.ts'
import { logInAs, openPage, type PageOptions } from '../e2e/open-page.ts'

/** Takes the pictures of docs/ from a running demo: `node scripts/screenshots.ts [URL] [FOLDER]`. */
const [url = 'http://127.0.0.1:8420', folder = 'docs'] = process.argv.slice(2)

interface Picture extends PageOptions {
  name: string
  /** What it shows, for those who cannot see it. */
  shows: string
  role: string
  route: string
  /** What is done on the page before; it also waits for what the picture is about. */
  prepare: (page: Page) => Promise<void>
}

const streams = /\/api\/v1\/events/

const large = { width: 1720, height: 960 } as const
const phone = { width: 390, height: 844 } as const

const firstRow = async (page: Page) => {
  await page.locator('tbody tr[aria-rowindex]').first().waitFor()
}
const openItem = async (page: Page) => {
  await page.getByRole('row').filter({ hasText: 'Succeeded' }).first().click()
  await page.getByText('What happened').first().waitFor()
}
const heading = async (page: Page) => {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
}

const pictures: readonly Picture[] = [
  {
    name: 'screenshot',
    shows:
      'The inbox: notices as they arrive, and one of them with what was understood and where it stands in the mail',
    role: 'Docketing',
    route: '/inbox-items',
    ...large,
    prepare: openItem,
  },
  {
    name: 'screenshot-dark',
    shows: 'The inbox in the dark: what waits for a person, and the one fix it offers',
    role: 'Docketing',
    route: '/inbox-items',
    ...large,
    isDark: true,
    prepare: async (page) => {
      const tab = page.getByRole('button', { name: /Action required/ }).first()
      await tab.click()
      await page.getByRole('row').filter({ hasText: 'Succeeded' }).first().waitFor({ state: 'detached' })
      await page.getByRole('row').nth(1).click()
      await page.getByText('What happened').first().waitFor()
    },
  },
  {
    name: 'pictures/dashboard',
    shows: 'The dashboard: what is not well first, then how much came, when and from where',
    role: 'Manager',
    route: '/dashboard',
    prepare: heading,
  },
  {
    name: 'pictures/notifications',
    shows: 'Notifications: each filing, who was told of it and where its documents are',
    role: 'Docketing',
    route: '/ecfx-notification',
    prepare: heading,
  },
  {
    name: 'pictures/cases',
    shows: 'Cases: one table for every kind of record, with columns, filters and views of one’s own',
    role: 'Docketing',
    route: '/cases',
    prepare: firstRow,
  },
  {
    name: 'pictures/new-case',
    shows: 'A new case, step by step',
    role: 'Docketing',
    route: '/cases?id=new',
    prepare: async (page) => {
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'pictures/roles',
    shows: 'A role: what it may see and change, to the field',
    role: 'Administrator',
    route: '/security-roles',
    isDark: true,
    prepare: async (page) => {
      await page.getByRole('row').filter({ hasText: 'Docketing' }).first().dblclick()
      await page.getByRole('button', { name: 'View as this role' }).waitFor()
    },
  },
  {
    name: 'pictures/firm',
    shows: 'Firm information: colours with their contrast, saved as they are chosen',
    role: 'Administrator',
    route: '/firm-information',
    prepare: heading,
  },
  {
    name: 'pictures/event-logs',
    shows: 'Event logs: what was done, by whom, in plain sentences',
    role: 'Administrator',
    route: '/event-logs',
    prepare: firstRow,
  },
  {
    name: 'pictures/inbox-phone',
    shows: 'The inbox on a phone',
    role: 'Docketing',
    route: '/inbox-items',
    ...phone,
    prepare: async (page) => {
      await page.getByRole('row').nth(1).waitFor()
    },
  },
]

await setUpChromium()
await mkdir(path.join(folder, 'pictures'), { recursive: true })
const executablePath = process.env.COURTCRIER_TEST_CHROMIUM ?? ''
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
for (const picture of pictures) await take(browser, picture)
await browser.close()
await writeFile(path.join(folder, 'pictures', 'README.md'), pageOf(pictures))

async function take(within: Browser, { name, role, route, prepare, ...options }: Picture): Promise<void> {
  const { page, context } = await openPage(within, options)
  const answers = watchAnswers(page)
  await logInAs(page, { url, role, path: route })
  await prepare(page)
  await page.mouse.move(0, 0)
  await answers.arrived()
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"], .mantine-Skeleton-root'))
  await page.evaluate(() => document.fonts.ready)
  await page.screenshot({ path: path.join(folder, `${name}.png`) })
  await context.close()
}

/** Whether all that the page asked for has come, but for the stream of changes, which stays open. */
function watchAnswers(page: Page) {
  const asked = new Set<unknown>()
  let changes = 0
  page.on('request', (request) => {
    changes++
    if (!streams.test(request.url())) asked.add(request)
  })
  page.on('requestfinished', (request) => asked.delete(request))
  page.on('requestfailed', (request) => asked.delete(request))
  return {
    arrived: async () => {
      for (let seen = -1; asked.size > 0 || seen !== changes; await page.waitForTimeout(700)) seen = changes
    },
  }
}

function pageOf(taken: readonly Picture[]): string {
  const parts = taken.map(({ name, shows }) => `## ${shows}\n\n![${shows}](../${name}.png)\n`)
  return `# What it looks like\n\nTaken from the demo by \`node scripts/screenshots.ts\`.\n\n${parts.join('\n')}`
}
