import { expect, test } from 'vitest'
import { claimed, plantFiling, type TestServices } from './copies/test-filing.ts'
import { deliveryKind } from './deliveries/kind.ts'
import { plantDelivery } from './deliveries/planted-delivery.fixture.ts'
import { plantCopy, plantPerson, plantScheduled, runAt, type TestMail, withTestMail } from './digests/test-digests.ts'
import { openKind } from './run.ts'

const installation = 'https://notices.hale-osei.example'
const own = 'https://notices.own.example'

/** Gives the firm host names, and adds another firm. */
async function share(host_names: readonly string[]): Promise<void> {
  await plantFiling(services, { firm: { host_names } })
  await plantFiling(services, { firmId: 2, firm: { host_names: ['other.example'] } })
}

/** The beginnings of all links in a text. */
const originsIn = (text: string) => [...new Set(text.match(/https?:\/\/[^/\s"<>|]+/g))]

const at = '2026-11-21T10:00:00Z'
const email = 'desk@hale-osei.example'

let services: TestServices
let server: TestMail
withTestMail((opened) => {
  ;({ services, server } = opened)
})

/** Sends an email about a filing, a daily message and a report, and returns them. */
async function sendAll() {
  const filing = await plantFiling(services, {
    documents: [{ content: '%PDF-1.7' }],
    firm: { public_document_access: true, dms_failure_report_emails: [email], updated_at: '2026-11-01T00:00:00Z' },
  })
  await plantPerson(services, email)
  await plantScheduled(services, filing, { email, at })
  await plantCopy(services, filing, { at, status: 'failed', sentence: "The folder doesn't exist." })
  const id = await plantDelivery(services, filing)
  await openKind(deliveryKind(services, server.mail)).run(claimed({ firmId: 1, id }))
  await runAt(services, server.mail, '2026-11-21T22:00:00Z')
  const mails = await server.catcher.parsed()
  expect(mails).toHaveLength(3)
  return mails
}

test.each([
  ['the firm’s own host', [own.slice(8), 'old.example'], own],
  [
    'the installation’s address, if that is one of the firm’s hosts',
    ['own.example', installation.slice(8)],
    installation,
  ],
  ['the installation’s address, if the firm has no host', [], installation],
])('with several firms, links in emails, the daily message and reports begin with %s', async (_, hosts, expected) => {
  await share(hosts)
  for (const { subject, html = '', text = '', headers, messageId } of await sendAll()) {
    const unsubscribe = headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? ''
    expect(originsIn(`${html} ${text} ${unsubscribe}`), subject).toEqual([expected])
    // By it an email that comes back is recognized.
    expect(messageId).toMatch(/@notices\.hale-osei\.example>$/)
  }
})

test('with one firm, they begin with the installation’s address, whatever host names the firm has', async () => {
  await plantFiling(services, { firm: { host_names: ['own.example'] } })
  for (const { html = '', text = '' } of await sendAll()) expect(originsIn(`${html} ${text}`)).toEqual([installation])
})
