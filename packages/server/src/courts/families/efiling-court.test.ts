import type { CourtHint, Notice } from '@courtcrier/contract/notice.ts'
import { expect, test } from 'vitest'
import { messageOf } from '../read-fixture.ts'
import { parseNotice } from '../registry.ts'

const row = (label: string, value: string) => (value === '' ? '' : `<tr><td>${label}</td><td>${value}</td></tr>`)
const table = (rows: string) => `<table><tr><th colspan=2>Filing Details</th></tr>${rows}</table>`

interface Service {
  sender: string
  subject: string
  head: string
  number: string
  link?: string
}

const services = {
  tyler: {
    sender: 'no-reply@efilingmail.tylertech.cloud',
    subject: 'Notification of Service for Case: 25-1-09999; A v. B; Envelope Number: 1',
    head: '<h1>Notification of Service</h1>',
    number: '25-1-09999',
  },
  nyscef: {
    sender: 'efile@nycourts.gov',
    subject: 'NYSCEF Notification: 500136/2026',
    head: '<h1>NYSCEF Notification</h1>',
    number: '500136/2026',
  },
  florida: {
    sender: 'eservice@myflcourtaccess.com',
    subject: 'SERVICE OF COURT DOCUMENT CASE NUMBER 2024-004321-CA-01',
    head: '<h3>Filing Information</h3>',
    number: '2024-004321-CA-01',
  },
  fileServexpress: {
    sender: 'eservice@fileandservexpress.com',
    subject: 'Notification of Service, Transaction ID 71234567',
    head: '<p>Notification of Service</p>',
    number: 'CGC-25-612345',
  },
  oneLegal: {
    sender: 'no-reply@onelegal.com',
    subject: 'eService notification: A v. B',
    head: '<h2>Electronic Service Notification</h2>',
    number: '25STCV09999',
  },
  greenFiling: {
    sender: 'notices@greenfiling.com',
    subject: 'You have been eServed: A v. B',
    head: '<h2>eService Notification</h2>',
    number: '25-0123',
  },
} as const satisfies Record<string, Service>

function read(name: keyof typeof services, court: string, host?: string, own?: string, note = '') {
  const { sender, subject, head, number: usual } = services[name]
  const number = own ?? usual
  const id = name === 'fileServexpress' ? row('Transaction ID', '71234567') : ''
  const link = host
    ? `<a href="https://${host}/ViewDocuments.aspx?FID=7ff2fb72-7baa-4770-8a7c-70c1dd1cd000">Download Document</a>`
    : ''
  const rows = row('Court', court) + row('Case Number', number) + id + row('Documents', 'Answer') + link
  const html = note + head + table(rows) + link
  const result = parseNotice(messageOf({ html, subject, from: { name: '', address: sender } }))
  const understood: Partial<Notice> = 'notice' in result ? result.notice : result.understood
  const hint: CourtHint | undefined = 'unclear' in result ? result.courtHint : undefined
  return { court: understood.courtId?.value, hint, number: understood.cases?.[0]?.docketNumber.value }
}

