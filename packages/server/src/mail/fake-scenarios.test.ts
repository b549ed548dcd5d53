import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findFakeSigns } from '../courts/probable-fake.ts'
import { readFixture } from '../courts/read-fixture.ts'
import {
  attach,
  docLink,
  fakeNef,
  fromFirm,
  linkTo,
  nef,
  quoted,
  type Scenario,
  tryScenarios,
} from './testing/trust-scenarios.ts'

const imitations: readonly Scenario[] = [
  ['ecf@cand.uscourts.gov.example.com', 'uscourts.gov'],
  ['ecf@us-courts.gov', 'uscourts.gov'],
  ['ecf@cand-uscourts.com', 'uscourts.gov'],
  ['ecf@usc0urts.gov', 'uscourts.gov'],
  ['ecf@uscоurts.gov', 'uscourts.gov'],
  ['ecf@uscorts.gov', 'uscourts.gov'],
  ['ecf@fedcourts-us.com', 'fedcourts.us'],
  ['noreply@txcourts.gov.example.com', 'txcourts.gov'],
  ['noreply@tx-courts.com', 'txcourts.gov'],
  ['noreply@tхcourts.com', 'txcourts.gov'],
  ['nyscef@nycourts.org', 'nycourts.gov'],
  ['eservice@myflcourtaccess.net', 'myflcourtaccess.com'],
  ['eservice@my-flcourtaccess.com', 'myflcourtaccess.com'],
  ['eservice@myflcourtacces.com', 'myflcourtaccess.com'],
  ['no-reply@tylertech.cloud.example.com', 'tylertech.cloud'],
  ['no-reply@courts-state-ny-us.example.com', 'courts.state.ny.us'],
].map(([from = '', copied = '']) => ({
  name: `imitation ${from}`,
  mail: { from, body: nef },
  trust: 'unverified',
  flag: 'look-alike',
  reason: `imitates ${copied}`,
}))

const names: readonly Scenario[] = [
  '"ECF-CAND@cand.uscourts.gov" <noreply@mailer.example>',
  '"U.S. District Court" <noreply@mailer.example>',
  '"NYSCEF" <noreply@mailer.example>',
  '"Superior Court of California" <clerk@mailer.example>',
].map((from) => ({
  name: `name ${from}`,
  mail: { from },
  trust: 'unverified',
  flag: 'look-alike',
  reason: /calls itself/,
}))

const urging = [
  'You must act immediately.',
  'Immediate action is required.',
  'Your account will be suspended.',
  'Your CM/ECF access has been blocked.',
  'Click here to verify the filing.',
  'Please verify your account.',
  'Payment by gift card is accepted.',
  'Pay with bitcoin: pay now.',
  'A warrant for your arrest was issued.',
  'Log in immediately.',
]

const fakes: readonly Scenario[] = [
  ...urging.map((words) => ({
    name: `it says "${words}"`,
    mail: { body: fakeNef(words) },
    trust: 'unverified' as const,
    flag: 'fake' as const,
    reason: /urges you to act/,
  })),
  {
    name: 'a document number that leads elsewhere',
    mail: { body: linkTo('https://evil.example/doc1/035123515598', '7') },
    trust: 'unverified',
    flag: 'fake',
    reason: /the link on "7" leads to evil\.example/,
  },
  {
    name: 'a link that shows a court and leads elsewhere',
    mail: { body: linkTo('https://evil.example/x', 'https://ecf.cand.uscourts.gov/doc1/0351') },
    trust: 'unverified',
    flag: 'fake',
    reason: /shows ecf\.cand\.uscourts\.gov and leads to evil\.example/,
  },
  ...[
    ['/doc1/035123515598', 'relative to the message’s own address'],
    ['doc1/035123515598?ecf.cand.uscourts.gov', 'relative to it, with a court’s name'],
  ].map(([url = '', how]) => ({
    name: `a document number that leads elsewhere, ${how}`,
    mail: { body: `<base href="https://evil.example/x/"><base href="https://uscourts.gov">${linkTo(url, '7')}` },
    trust: 'unverified' as const,
    flag: 'fake' as const,
    reason: /the link on "7" leads to evil\.example/,
  })),
  ...['//evil.example/doc1/035123515598', '\\\\evil.example\\doc1'].map((url) => ({
    name: `a document number that leads elsewhere without a scheme: ${url}`,
    mail: { body: linkTo(url, '7') },
    trust: 'unverified' as const,
    flag: 'fake' as const,
    reason: /the link on "7" leads to evil\.example/,
  })),
  {
    name: 'a host that adds labels to the court\u2019s',
    mail: { body: linkTo('https://ecf.cand.uscourts.gov.evil.example/doc1/0351', 'View document') },
    trust: 'unverified',
    flag: 'fake',
    reason: /which isn't a court's/,
  },
  {
    name: 'a stranger\u2019s showdoc host',
    mail: { body: linkTo('https://ca4-showdoc.azurewebsites.us/NDA/1', 'Open the document') },
    trust: 'unverified',
    flag: 'fake',
    reason: /ca4-showdoc/,
  },
  {
    name: 'a zip',
    mail: attach('Summons.zip', 'application/zip'),
    trust: 'unverified',
    flag: 'fake',
    reason: /Summons\.zip/,
  },
  { name: 'a program', mail: attach('Notice.pdf.exe'), trust: 'unverified', flag: 'fake', reason: /Notice\.pdf\.exe/ },
  {
    name: 'a page',
    mail: attach('Docket.html', 'text/html'),
    trust: 'unverified',
    flag: 'fake',
    reason: /Docket\.html/,
  },
  {
    name: 'a program that is named .pdf',
    mail: attach('Order.pdf', 'application/pdf', 'TVqQAAMAAAA='),
    trust: 'unverified',
    flag: 'fake',
    reason: /Order\.pdf/,
  },
  {
    name: 'a forward of a fake',
    mail: { from: 'jane@firm.example', body: `${quoted}Your account will be suspended.` },
    origin: fromFirm,
    trust: 'unverified',
    flag: 'fake',
    reason: /urges you to act/,
  },
  {
    name: 'a stranger\u2019s subpoena',
    mail: { from: 'clerk@mailer.example', body: 'Subpoena. You are required to pay the fine by gift cards.' },
    trust: 'unverified',
    flag: 'fake',
    reason: /gift cards|required to pay/,
  },
]

