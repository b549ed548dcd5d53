import { describe, expect, test } from 'vitest'
import type { Origin } from './origin.ts'
import { checkInMailbox as check } from './testing/check-in-mailbox.ts'
import { makeMail, sign } from './testing/court-mail.ts'
import { forwardWhole, nef, quoted } from './testing/trust-scenarios.ts'

const inGraph: Origin = { authserv: 'microsoft365' }
const today = 'Mon, 7 Sep 2026 17:00:04 +0000'
const hop = (from: string, by: string, how: string) => `Received: from ${from} by ${by} with ${how}; ${today}`
const [first, last] = ['SJ0PR02MB7000.namprd02.prod.outlook.com', 'CY5PR02MB9000.namprd02.prod.outlook.com']

/** What Exchange Online writes into a message that someone of the same organization sent by Outlook. */
const internal = [
  'X-MS-Exchange-Organization-AuthAs: Internal',
  'X-MS-Exchange-Organization-AuthMechanism: 04',
  `X-MS-Exchange-Organization-AuthSource: ${first}`,
  'X-MS-Exchange-Organization-MessageDirectionality: Originating',
  'X-MS-Exchange-Organization-SCL: -1',
]
const crossTenant = [
  'X-MS-Exchange-CrossTenant-AuthAs: Internal',
  `X-MS-Exchange-CrossTenant-AuthSource: ${first}`,
  'X-MS-Exchange-CrossTenant-FromEntityHeader: Hosted',
]
const trace = [
  hop(`${first} (2603:10b6:a03:55f::16)`, `${last} (2603:10b6:930:55::9)`, 'HTTPS'),
  hop(`${first} ([fe80::1])`, `${first} ([fe80::1%4])`, 'mapi id 15.20.9320.015'),
]
/** Where another organization's server, or a stranger's, delivered a message to the organization. */
const fromOutside = [
  'Authentication-Results: spf=fail (sender IP is 203.0.113.9)\r\n smtp.mailfrom=firm.example; dkim=none (message not signed)\r\n header.d=none;dmarc=fail action=none header.from=firm.example;compauth=fail reason=601',
  hop(
    'relay.evil.example (203.0.113.9)',
    'BN8NAM11FT034.mail.protection.outlook.com (10.13.177.201)',
    'Microsoft SMTP Server',
  ),
]

const forward = () => makeMail({ from: 'jane@firm.example', body: quoted })
const below = (lines: readonly string[], raw: Buffer) => Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n`), raw])

const advice =
  'Not proven: it looks forwarded by jane@firm.example, whose address is not proven: it has no signature, and Microsoft 365 does not say that a mail server of theirs delivered it; forward the notice as an attachment, or to an address at which Courtcrier itself receives mail.'

test('a forward within one organization of Microsoft 365 waits for a person, and says what to do', async () => {
  expect(await check(below([...trace, ...internal, ...crossTenant], await forward()), inGraph)).toMatchObject({
    trust: 'unverified',
    sentence: advice,
  })
  const signed = await sign(await forward(), 'firm.example')
  expect((await check(below([...trace, ...internal], signed), inGraph)).trust).toBe('forwarded')
  const original = await makeMail({ body: nef, signedBy: 'cand.uscourts.gov' })
  const attached = await makeMail(forwardWhole([original], { from: 'jane@firm.example' }))
  expect((await check(below([...trace, ...internal], attached), inGraph)).trust).toBe('forwarded')
})

const origins: readonly (readonly [string, Origin])[] = [
  ['a mailbox of Microsoft 365', inGraph],
  ['a mailbox of another provider', { authserv: 'mx.google.com' }],
  ['a mailbox whose provider is not believed', {}],
  ['the mail listener', { ip: '203.0.113.9', helo: 'relay.evil.example', mailFrom: 'jane@firm.example' }],
]

describe.each(origins)('in what came by %s, nothing is proven by', (_, origin) => {
  const folded = internal.map((line) => line.replace(': ', ':\r\n\t'))
  const places: Readonly<Record<string, (raw: Buffer) => Promise<Buffer> | Buffer>> = {
    'the marks on top': (raw) => below(internal, raw),
    'the marks on top of where it was delivered': (raw) => below([...internal, ...trace, ...fromOutside], raw),
    'the marks below where it was delivered': (raw) => below([...fromOutside, ...internal], raw),
    'the marks with a whole trace below where it was delivered': (raw) =>
      below([...fromOutside, ...trace, ...internal], raw),
    'the marks within the trace': (raw) => below([trace[0] ?? '', ...internal, trace[1] ?? ''], raw),
    'those of another organization': (raw) => below([...fromOutside, ...crossTenant], raw),
    'those of another organization with a whole trace': (raw) => below([...trace, ...crossTenant], raw),
    'the marks twice': (raw) => below([...internal, ...internal], raw),
    'the marks beside others': (raw) => below(['X-MS-Exchange-Organization-AuthAs: Anonymous', ...internal], raw),
    'the marks in lower case and folded': (raw) =>
      below(
        folded.map((line) => line.replace(/^[^:]+/, (name) => name.toLowerCase())),
        raw,
      ),
    'the marks at the end of the headers': (raw) =>
      Buffer.from(raw.toString().replace('\r\n\r\n', `\r\n${internal.join('\r\n')}\r\n\r\n`)),
    'the marks in the body': (raw) =>
      Buffer.from(raw.toString().replace('\r\n\r\n', `\r\n\r\n${internal.join('<br>')}`)),
    'the marks in an attached message': async (raw) =>
      makeMail(forwardWhole([below([...trace, ...internal], raw)], { from: 'jane@firm.example' })),
    'results that say it': (raw) =>
      below(
        [
          'Authentication-Results: spf=none; dkim=none;dmarc=none action=none header.from=firm.example;compauth=pass reason=130',
          ...trace,
          ...internal,
        ],
        raw,
      ),
  }

  test.each(Object.entries(places))('%s', async (_name, put) => {
    const result = await check(await put(await forward()), origin)
    expect(result.trust).toBe('unverified')
    expect(result.sentence).not.toContain('is proven')
  })
})