test.each([
  ['tyler', 'San Diego – Civil', 'california.tylertech.cloud', 'calsuperctsandiego'],
  ['tyler', 'Kings', 'california.tylerhost.net', 'calsuperctkings'],
  ['tyler', 'Orange County - Civil', 'california.tylertech.cloud', 'calsuperctorange'],
  ['tyler', 'Orange County - District Clerk', 'texas.tylertech.cloud', 'texdistctorange'],
  ['tyler', 'Washington County', 'illinois.tylertech.cloud', 'illcirctwashington'],
  ['tyler', 'Jefferson County – 60th', 'texas.tylerhost.net', 'texdistctjefferson'],
  ['tyler', 'Jefferson County', 'illinois.tylerhost.net', 'illcirctjefferson'],
  ['tyler', 'Travis County - 345th', 'efile.txcourts.gov', 'texdistcttravis'],
  ['nyscef', 'Kings County Supreme Court', undefined, 'nysupctkings'],
  ['nyscef', 'NYC Civil Court - Bronx', undefined, 'nycivctbronx'],
  ['nyscef', 'Orange County Surrogate’s Court', undefined, 'nysurctorange'],
  ['florida', 'Orange County – Circuit Civil', undefined, 'flacirct9ora'],
  ['florida', 'County Court, Washington County', undefined, 'flactyct67'],
  ['fileServexpress', 'Superior Court of California, County of San Francisco', undefined, 'calsuppctsf'],
  ['fileServexpress', 'Harris County - District Clerk', 'texas.tylertech.cloud', 'texdistctharris'],
  ['oneLegal', 'Los Angeles - Stanley Mosk', undefined, 'calsuppctla'],
  ['oneLegal', 'Kings County', undefined, 'calsuperctkings'],
  ['oneLegal', '', 'www.sonoma.courts.ca.gov', 'calsuperctsonoma'],
  ['greenFiling', 'Superior Court of California, County of Nevada', undefined, 'calsuperctnevada'],
  ['greenFiling', 'Harris County – District Civil', 'texas.tylertech.cloud', 'texdistctharris'],
] as const)('%s, "%s" with a link to %s is %s', (name, court, host, id) => {
  expect(read(name, court, host).court).toBe(id)
})

test.each([
  ['tyler', '', 'california.tylertech.cloud', { state: 'California' }],
  ['tyler', '', 'texas.tylerhost.net', { state: 'Texas' }],
  ['tyler', 'Orange County', undefined, { words: 'Orange County' }],
  ['tyler', 'Kings County', undefined, { words: 'Kings County' }],
  ['tyler', 'Washington County', 'oregon.tylertech.cloud', { state: 'Oregon', words: 'Washington County' }],
  ['tyler', 'Harris County', 'california.tylertech.cloud', { state: 'California', words: 'Harris County' }],
  [
    'tyler',
    'Superior Court of California, County of Orange',
    'texas.tylertech.cloud',
    { state: 'Texas', words: 'Superior Court of California, County of Orange' },
  ],
  ['nyscef', '', undefined, { state: 'New York' }],
  ['nyscef', 'Kings County', undefined, { state: 'New York', words: 'Kings County' }],
  ['florida', '', undefined, { state: 'Florida' }],
  ['florida', 'Palm Beach County', undefined, { state: 'Florida', words: 'Palm Beach County' }],
  ['fileServexpress', '', undefined, {}],
  ['fileServexpress', 'Jefferson County – Civil', undefined, { words: 'Jefferson County – Civil' }],
  ['oneLegal', '', undefined, { state: 'California' }],
  ['oneLegal', 'Los Angeles', 'www.orange.courts.ca.gov', { state: 'California', words: 'Los Angeles' }],
  ['greenFiling', 'Orange County', undefined, { words: 'Orange County' }],
  ['greenFiling', '', undefined, {}],
] as const)('%s, "%s" with a link to %s is left open, with a hint', (name, court, host, hint) => {
  const found = read(name, court, host)
  expect(found.court).toBeUndefined()
  expect(found.hint).toEqual(hint)
  expect(found.number).toBe(services[name].number)
})

test.each([
  ['', undefined, '2024-CAB-001234', 'supctdc'],
  ['DC', undefined, '2024-CAB-001234', 'supctdc'],
  ['Civil Division', 'dc.tylertech.cloud', '2025-CF1-000123', 'supctdc'],
  ['Civil Division', 'dc.tylertech.cloud', '2025 CAB 000123', 'supctdc'],
  ['', 'illinois.tylertech.cloud', '2024-CAB-001234', undefined],
  ['', undefined, '2024-CV-001234', undefined],
  ['', undefined, '2024-CAB-1', undefined],
  ['Harris County - District Clerk', 'texas.tylertech.cloud', '2024-CAB-001234', 'texdistctharris'],
])('"%s" with a link to %s and the number %s is %s', (court, host, number, id) => {
  expect(read('tyler', court, host, number).court).toBe(id)
})

