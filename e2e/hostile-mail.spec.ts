import { type Browser, expect, test } from '@playwright/test'
import { hostileMails } from '../packages/console/src/screens/inbox/mail/hostile-mail.fixture.ts'
import { receiveMessage } from '../packages/server/src/mail/receive.ts'
import { isLongRun } from '../packages/server/src/testing/long-run.ts'
import { type Installation, signIn, startInstallation, until } from './harness.ts'
import { inLongRun } from './in-long-run.ts'
import { logInAs, openPage } from './open-page.ts'
import { isOfTrace } from './start-browser.ts'

test.describe.configure({ mode: 'serial' })

let installation: Installation
let browser: Browser

test.beforeAll(async ({ browser: own }) => {
  browser = own
  installation = await startInstallation()
})
test.afterAll(async () => {
  for (const context of browser.contexts()) await context.close()
  await installation?.close()
})

/** What is left of each of them is tested without a browser, too. */
const mails = isLongRun ? hostileMails : hostileMails.filter((_, at) => at % 4 === 0)

test('the console shows the text of hostile emails; nothing in them runs or leaves the browser', async () => {
  const items = await Promise.all(mails.map(([deed, html]) => receive(deed, html)))
  await untilRead(items)
  const { page, context, problems } = await openPage(browser)
  const asked: string[] = []
  const led: string[] = []
  context.on('request', (request) => asked.push(request.url()))
  context.on('page', (other) => led.push(other.url()))
  page.on('dialog', (dialog) => {
    led.push(dialog.message())
    void dialog.dismiss()
  })
  await logInAs(page, { url: installation.url, role: 'Docketing' })
  for (const [index, [deed]] of mails.entries()) {
    const address = `${installation.url}/inbox-items/id/${items[index]}`
    await page.goto(address)
    await page.frameLocator('iframe').getByText('Words').first().waitFor()
    await expect.poll(() => page.evaluate(() => 'done' in globalThis), { message: deed }).toBe(false)
    expect(page.url(), deed).toBe(address)
  }
  const own = new URL(installation.url).origin
  expect(asked.filter((url) => !/^(data|blob|about):/.test(url) && new URL(url).origin !== own)).toEqual([])
  expect(led).toEqual([])
  expect(problems.filter((text) => !/Content Security Policy|sandboxed/.test(text))).toEqual([])
  await context.close()
})

test('every page of the console forbids third-party and inline scripts', async () => {
  for (const route of ['/', '/login', '/inbox-items', '/load-document/none']) {
    const { headers } = await fetch(`${installation.url}${route}`)
    const policy = headers.get('content-security-policy') ?? ''
    const scripts = /script-src ([^;]*)/.exec(policy)?.[1] ?? ''
    expect(scripts, route).toContain("'self'")
    expect(scripts, route).not.toMatch(/'unsafe-|https?:|\*/)
    expect(policy, route).toContain("object-src 'none'")
    expect(policy, route).toContain("frame-ancestors 'none'")
  }
})

test('an email that cannot be decoded is shown as it was received, with the reason', inLongRun, async () => {
  const id = await receiveRaw('nothing to decode', Buffer.from('Only words, no headers.'))
  await untilRead([id])
  const { page, context, problems } = await openPage(browser)
  await logInAs(page, { url: installation.url, role: 'Docketing', path: `/inbox-items/id/${id}` })
  await expect(page.getByText("This isn't an email message: it has no headers.").first()).toBeVisible()
  await expect(page.frameLocator('iframe').getByText('Only words, no headers.')).toBeVisible()
  expect(problems.filter((problem) => !isOfTrace(problem))).toEqual([])
  await context.close()
})

async function receive(deed: string, html: string): Promise<string> {
  const lines = [
    'From: Clerk <clerk@evil.example>',
    'To: notices@harlanlowe.example',
    `Subject: Notice with ${deed}`,
    `Message-ID: <${deed.replace(/\W/g, '-')}@evil.example>`,
    'MIME-Version: 1.0',
    'Content-Type: text/html; charset=utf-8',
    '',
    html,
  ]
  return receiveRaw(deed, Buffer.from(lines.join('\r\n')))
}

async function receiveRaw(source: string, raw: Buffer): Promise<string> {
  const { itemId } = await receiveMessage(installation.courtcrier.services, {
    firmId: 1,
    raw,
    via: 'file',
    source,
  })
  return itemId
}

/** Waits until they need attention, with a reason; nothing is created from them. */
async function untilRead(ids: readonly string[]): Promise<void> {
  const call = await signIn(installation.url, 'Docketing')
  for (const id of ids) {
    await until(async () => {
      const item = (await (await call(`/api/v1/inbox_item/${id}`)).json()) as { status: string; reason: string }
      return item.status === 'Action Required' && item.reason !== ''
    })
  }
}
