import { expect, type Page, test } from '@playwright/test'
import { receiveMessage } from '../packages/server/src/mail/receive.ts'
import { type Installation, signIn, startInstallation, until } from './harness.ts'
import { inLongRun } from './in-long-run.ts'
import { logInAs } from './open-page.ts'
import { startBrowser } from './start-browser.ts'

test.describe.configure({ mode: 'serial' })

const newPage = startBrowser()
let installation: Installation
let call: Awaited<ReturnType<typeof signIn>>

test.beforeAll(async () => {
  installation = await startInstallation()
  call = await signIn(installation.url, 'Docketing')
})
test.afterAll(() => installation?.close())

const notice = (n: number) => `
From: ecf@nysd.uscourts.gov
Subject: Activity in Case 1:22-cv-0010${n}-ABC Doe v. Roe Order ${n}

Notice of Electronic Filing

The following transaction was entered by Roe, Jane on 8/${n}/2022 at 8:02 PM EDT and filed on 8/${n}/2022

Case Name: Doe v. Roe
Case Number: 1:22-cv-0010${n}-ABC<https://ecf.nysd.uscourts.gov/cgi-bin/DktRpt.pl?${n}>

Docket Text:
ORDER ${n}.
`

async function receiveTwo(): Promise<string> {
  const raw = Buffer.from(
    `From: jane@firm.example\r\nSubject: Two notices at once\r\nMessage-ID: <two@firm.example>\r\n\r\n${notice(1)}${notice(2)}`,
  )
  const { services } = installation.courtcrier
  const { itemId } = await receiveMessage(services, { firmId: 1, raw, via: 'file', source: 'two.eml' })
  await until(async () => {
    const view = (await (await call(`/api/v1/inbox/${itemId}`)).json()) as {
      linked: { relation: string; item: { docket_number: string | null } }[]
    }
    return view.linked.filter(({ item }) => item.docket_number !== null).length === 2
  })
  return itemId
}

/** Returns the related items under a heading of the open notice. */
function related(page: Page, heading: string) {
  return page.locator(`section:has(> h3:text-is("${heading}"))`)
}

test(
  'a message of two notices previews both, each of which previews the message and the other',
  inLongRun,
  async () => {
    const whole = await receiveTwo()
    const { page } = await newPage({ width: 1440 })
    await logInAs(page, { url: installation.url, role: 'Docketing', path: `/inbox-items/id/${whole}` })
    const parts = related(page, 'Split into')
    await expect(parts.getByRole('listitem')).toHaveCount(2)
    const first = parts.getByRole('listitem').filter({ hasText: 'Order 1' })
    await first.getByRole('button', { expanded: false }).click()
    await expect(first).toContainText('1:22-cv-00101-ABC')
    await expect(page).toHaveURL(new RegExp(whole))
    await first.getByRole('button', { name: 'Open this notice' }).click()
    await expect(page).not.toHaveURL(new RegExp(whole))

    await expect(related(page, 'Split from the same message').getByRole('listitem')).toContainText('Order 2')
    const parent = related(page, 'Split from').getByRole('listitem')
    await parent.getByRole('button', { expanded: false }).click()
    await expect(parent).toContainText('Two notices at once')
    await expect(parent).toContainText('Split')
    await parent.getByRole('button', { name: 'Open this notice' }).click()
    await expect(page).toHaveURL(new RegExp(whole))
    await expect(related(page, 'Split into').getByRole('listitem')).toHaveCount(2)
  },
)