const honest: readonly Scenario[] = [
  {
    name: 'a docket text that orders somebody to pay',
    mail: {
      body: nef.replace(
        'MOTION to Dismiss',
        'ORDER: Defendant shall pay $5,000 immediately. Plaintiff shall respond within 14 days.',
      ),
    },
    trust: 'unverified',
    reason: /no signature/,
  },
  {
    name: 'a docket text about gift cards',
    mail: { body: nef.replace('MOTION to Dismiss', 'ORDER on gift card settlement; Bitcoin Depot Inc. terminated') },
    trust: 'unverified',
    reason: /no signature/,
  },
  {
    name: 'a PDF attached',
    mail: attach('Order.pdf', 'application/pdf', 'JVBERi0xLjc='),
    trust: 'unverified',
    reason: /no signature/,
  },
  {
    name: 'links that a gateway rewrote',
    mail: {
      body: nef.replace(docLink, `https://nam02.safelinks.protection.outlook.com/?url=${encodeURIComponent(docLink)}`),
    },
    trust: 'unverified',
    reason: /no signature/,
  },
  {
    name: 'links relative to the court’s own address',
    mail: { body: `<base href="https://ecf.cand.uscourts.gov/">${linkTo('/doc1/035123515598', '7')}` },
    trust: 'unverified',
    reason: /no signature/,
  },
  {
    name: 'links relative to nothing',
    mail: { body: `${linkTo('/doc1/035123515598', '7')}<base target="_blank">` },
    trust: 'unverified',
    reason: /no signature/,
  },
  {
    name: 'links that cannot be undone',
    mail: { body: nef.replace(docLink, 'https://protect-us.mimecast.com/s/AbC?domain=ecf.cand.uscourts.gov') },
    trust: 'unverified',
    reason: /no signature/,
  },
  {
    name: 'a link to a site of Tyler that nobody verified',
    mail: {
      from: 'no-reply@efilingmail.tylertech.cloud',
      body: 'Notification of Service. <a href="https://georgia.tylertech.cloud/ViewDocuments.aspx?FID=1">Download Document</a>',
    },
    trust: 'unverified',
    reason: /no signature/,
  },
  {
    name: 'a firm\u2019s footer below a forward',
    mail: {
      from: 'jane@firm.example',
      signedBy: 'firm.example',
      body: `${quoted}Notice has been electronically mailed to: Roe<br>CONFIDENTIALITY <a href="https://firm.example/notice">Read our notice</a>`,
    },
    origin: fromFirm,
    trust: 'forwarded',
    reason: /Forwarded by jane/,
  },
  {
    name: 'spam that pretends nothing',
    mail: { from: 'shop@store.example', subject: 'Sale', body: 'Buy gift cards now' },
    trust: 'unverified',
    reason: /no known court sends from/,
  },
]

tryScenarios([...imitations, ...names, ...fakes, ...honest])

test('none of the 95 real messages is flagged as a fake', async () => {
  const corpus = new URL('../courts/corpus/', import.meta.url)
  const files = ['nef/', 'nef/s3/', 'nda/', 'scotus/', 'texas/'].flatMap((folder) =>
    readdirSync(new URL(folder, corpus)).flatMap((name) => (/\.(?:txt|html|eml)$/.test(name) ? [folder + name] : [])),
  )
  expect(files).toHaveLength(95)
  for (const file of files) expect(findFakeSigns(await readFixture(new URL(file, corpus))), file).toEqual([])
})
