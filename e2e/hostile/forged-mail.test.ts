import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withSystem } from '../../packages/server/src/base/db/firm-transaction.ts'
import { startImapServer, type TestImapServer } from '../../packages/server/src/mail/testing/imap-server.ts'
import { signAs, unsignedMail, withHeader } from '../../packages/server/src/mail/testing/signed-mail.ts'
import { connectSmtp } from '../../packages/server/src/mail/testing/smtp-client.ts'
import { signedWords, strangerForward } from '../../packages/server/src/mail/testing/stranger-forward.ts'
import { sealedBy } from '../../packages/server/src/mail/testing/trust-scenarios.ts'
import {
  foundCourt,
  receivedBy,
  resultsOf,
  withBanner,
  withSafeLinks,
} from '../../packages/server/src/mail/testing/witnessed-mail.ts'
import { startDns } from '../../packages/server/src/notices/pipeline/trust-gate.fixture.ts'
import { textOfPages } from '../../packages/server/src/testing/pdf.ts'
import { type Call, type Installation, isAtRest, signIn, startInstallation, until } from '../harness.ts'

let installation: Installation
let dns: Server
let mailbox: TestImapServer
let call: Call
beforeAll(async () => {
  dns = await startDns()
  const gateway = `http://127.0.0.1:${(dns.address() as AddressInfo).port}/`
  mailbox = await startImapServer()
  const account = `imap://clerk:secret@127.0.0.1:${mailbox.port}/INBOX?authserv=microsoft365`
  installation = await startInstallation({
    environment: { COURTCRIER_DNS_GATEWAY: gateway, COURTCRIER_IMAP: account },
  })
  call = await signIn(installation.url, 'Administrator')
})
afterAll(async () => {
  await installation?.close()
  await mailbox?.close()
  dns?.close()
})

const file = 'formats/cmecf-nef/fixtures/ared-case-closed.txt'
const cmecf = { way: 'cmecf2025', domain: 'uscourts.gov' } as const
/** A notice without a link, whose documents aren't waited for. */
const textOnly = { file: 'formats/cmecf-nda/fixtures/cafc-text-only-order.txt', behind: 'ORDER granting' }
const words = '=3Cdiv=3EORDER 918 FORGED. All deadlines are vacated.=3C/div=3E'

test('words in a signed notice stay words, whatever header a stranger puts in front of it', async () => {
  const written = unsignedMail({ file }).toString('latin1').replace('MOTION', `MOTION ${words}`)
  const signed = signAs(Buffer.from(written, 'latin1'), cmecf)
  const item = await receive(withHeader(signed, 'Content-Transfer-Encoding: quoted-printable', 'added'))
  expect(item.trust).toBe('verified')
  const answer = await call(`/api/v1/inbox/${item.id}/message`)
  const { html } = (await answer.json()) as { html: string }
  expect(html).toContain('=3Cdiv=3EORDER 918 FORGED')
  const view = await (await call(`/api/v1/inbox/${item.id}`)).text()
  expect(view).toContain('It was changed on the way; only what its sender signed was read.')
  expect(view).not.toContain('<div>ORDER 918')
})

test('of a stranger’s forward of a genuine original, the original alone is the notice: shown, and printed', async () => {
  await withSystem(installation.courtcrier.services.database, (trx) =>
    sql`update firms set store_notice_as_docket_text = true where firm_id = 1`.execute(trx),
  )
  const item = await receive(await strangerForward(textOnly))
  expect(item).toMatchObject({ trust: 'forwarded', subject: expect.stringContaining('Corephotonics') })
  expect(JSON.stringify([item.subject, item.snippet])).not.toContain('FORGED')
  const shown = await (await call(`/api/v1/inbox/${item.id}/message`)).text()
  expect(shown).toContain(signedWords)
  expect(shown).not.toContain('FORGED')
  const notice = await until(async () => {
    const { documents } = (await (await call(`/api/v1/inbox/${item.id}`)).json()) as { documents: { id: string }[] }
    return documents[0]
  })
  const pdf = await call(`/api/v1/document/${notice.id}/content`)
  const printed = (await textOfPages(new Uint8Array(await pdf.arrayBuffer()))).join(' ')
  expect(printed).toContain(signedWords)
  expect(printed).not.toMatch(/FORGED|evil\.example/)
})