test.each([
  ['Will County, IL', 'illcirctwill'],
  ['Will County, IL 60432', 'illcirctwill'],
  ['Harris County - 11th Civil District Court, TX', 'texdistctharris'],
  ['Circuit Court of Will County, Illinois', 'illcirctwill'],
  ['Circuit Court of Will County, Illinois, TX', undefined],
  ['Will County, XX', undefined],
  ['Will County - IL', 'illcirctwill'],
])('the state at the end of "%s" makes it %s where no link says one', (court, id) => {
  expect(read('tyler', court, 'u12345.ct.sendgrid.net').court).toBe(id)
})

const tracked = 'https://u12345.ct.sendgrid.net/ls/click?upn=u001.abc'
const mimecast = (host: string) => `https://protect-us.mimecast.com/s/AbC-dEfG?domain=${host}`

test.each([
  [`<a href="${mimecast('illinois.tylertech.cloud')}">Download Document</a>`, 'illcirctwill'],
  [`<a href="${tracked}">https://illinois.tylertech.cloud/ViewDocuments.aspx?FID=1</a>`, 'illcirctwill'],
  [`<a href="${mimecast('u12345.ct.sendgrid.net')}">Download Document</a>`, 'illcirctwill'],
  [`<a href="https://texas.tylertech.cloud/">https://illinois.tylertech.cloud/</a>`, undefined],
  [`<a href="${mimecast('illinois.tylertech.cloud')}">https://texas.tylertech.cloud/</a>`, undefined],
])('the state is that of the site which a gateway or the words of a link name: %s', (link, id) => {
  const html = services.tyler.head + table(row('Court', 'Will County') + row('Served Document', link))
  const from = { name: '', address: services.tyler.sender }
  const result = parseNotice(messageOf({ html, subject: services.tyler.subject, from }))
  expect(('notice' in result ? result.notice : result.understood).courtId?.value).toBe(id)
  expect('unclear' in result && result.courtHint?.words).toBe(id === undefined && 'Will County')
})

test.each<[court: string, id: string | undefined]>([
  ['Will County', 'illcirctwill'],
  ['WILL COUNTY - LAW DIVISION', 'illcirctwill'],
  ['12th Judicial Circuit, Will County', 'illcirctwill'],
  ['Superior Court, County of Los Angeles', 'calsuppctla'],
  ['Travis County - 345th', 'texdistcttravis'],
  ['Rock Island County', 'illcirctrockisland'],
  ['New Will County', undefined],
  ['Will County accepts it', undefined],
  ['When Will County Rules Change', undefined],
  ['will county', undefined],
  ['Will County, Travis County', undefined],
  ['Will County, WI', undefined],
  ['Cook County', undefined],
  ['Lake County', undefined],
  ['Orange County', undefined],
  ['Clay County', undefined],
  ['Polk County', undefined],
  ['Kane County', undefined],
  ['McHenry County', undefined],
])('a county that one state alone has names the court, where nothing else says the state: "%s"', (court, id) => {
  expect(read('tyler', court, 'u12345.ct.sendgrid.net').court).toBe(id)
})

test('a county that one state alone has is a hint to the state if it has several courts', () => {
  expect(read('tyler', 'Travis County').hint).toEqual({ state: 'Texas', words: 'Travis County' })
})

test('a link in the note above a forward says neither the court nor the state', () => {
  const from =
    '<p>From: notices@greenfiling.com<br>Sent: Monday<br>To: clerk@one.example<br>Subject: You have been eServed</p>'
  const noteTo = (host: string) => `<p>Compare <a href="https://${host}/x">theirs</a>.</p>${from}`
  const orange = read('oneLegal', '', undefined, undefined, noteTo('www.orange.courts.ca.gov'))
  expect(orange.court).toBeUndefined()
  const texas = read(
    'greenFiling',
    'Harris County – District Civil',
    undefined,
    undefined,
    noteTo('texas.tylertech.cloud'),
  )
  expect(texas.court).toBeUndefined()
  expect(read('oneLegal', '', 'www.sonoma.courts.ca.gov', undefined, noteTo('www.orange.courts.ca.gov')).court).toBe(
    'calsuperctsonoma',
  )
})
