import { nef, type Scenario, tryScenarios } from './testing/trust-scenarios.ts'

/** A list that a notice format of the firm names as its sender. */
const namedLists: readonly Scenario[] = [
  ['its own', 'docketing@firm.example', `'Bob' via Docketing`, []],
  ["a clerk's", 'notices@clerk.example', 'Bob via Notices', []],
  ["a clerk's, known by its List-Post", 'notices@clerk.example', 'Bob', ['List-Post: <mailto:notices@clerk.example>']],
  [
    "a clerk's, known by the original From",
    'notices@clerk.example',
    'Bob',
    ['X-Original-From: Bob <bob@evil.example>'],
  ],
].map(([whose, list, name, headers]) => ({
  name: `a list that a format of the firm names, ${whose}, passes on what a stranger wrote in its own name`,
  mail: {
    from: `"${name}" <${list}>`,
    signedBy: String(list).replace(/^.*@/, ''),
    body: nef,
    headers: headers as string[],
  },
  named: String(list),
  trust: 'unverified',
  reason: /which a notice format of the firm names as its sender, is a mailing list/,
}))

const namedSenders: readonly Scenario[] = [
  {
    name: 'the sender that a format of the firm names writes itself',
    mail: {
      from: 'notices@clerk.example',
      signedBy: 'clerk.example',
      body: nef,
      headers: ['List-Unsubscribe: <mailto:x@y.example>'],
    },
    named: 'notices@clerk.example',
    trust: 'verified',
    reason: /named in a notice format of the firm/,
  },
  {
    name: 'a list passes on unchanged what the sender wrote that a format of the firm names',
    mail: {
      from: 'notices@clerk.example',
      signedBy: 'clerk.example',
      body: nef,
      headers: [
        'List-Id: <docketing.firm.example>',
        'List-Post: <mailto:docketing@firm.example>',
        'X-Original-Sender: notices@clerk.example',
      ],
    },
    named: 'notices@clerk.example',
    trust: 'verified',
    reason: /named in a notice format of the firm/,
  },
]

tryScenarios([...namedLists, ...namedSenders])
