import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import setUpChromium from '../e2e/chromium-setup.ts'
import { logInAs, openPage, type PageOptions } from '../e2e/open-page.ts'
import { listPictures } from './list-pictures.ts'
import { watchAnswers } from './settled-page.ts'

/** Takes the screenshots for docs/ from a running demo: `node scripts/screenshots.ts [URL] [FOLDER]`. */
const [url = 'http://127.0.0.1:8420', folder = 'docs'] = process.argv.slice(2)

interface Picture extends PageOptions {
  name: string
  /** Its alt text; a list's picture has the list's name. */
  shows?: string
  role: string
  route: string
  /** Steps on the page before the picture; they also wait for what it shows. */
  prepare: (page: Page) => Promise<void>
}

const large = { width: 1720, height: 960 } as const
const phone = { width: 390, height: 844 } as const

const firstRow = async (page: Page) => {
  await page.locator('tbody tr[aria-rowindex]').first().waitFor()
}
const openItem = async (page: Page) => {
  await page.getByRole('row').filter({ hasText: 'Succeeded' }).first().click()
  await page.getByText('History').first().waitFor()
}
const heading = async (page: Page) => {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
}

const pictures: readonly Picture[] = [
  {
    name: 'screenshot',
    shows:
      'The inbox: notices as they arrive, and one of them open with its filing details and where each value appears in the email',
    role: 'Docketing',
    route: '/inbox-items',
    ...large,
    prepare: openItem,
  },
  {
    name: 'screenshot-dark',
    shows: 'The inbox in dark mode: a notice that waits for a person, and the fix it offers',
    role: 'Docketing',
    route: '/inbox-items',
    ...large,
    isDark: true,
    prepare: async (page) => {
      const tab = page.getByRole('button', { name: /Action required/ }).first()
      await tab.click()
      await page.getByRole('row').filter({ hasText: 'Succeeded' }).first().waitFor({ state: 'detached' })
      await page.getByRole('row').nth(1).click()
      await page.getByText('History').first().waitFor()
    },
  },
  {
    name: 'pictures/dashboard',
    shows: 'The dashboard: what needs attention first, then how much was received, when and from where',
    role: 'Manager',
    route: '/dashboard',
    prepare: heading,
  },
  {
    name: 'pictures/notifications',
    shows: 'Notifications: each filing, who was notified and where its documents are',
    role: 'Docketing',
    route: '/ecfx-notification',
    prepare: heading,
  },
  {
    name: 'pictures/cases',
    shows: 'Cases: one table for every kind of record, with your own columns, filters and views',
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
    shows: 'A role: what it may see and change, down to the field',
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
    shows: 'Firm information: colors with their contrast, saved as they are chosen',
    role: 'Administrator',
    route: '/firm-information',
    prepare: heading,
  },
  {
    name: 'pictures/event-logs',
    shows: 'Event logs: who did what, in plain sentences',
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
await mkdir(path.join(folder, 'pictures', 'lists'), { recursive: true })
const executablePath = process.env.COURTCRIER_TEST_CHROMIUM ?? ''
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
for (const picture of pictures) await take(browser, picture)
for (const picture of listPictures) await take(browser, { ...picture, prepare: heading })
await browser.close()
await writeFile(path.join(folder, 'pictures', 'README.md'), pageOf(pictures))

async function take(within: Browser, { name, role, route, prepare, ...options }: Picture): Promise<void> {
  const { page, context } = await openPage(within, options)
  const settled = watchAnswers(page)
  await logInAs(page, { url, role, path: route })
  await prepare(page)
  await settled()
  if (name.startsWith('pictures/lists/')) await saveSmall(page, path.join(folder, `${name}.webp`))
  else await page.screenshot({ path: path.join(folder, `${name}.png`) })
  await context.close()
}

/** Saves a picture as WebP: a list of them takes a tenth of the space. */
async function saveSmall(page: Page, file: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 60 })
  await writeFile(file, Buffer.from(data, 'base64'))
}

function pageOf(taken: readonly Picture[]): string {
  const parts = taken.map(({ name, shows }) => `## ${shows}\n\n![${shows}](../${name}.png)\n`)
  const lists = listPictures.map(({ name }) => `![${path.basename(name)}](../${name}.webp)\n`)
  const all = [...parts, `## Every list\n\n${lists.join('\n')}`].join('\n')
  return `# What it looks like\n\nTaken from the demo by \`node scripts/screenshots.ts\`.\n\n${all}`
}