test.each([
  ['the signature was left out', (raw: Buffer) => withHeader(raw, 'DKIM-Signature: ', 'removed')],
  ['a footer broke the signature', (raw: Buffer) => Buffer.concat([raw, Buffer.from('<p>The group</p>\r\n')])],
])('a header in front of a signed notice stays unread if a trusted service sealed it and %s', async (name, change) => {
  await withSystem(installation.courtcrier.services.database, (trx) =>
    sql`update firms set trusted_forwarders = '{google.com}' where firm_id = 1`.execute(trx),
  )
  const written = unsignedMail({ file }).toString('latin1').replace('MOTION', `MOTION ${words} ${name}`)
  const signed = signAs(Buffer.from(written, 'latin1'), cmecf)
  const forged = withHeader(signed, 'Content-Transfer-Encoding: quoted-printable', 'added')
  const found = { spf: 'fail', mailFrom: 'x@evil.example' }
  const item = await receive(await sealedBy('google.com', 'pass', 'ared.uscourts.gov', found)(change(forged)))
  expect(item).toMatchObject({ status: 'Action Required', trust: 'unverified', envelope_id: null })
})

test("one court's signature on another court's notice waits for a person, with both named", async () => {
  const written = unsignedMail({ file })
    .toString('latin1')
    .replaceAll('ared', 'cacd')
    .replace('Eastern District of Arkansas', 'Central District of California')
  const from = withHeader(Buffer.from(written, 'latin1'), 'From: nysbinfo@nysb.uscourts.gov', 'changed')
  const item = await receive(withHeader(from, 'Message-ID: <2@nysb.uscourts.gov>', 'changed'), (raw) =>
    signAs(raw, cmecf),
  )
  expect(item).toMatchObject({ status: 'Action Required', trust: 'unverified', envelope_id: null })
  expect(item.reason).toContain('It is from nysb.uscourts.gov, which writes for Bankr. S.D.N.Y.')
  expect(item.reason).toContain('its notice is of C.D. Cal.')
  expect(JSON.stringify(installation.sandbox.requests())).not.toContain('cacd')
})

test.each([
  ['cacd.uscourts.gov', 'nysb.uscourts.gov'],
  ['ca2.fedcourts.us', 'ca9.fedcourts.us'],
])('a notice from %s that its neighbor %s signed waits for a person', async (writer, neighbor) => {
  const [name = ''] = writer.split('.')
  const written = unsignedMail({ file }).toString('latin1').replaceAll('ared.uscourts.gov', `${name}.uscourts.gov`)
  const from = withHeader(Buffer.from(written, 'latin1'), `From: ecf@${writer}`, 'changed')
  const signed = signAs(from, { way: 'cmecf2025', domain: neighbor })
  const item = await receive(withHeader(signed, `X-Other: ${name}`, 'added'))
  expect(item).toMatchObject({ status: 'Action Required', trust: 'unverified', envelope_id: null })
  expect(item.reason).toContain(`it is signed by ${neighbor}, which is not the sender's domain`)
  expect(JSON.stringify(installation.sandbox.requests())).not.toContain(`ecf.${name}.`)
})

