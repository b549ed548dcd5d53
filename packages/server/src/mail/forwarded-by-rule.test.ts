import { expect, test } from 'vitest'
import { makeMail } from './testing/court-mail.ts'
import { checkStrangerForward } from './testing/stranger-forward.ts'
import { forwardWhole, fromFirm, nef, quoted, type Scenario, tryScenarios } from './testing/trust-scenarios.ts'

const jane = 'jane@firm.example'
const forward = (...headers: string[]) => ({ from: jane, body: quoted, headers, signedBy: 'firm.example' })
const loop = (mailbox: string) => `X-MS-Exchange-Inbox-Rules-Loop: ${mailbox}`

/** `makeMail` addresses every message to this mailbox. */
const mailbox = 'efiling@firm.example'

const byRule: readonly [string, ...string[]][] = [
  ['a rule of Outlook', loop(jane)],
  ["a rule of Outlook, with the mailbox's other address", loop('Jane.Roe@firm.onmicrosoft.example')],
  ['rules of two mailboxes in turn', loop(jane), loop(mailbox)],
  ['rules of two mailboxes, named in one header', loop(`${mailbox}, ${jane}`)],
  ['a mail system that says so', 'Auto-Submitted: auto-generated'],
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

/** Help desks, forms and flows that write in the firm's own domain, and quote what anyone wrote. */
const byProgram: readonly [string, string, ...string[]][] = [
  ['Zendesk', 'Zendesk', 'X-Zendesk-From-Account-Id: 68b8aed', 'Auto-Submitted: auto-generated'],
  ['Zendesk, by its mailer alone', 'Zendesk', 'X-Mailer: Zendesk Mailer'],
  ['Freshdesk', 'Freshdesk', 'X-FD-Account-Id: 1', 'X-FD-Ticket-Id: 7', 'X-FD-Type: Reply'],
  ['Jira Service Management', 'Jira', 'X-JIRA-FingerPrint: 06b32e55c1a08'],
  ['ServiceNow', 'ServiceNow', 'X-ServiceNow-Generated: true', 'Precedence: bulk'],
  ['Salesforce', 'Salesforce', 'X-SFDC-EntityId: 500Kd0000300s0L', 'X-SFDC-EmailCategory: quickActionEmail'],
  ['Request Tracker', 'Request Tracker', 'X-RT-Ticket: firm.example #89942'],
  ['OTRS', 'OTRS', 'X-Mailer: OTRS Mail Service (6.0)'],
  ['osTicket', 'osTicket', 'X-Mailer: osTicket Mailer'],
  ['HubSpot', 'HubSpot', 'X-HubSpot-Message-Id: 1'],
  ['a flow', 'Power Automate', 'x-ms-mail-application: Microsoft Power Automate; User-Agent: azure-logic-apps/1.0'],
  ['a form of WordPress', 'a form of a website', 'X-Mailer: PHPMailer 6.1.6 (https://github.com/PHPMailer/PHPMailer)'],
  ['a form in PHP', 'a form of a website', 'X-PHP-Originating-Script: 33:contact.php'],
  ['a script that names its language', 'a form of a website', 'X-Mailer: PHP/8.1.2'],
]

tryScenarios(
  byProgram.map(
    ([name, program, ...headers]): Scenario => ({
      name: `passed on by ${name}`,
      mail: forward(...headers),
      origin: fromFirm,
      trust: 'unverified',
      reason: `jane@firm.example sent it by ${program}, which passes on what anyone writes to it`,
    }),
  ),
)

tryScenarios(
  [
    'Reply-To: bob@evil.example',
    'Reply-To: "jane@firm.example" <bob@evil.example>',
    'Reply-To: Jane <jane@firm.example>, Bob <bob@evil.example>',
    'Reply-To: bob@firm.example.evil.example',
  ].map(
    (header): Scenario => ({
      name: `passed on by a form that has answers go to its visitor: ${header}`,
      mail: forward(header),
      origin: fromFirm,
      trust: 'unverified',
      reason: /answers to it go to bob@.*, who isn't known at the firm/,
    }),
  ),
)

const answered = 'X-Priority: 3'
tryScenarios(
  [
    ['a reply while someone is away', 'Auto-Submitted: auto-replied (vacation)'],
    ['the same, of an older program', 'X-Autoreply: yes', 'Precedence: auto_reply'],
    ['the same, by its subject', answered],
    ['a receipt', 'Content-Type: multipart/report; report-type=disposition-notification; boundary=b'],
    ['a report of a mail server', 'Content-Type: multipart/report; report-type=delivery-status; boundary=b'],
    ['an answer to an invitation', 'Content-Type: multipart/mixed; boundary=b'],
  ].map(([name, ...headers]): Scenario => {
    const [answer, html] = ['METHOD:REPLY', `--b\r\nContent-Type: text/html\r\n\r\n${quoted}\r\n`]
    const calendar = `--b\r\nContent-Type: text/calendar; method=REPLY\r\n\r\nBEGIN:VCALENDAR\r\n${answer}\r\nEND:VCALENDAR\r\n--b--\r\n`
    const isMultipart = headers.some((header) => header.includes('boundary'))
    return {
      name: `an automatic answer that quotes it: ${name}`,
      mail: {
        ...forward(...headers),
        subject: headers.includes(answered) ? 'Automatic reply: Activity in Case 3:26-cv-04417' : 'FW: Activity',
        ...(isMultipart && { body: html + (name === 'an answer to an invitation' ? calendar : '--b--\r\n') }),
      },
      origin: fromFirm,
      trust: 'unverified',
      reason: /is an automatic answer or report in the name of jane@firm\.example/,
    }
  }),
)

tryScenarios(
  [
    ['a form', 'noreply@firm.example'],
    ['a form, with a name', '"Jane Roe" <no-reply@firm.example>'],
    ['a form with a tag', 'donotreply+web@forms.firm.example'],
    ['WordPress', 'wordpress@www.firm.example'],
    ['the firm’s mail server, about what it couldn’t deliver', 'MAILER-DAEMON@firm.example'],
    ['its postmaster', 'postmaster@firm.example'],
  ].map(
    ([name, from = '']): Scenario => ({
      name: `sent from an address of no person: ${name}`,
      mail: { ...forward(), from },
      origin: { ...fromFirm, mailFrom: from.replace(/^.*<|>$/g, '') },
      trust: 'unverified',
      reason: /is a program's address, not a person's/,
    }),
  ),
)

const byPerson: readonly [string, ...string[]][] = [
  ['by hand'],
  ['by a program that says that a person did', 'Auto-Submitted: no'],
  ['with answers to go to a colleague', 'Reply-To: Docketing <docketing@firm.example>, jane@firm.example'],
  ['with answers to go to another address of a colleague', 'Reply-To: jane@gmail.com'],
  ['in Outlook', 'X-Mailer: Microsoft Outlook 16.0', 'X-MS-Has-Attach:', 'X-Auto-Response-Suppress: DR, OOF'],
  ['on a phone', 'X-Mailer: iPhone Mail (21F90)'],
  ['in webmail written in PHP', 'X-PHP-Originating-Script: 1000:rcube.php', 'User-Agent: Roundcube Webmail/1.6'],
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
