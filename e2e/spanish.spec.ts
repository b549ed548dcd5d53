import { type Browser, expect, type Page, test } from '@playwright/test'
import { listedResources } from '../packages/console/src/resource/listed-resources.ts'
import { faces } from '../packages/console/src/screens/registry.ts'
import { readEnglish, readLanguage } from '../scripts/translations.ts'
import { allPages } from './all-routes.ts'
import { type Installation, startInstallation } from './harness.ts'
import { inLongRun } from './in-long-run.ts'
import { openPage } from './open-page.ts'

test.describe.configure({ mode: 'serial' })

let installation: Installation
let browser: Browser
/** English texts and labels without values in them, except those that are the same in Spanish, such as "Webhooks". */
let english: ReadonlySet<string>

test.beforeAll(async ({ browser: own }) => {
  browser = own
  installation = await startInstallation()
  const { sandbox, smtp } = installation
  await sandbox.sendFilings({ smtp, count: 3 })
  const { texts, labels } = await readEnglish()
  const spanish = readLanguage('es-US')
  const same = new Set([...Object.values(spanish.texts), ...Object.values(spanish.labels)])
  const all = [...Object.values(texts), ...Object.keys(labels)]
  english = new Set(all.filter((text) => text.length > 2 && !text.includes('{{') && !same.has(text)))
})
test.afterAll(async () => {
  for (const context of browser.contexts()) await context.close()
  await installation?.close()
})

/** For developers, or written in English: release notes, and names of features and of the demo's credential. */
const exempt = new Set(['/totest', '/dev', '/dms', '/generic-credentials'])

for (const width of [1440, 390])
  test(`no page in Spanish shows an English text of the console, ${width} px wide`, inLongRun, async () => {
    const { page, context, problems } = await openPage(browser, { width, locale: 'es-US' })
    await page.goto(`${installation.url}/login`)
    await page.getByRole('button', { name: 'Iniciar sesión como Administrator' }).click()
    await page.waitForURL((url) => !url.pathname.startsWith('/login'))
    const found: Record<string, string[]> = {}
    for (const [route] of allPages.filter(([each]) => !exempt.has(each))) {
      await page.goto(installation.url + route)
      await settled(page)
      const left = (await textsOn(page)).filter((text) => english.has(text))
      if (left.length > 0) found[route] = left
      if (await isWiderThanScreen(page)) found[route] = [...left, 'wider than the screen']
    }
    expect(found).toEqual({})
    expect(problems).toEqual([])
    await context.close()
  })

/** The routes of records that are created in a form; an email template has a page of its own. */
const formRoutes = listedResources(faces)
  .filter(
    ({ isReadOnly, isVirtual, form, name }) =>
      !isReadOnly && !isVirtual && form.length > 0 && name !== 'email_template',
  )
  .map(({ route }) => route)

for (const half of [0, 1])
  test(
    `every form of a new record is in Spanish on each of its steps, half ${half + 1} of them`,
    inLongRun,
    async () => {
      const { page, context } = await openPage(browser, { locale: 'es-US' })
      await page.goto(`${installation.url}/login`)
      await page.getByRole('button', { name: 'Iniciar sesión como Administrator' }).click()
      await page.waitForURL((url) => !url.pathname.startsWith('/login'))
      for (const route of formRoutes.filter((_, index) => index % 2 === half)) {
        await page.goto(`${installation.url}${route}?id=new`)
        const form = page.getByRole('dialog').locator('form')
        await form.locator('input, textarea').first().waitFor()
        const steps = form.getByRole('navigation', { name: 'Pasos' }).getByRole('button')
        for (const step of [undefined, ...(await steps.all())]) {
          await step?.click()
          await expect
            .poll(async () => (await textsOn(page, '[role="dialog"]')).filter((text) => english.has(text)), {
              message: route,
            })
            .toEqual([])
        }
      }
      await context.close()
    },
  )

async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForFunction(() => !document.querySelector('main [aria-busy="true"], main [data-loading]'))
}

/** Returns every text users read or hear on the page, or in a part of it. */
function textsOn(page: Page, part = 'body'): Promise<string[]> {
  return page.evaluate((selector) => {
    const root = document.querySelector(selector) ?? document.body
    const texts = new Set<string>()
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) texts.add(walker.currentNode.textContent?.trim() ?? '')
    for (const name of ['aria-label', 'placeholder', 'title', 'alt']) {
      for (const element of root.querySelectorAll(`[${name}]`)) texts.add(element.getAttribute(name)?.trim() ?? '')
    }
    return [...texts]
  }, part)
}

function isWiderThanScreen(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
}
