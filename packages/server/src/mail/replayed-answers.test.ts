import { fromFirm, quoted, type Scenario, tryScenarios } from './testing/trust-scenarios.ts'

/** What a colleague answered to a stranger, with what the stranger had written below: they have it with the signature. */
const answer = (subject: string) => ({ from: 'jane@firm.example', subject, body: quoted, signedBy: 'firm.example' })

const subjects = [
  'RE: Activity in Case',
  're: FW: Activity',
  '[EXTERNAL] AW: Activity',
  'Sv: Activity',
  'Re[2]: x',
  '回复：x',
]

tryScenarios(
  subjects.flatMap((subject): Scenario[] => [
    {
      name: `a stranger sends on what a colleague answered them: ${subject}`,
      mail: answer(subject),
      origin: fromFirm,
      trust: 'unverified',
      reason: /it is an answer of jane@firm\.example, which anyone who got it could have sent here/,
    },
    {
      name: `a colleague answers by their own mail server: ${subject}`,
      mail: answer(subject),
      origin: fromFirm,
      dns: { 'firm.example': 'v=spf1 ip4:203.0.113.9 -all' },
      trust: 'forwarded',
      reason: /Forwarded by jane/,
    },
  ]),
)

tryScenarios(
  ['FW: RE: Activity', 'Fwd: Activity', 'Activity in Case', 'Re-send: Activity', 'Relevant: x', 'RV: RE: x'].map(
    (subject): Scenario => ({
      name: `a colleague forwards: ${subject}`,
      mail: answer(subject),
      origin: fromFirm,
      trust: 'forwarded',
      reason: /Forwarded by jane/,
    }),
  ),
)

/** A person whom a notice format names: what answers for them while they are away quotes what anyone wrote. */
tryScenarios([
  {
    name: 'an automatic answer of the sender that a format names',
    mail: {
      ...answer('Automatic reply: Notice'),
      from: 'clerk@county.example',
      signedBy: 'county.example',
      headers: ['Auto-Submitted: auto-replied'],
    },
    named: 'clerk@county.example',
    trust: 'unverified',
    reason: /an automatic answer or report in the name of clerk@county\.example/,
  },
  {
    name: 'a notice of the sender that a format names, whose program calls it a reply',
    mail: {
      from: 'clerk@county.example',
      signedBy: 'county.example',
      body: '<p>Case No. 26-1</p>',
      headers: ['Auto-Submitted: auto-replied', 'X-Autoreply: yes'],
    },
    named: 'clerk@county.example',
    trust: 'verified',
    reason: /named in a notice format of the firm/,
  },
])
