import { makeMail } from './testing/court-mail.ts'
import { fromFirm, nef, quoted, type Scenario, tryScenarios } from './testing/trust-scenarios.ts'

const exchange = 'MicrosoftExchange329e71ec88ae4615bbc36ab6ce41109e'

/** A report of a journal rule: who sent a message to whom, and the message attached as it was received (Exchange 2007 and later). */
const reportOf = (
  original: Buffer,
  { from = `${exchange}@firm.example`, headers = ['X-MS-Journal-Report:'] } = {},
) => ({
  from: `Microsoft Outlook <${from}>`,
  subject: 'Activity in Case 3:26-cv-04417-RS Doe v. Acme Motion to Dismiss',
  headers: ['Content-Type: multipart/mixed; boundary=j', ...headers],
  body: `--j\r\nContent-Type: text/plain; charset="us-ascii"\r\n\r\nSender: ECF-CAND@cand.uscourts.gov\r\nSubject: Activity in Case 3:26-cv-04417-RS Doe v. Acme Motion to Dismiss\r\nMessage-Id: <1@cand.uscourts.gov>\r\nRecipient: efiling@firm.example\r\n\r\n--j\r\nContent-Type: message/rfc822\r\n\r\n${original}\r\n--j--\r\n`,
})

const unsigned = await makeMail({ body: nef })
const signed = await makeMail({ body: nef, signedBy: 'cand.uscourts.gov' })
const ofStranger = await makeMail({ from: 'bob@evil.example', subject: 'FW: Activity', body: quoted })

const heldReason = /a report of a journal rule of Exchange.*whatever anyone wrote to the firm.*redirect court mail/

const reports: readonly Scenario[] = [
  {
    name: 'the journal of the firm reports a notice that its court signed',
    mail: { ...reportOf(signed), signedBy: 'firm.example' },
    origin: fromFirm,
    trust: 'forwarded',
    reason: /the attached original carries the intact signature of cand\.uscourts\.gov/,
  },
  {
    name: 'the journal of the firm, not signed, reports a notice that its court signed',
    mail: reportOf(signed),
    trust: 'forwarded',
    reason: /the attached original carries the intact signature of cand\.uscourts\.gov/,
  },
  {
    name: 'the journal reports a notice that nobody signed',
    mail: { ...reportOf(unsigned), signedBy: 'firm.example' },
    origin: fromFirm,
    trust: 'unverified',
    reason: heldReason,
  },
  {
    name: 'the journal of Microsoft’s own domain for the firm reports a notice that nobody signed',
    mail: {
      ...reportOf(unsigned, { from: `${exchange}@firm.onmicrosoft.example` }),
      signedBy: 'firm.onmicrosoft.example',
    },
    trust: 'unverified',
    reason: heldReason,
  },
  {
    name: 'the journal reports what a stranger wrote, as if they forwarded a court’s notice',
    mail: { ...reportOf(ofStranger), signedBy: 'firm.example' },
    origin: fromFirm,
    trust: 'unverified',
    reason: heldReason,
  },
  {
    name: 'a stranger removed the mark of a journal, which no signature covers',
    mail: { ...reportOf(ofStranger, { headers: [] }), signedBy: 'firm.example' },
    trust: 'unverified',
    reason: /is a program's address, not a person's/,
  },
  {
    name: 'a colleague’s mailbox is where the journal is sent on from',
    mail: { ...reportOf(ofStranger, { from: 'journal@firm.example' }), signedBy: 'firm.example' },
    origin: fromFirm,
    trust: 'unverified',
    reason: heldReason,
  },
]

tryScenarios(reports)