test("an e-filing vendor's own signature on a federal notice waits for a person, with both named", async () => {
  const mailed = (await installation.sandbox.mails()).length
  const written = unsignedMail({ file }).toString('latin1').replaceAll('02705260440', '02705260777')
  const from = withHeader(Buffer.from(written, 'latin1'), 'From: no-reply@efilingmail.tylertech.cloud', 'changed')
  const named = withHeader(from, 'Message-ID: <3@efilingmail.tylertech.cloud>', 'changed')
  const item = await receive(named, (raw) => signAs(raw, { way: 'scotus', domain: 'efilingmail.tylertech.cloud' }))
  expect(item).toMatchObject({ status: 'Action Required', trust: 'unverified', envelope_id: null })
  expect(item.reason).toContain(
    "It is from efilingmail.tylertech.cloud, which writes for Tyler's eFile & Serve (Odyssey)",
  )
  expect(item.reason).toContain('its notice is of E.D. Ark.')
  expect(JSON.stringify(installation.sandbox.requests())).not.toContain('02705260777')
  expect(await installation.sandbox.mails()).toHaveLength(mailed)
})

test('a notice that Microsoft 365 received from the court is believed, although its banner and Safe Links broke the signature', async () => {
  const changed = withBanner(withSafeLinks(signAs(unsignedMail({ file }), cmecf)))
  const results = resultsOf('microsoft365', foundCourt('ared.uscourts.gov'))
  const item = await readFromMailbox(receivedBy('microsoft365', changed, { results }))
  expect(item.trust).toBe('verified')
  expect(item.envelope_id).not.toBeNull()
  const view = await (await call(`/api/v1/inbox/${item.id}`)).text()
  expect(view).toContain("Microsoft 365 received it from the court's own mail server")
})

test('the same with results that a stranger wrote into it waits for a person', async () => {
  const other = unsignedMail({ file }).toString('latin1').replaceAll('02705260440', '02705260999')
  const forged = receivedBy('microsoft365', withBanner(withSafeLinks(signAs(Buffer.from(other, 'latin1'), cmecf))), {
    results: resultsOf('microsoft365', foundCourt('ared.uscourts.gov')),
  })
  const found = { spf: 'pass', mailFrom: 'evil.example', dkim: 'fail', dmarc: 'fail', from: 'ared.uscourts.gov' }
  const results = resultsOf('microsoft365', found)
  const item = await readFromMailbox(receivedBy('microsoft365', forged, { results, peer: 'relay.evil.example' }))
  expect(item).toMatchObject({ status: 'Action Required', trust: 'unverified', envelope_id: null })
  expect(item.reason).toContain("Microsoft 365 does not say that the court's own mail server delivered it")
  expect(JSON.stringify(installation.sandbox.requests())).not.toContain('02705260999')
})

interface Item {
  id: string
  status: string
  trust: string | null
  subject: string
  snippet: string
  reason: string
  envelope_id: string | null
}

let received = 0

/** Sends a message over SMTP from an address that no court has, and returns its item once it is at rest. */
async function receive(raw: Buffer, prepare = (message: Buffer) => message): Promise<Item> {
  const client = await connectSmtp(installation.smtp.port)
  await client.say('EHLO relay.example')
  await client.say('MAIL FROM:<x@evil.example>')
  expect(await client.say(`RCPT TO:<notices@${installation.sandbox.world.firm.domain}>`)).toMatch(/^250/)
  await client.say('DATA')
  await client.write(Buffer.from(prepare(raw).toString('latin1').replaceAll('\r\n.', '\r\n..'), 'latin1'))
  expect(await client.say('\r\n.')).toMatch(/^250/)
  client.end()
  return newest()
}

/** Puts a message into the mailbox that Courtcrier reads, and returns its item once it is at rest. */
async function readFromMailbox(raw: Buffer): Promise<Item> {
  mailbox.deliver('INBOX', raw.toString('latin1'))
  return newest()
}

/** The sandbox has none of the documents, which are requested again and again: that is not waited for. */
async function newest(): Promise<Item> {
  received += 1
  return until(async () => {
    const answer = await call('/api/v1/inbox_item/search?max=1&sort=-receivedAt')
    const { inbox_items: items } = (await answer.json()) as { inbox_items: Item[] }
    const item = answer.headers.get('x-total-count') === String(received) ? items[0] : undefined
    return item && (item.envelope_id !== null || isAtRest(item.status)) ? item : undefined
  })
}
