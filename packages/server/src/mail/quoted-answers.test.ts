import { fromFirm, nef, type Scenario, tryScenarios } from './testing/trust-scenarios.ts'

const jane = { from: 'jane@firm.example', signedBy: 'firm.example' }
const court = 'ECF-CAND@cand.uscourts.gov'
const firmDns = { 'firm.example': 'v=spf1 ip4:203.0.113.9 -all' }

/** Above what someone quotes, as Gmail, Apple Mail and Thunderbird write it. */
const lines: readonly [string, string][] = [
  ['Gmail', `On Mon, Sep 7, 2026 at 10:00 AM &lt;<a href="mailto:${court}">${court}</a>&gt; wrote:<br>`],
  ['Apple Mail', `On Sep 7, 2026, at 10:00 AM, ECF &lt;${court}&gt; wrote:`],
  ['a phone', `On Sep 7, 2026, at 10:00, ${court} wrote:`],
  ['Gmail in Spanish', `El lun, 7 sept 2026 a las 10:00, &lt;${court}&gt; escribió:`],
]

const quotedBelow = (line: string) => `<p>Please docket.</p><div>${line}<blockquote>${nef}</blockquote></div>`

tryScenarios(
  lines.flatMap(([program, line]): Scenario[] => [
    {
      name: `a colleague sends a notice as ${program} quotes it, by the firm’s server`,
      mail: { ...jane, body: quotedBelow(line) },
      origin: fromFirm,
      dns: firmDns,
      trust: 'forwarded',
      reason: /^Forwarded by jane@firm\.example.*from the United States District Court for the Northern District/,
    },
    {
      name: `a stranger sends what a colleague wrote to them, as ${program} quotes it`,
      mail: { ...jane, body: quotedBelow(line) },
      trust: 'unverified',
      reason: /it is an answer of jane@firm\.example, which anyone who got it could have sent here/,
    },
    {
      name: `a stranger quotes a notice as ${program} does`,
      mail: { from: 'bob@evil.example', signedBy: 'evil.example', body: quotedBelow(line) },
      origin: { ...fromFirm, mailFrom: 'bob@evil.example' },
      dns: { 'evil.example': 'v=spf1 ip4:203.0.113.9 -all' },
      trust: 'unverified',
      reason: /bob@evil\.example, who isn't known at the firm/,
    },
  ]),
)

tryScenarios(
  [
    'On Mon, Sep 7, 2026 at 10:00 AM bob@evil.example wrote:',
    `On Mon, Sep 7, 2026 ${court} called, and Bob wrote:`,
    `On Mon, Sep 7, 2026 at 10:00 AM &lt;${court}.evil.example&gt; wrote:`,
  ].map(
    (line): Scenario => ({
      name: `a colleague quotes someone else: ${line}`,
      mail: { ...jane, body: quotedBelow(line) },
      origin: fromFirm,
      dns: firmDns,
      trust: 'unverified',
      reason: /no known court sends from jane@firm\.example/,
    }),
  ),
)
