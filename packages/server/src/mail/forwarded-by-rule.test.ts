import { expect, test } from 'vitest'
import { makeMail } from './testing/court-mail.ts'
import { checkStrangerForward } from './testing/stranger-forward.ts'
import { forwardWhole, fromFirm, nef, quoted, type Scenario, tryScenarios } from './testing/trust-scenarios.ts'

const jane = 'jane@firm.example'
const forward = (...headers: string[]) => ({ from: jane, body: quoted, headers, signedBy: 'firm.example' })
const loop = (mailbox: string) => `X-MS-Exchange-Inbox-Rules-Loop: ${mailbox}`

/** `makeMail` addresses every message to this mailbox. */
const mailbox = 'efiling@cand.uscourts.gov'

const byRule: readonly [string, ...string[]][] = [
  ['a rule of Outlook', loop(jane)],
  ["a rule of Outlook, with the mailbox's other address", loop('Jane.Roe@firm.onmicrosoft.example')],
  ['rules of two mailboxes in turn', loop(jane), loop(mailbox)],
  ['rules of two mailboxes, named in one header', loop(`${mailbox}, ${jane}`)],
  ['a mail system that says so', 'Auto-Submitted: auto-generated'],
  ['an automatic reply that quotes it', 'Auto-Submitted: auto-replied (vacation)'],
  ['a value that no standard has', 'Auto-Submitted: nobody'],
  ['an older system', 'Autoforwarded: TRUE'],
  ['Exchange within the firm', 'X-MS-Exchange-Organization-AutoForwarded: true'],
  ["Exchange's agent for rules", 'X-MS-Exchange-Generated-Message-Source: Mailbox Rules Agent'],
]

tryScenarios(
  byRule.map(
    ([name, ...headers]): Scenario => ({
      name: `forwarded by ${name}`,
      mail: forward(...headers),
      origin: fromFirm,
      trust: 'unverified',
      reason: /a rule in the mailbox of jane@firm\.example forwarded it, so no one there need have read it/,
    }),
  ),
)

const byPerson: readonly [string, ...string[]][] = [
  ['by hand'],
  ['by a program that says that a person did', 'Auto-Submitted: no'],
  ['to a mailbox whose rule redirects it', loop(mailbox), 'Auto-Submitted: auto-generated', `Resent-From: ${mailbox}`],
  ['to a mailbox of Gmail that sends it on', `X-Forwarded-For: ${mailbox} notices@courtcrier.example`],
]

tryScenarios(
  byPerson.map(
    ([name, ...headers]): Scenario => ({
      name: `forwarded ${name}`,
      mail: forward(...headers),
      origin: fromFirm,
      trust: 'forwarded',
      reason: /^Forwarded by jane@firm\.example/,
    }),
  ),
)

const redirected = [loop(jane), 'Auto-Submitted: auto-generated', `Resent-From: ${jane}`].join('\r\n')

tryScenarios([
  {
    name: 'a notice that a rule redirects with the signature intact',
    mail: { body: nef, signedBy: 'cand.uscourts.gov' },
    change: (raw) => Buffer.concat([Buffer.from(`${redirected}\r\n`), raw]),
    origin: fromFirm,
    trust: 'verified',
    reason: /by its signature/,
  },
])

test('a rule that attaches the original forwards what the court signed', async () => {
  const original = await makeMail({ body: nef, signedBy: 'cand.uscourts.gov' })
  const { headers = [], ...outer } = forwardWhole([original])
  const raw = await makeMail({ ...outer, headers: [...headers, loop(jane)] })
  expect((await checkStrangerForward(raw)).trust).toBe('forwarded')
})
