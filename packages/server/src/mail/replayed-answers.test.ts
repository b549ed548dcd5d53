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

/** What a colleague or a program of the firm wrote to someone else, who has it with the signature. */
const written = (to: string, headers: readonly string[] = []) => ({
  ...answer('Your request: Activity in Case'),
  to,
  headers,
})

const stranger = 'bob@evil.example'

tryScenarios([
  ...[
    ['alone', written(stranger)],
    ['and to others', written(`Bob <${stranger}>, x@client.example`, ['Cc: y@client.example'])],
    ['by a group', written(`Clients: ${stranger};`)],
  ].map(
    ([how, mail]): Scenario => ({
      name: `a stranger sends on what someone at the firm wrote to them ${how}`,
      mail: mail as ReturnType<typeof written>,
      origin: { ...fromFirm, recipients: ['notices@firm.example'] },
      trust: 'unverified',
      reason: /jane@firm\.example wrote it to bob@evil\.example and to no one at the firm, so that anyone who got it/,
    }),
  ),
  {
    name: 'a stranger adds the firm to whom it was written',
    mail: written(stranger),
    change: (raw) => Buffer.concat([Buffer.from('To: notices@firm.example\r\n'), raw]),
    origin: fromFirm,
    trust: 'unverified',
    reason: /wrote it to bob@evil\.example|its signature is not valid/,
  },
  {
    name: 'a colleague writes to someone else and to Courtcrier by their own mail server',
    mail: written(stranger),
    origin: fromFirm,
    dns: { 'firm.example': 'v=spf1 ip4:203.0.113.9 -all' },
    trust: 'forwarded',
    reason: /Forwarded by jane/,
  },
  ...[
    ['to a client, and with a copy to the firm', written(stranger, ['Cc: <Docketing@lists.firm.example>'])],
    ['to an address that the firm receives mail at', written('Harlan@in.example')],
    ['to the mailbox that it is delivered to', written('box@mail.example')],
    ['to no one whom it names', written('undisclosed-recipients:;')],
    ['without saying to whom', written('')],
  ].map(
    ([how, mail]): Scenario => ({
      name: `a colleague forwards ${how}`,
      mail: mail as ReturnType<typeof written>,
      origin: { ...fromFirm, recipients: ['box@mail.example'] },
      receivesAt: async (address) => address === 'harlan@in.example',
      trust: 'forwarded',
      reason: /Forwarded by jane/,
    }),
  ),
])

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
