import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findPreference } from '../preferences/find-preference.ts'
import {
  type AssignedPerson,
  chooseRecipients,
  type RecipientChoice,
  type RecipientPerson,
} from './choose-recipients.ts'
import { rulesOfCourt } from './rules-of-court.ts'

const facts: RecipientChoice['facts'] = {
  courts: ['flsd'],
  events: ['Order'],
  docketTexts: [],
  documentTitles: [],
  judges: [],
  caseNames: ['Ortiz v. Meridian'],
  caseNumbers: [],
  matters: [],
  clients: [],
  parties: [],
  time: '12:00',
}

const person = (over: Partial<AssignedPerson> = {}): AssignedPerson => ({
  id: 'mara',
  fullName: 'Mara Lowe',
  email: 'Mara@Firm.example',
  status: 'Active',
  caseName: 'Ortiz v. Meridian',
  additionalEmails: [],
  settings: {},
  group: null,
  ...over,
})
const ben = person({ id: 'ben', fullName: 'Ben Osei', email: 'ben@firm.example' })
const rule = (over: object) => ({
  id: 'r1',
  name: 'Orders',
  condition: 'event contains "order"',
  include: [],
  exclude: [],
  ...over,
})
const choice = (over: Partial<RecipientChoice> = {}): RecipientChoice => ({
  assigned: [person()],
  owners: [],
  firm: { additionalEmails: [] },
  rules: [],
  facts,
  walls: [],
  ...over,
})
const emails = (over: Partial<RecipientChoice>) => chooseRecipients(choice(over)).recipients.map(({ email }) => email)

test('active timekeepers are notified, with the reason and the method', () => {
  const [recipient] = chooseRecipients(choice()).recipients
  expect(recipient).toMatchObject({
    email: 'mara@firm.example',
    timekeeperId: 'mara',
    level: 'case',
    reason: 'Assigned to the case Ortiz v. Meridian.',
    settings: { method: { value: 'PDF', level: 'default' }, cadence: { value: 'REALTIME', level: 'default' } },
  })
})

test.each<[string, Partial<RecipientChoice>, string[]]>([
  ['an inactive person', { assigned: [person({ status: 'Inactive', additionalEmails: ['pa@firm.example'] })] }, []],
  ['a person without an address', { assigned: [person({ email: null })] }, []],
  ['the firm’s addresses alone', { assigned: [], firm: { additionalEmails: ['all@firm.example'] } }, []],
  [
    'an address reached in three ways',
    {
      assigned: [person({ additionalEmails: ['MARA@firm.example'] })],
      firm: { additionalEmails: ['mara@firm.example', 'all@firm.example'] },
    },
    ['mara@firm.example', 'all@firm.example'],
  ],
  [
    'a rule that holds',
    { rules: [rule({ include: ['Desk@firm.example'] })] },
    ['mara@firm.example', 'desk@firm.example'],
  ],
  [
    'a rule that does not hold',
    { rules: [rule({ condition: 'event is "x"', include: ['desk@firm.example'] })] },
    ['mara@firm.example'],
  ],
  [
    'a rule that cannot be read',
    { rules: [rule({ condition: 'whenever', include: ['desk@firm.example'] })] },
    ['mara@firm.example'],
  ],
  [
    'a rule without a condition',
    { rules: [rule({ condition: null, include: ['desk@firm.example'] })] },
    ['mara@firm.example', 'desk@firm.example'],
  ],
  [
    'a rule alone, of a case without people',
    { assigned: [], rules: [rule({ include: ['desk@firm.example'] })] },
    ['desk@firm.example'],
  ],
  [
    'a rule that excludes',
    { assigned: [person(), ben], rules: [rule({ exclude: ['MARA@firm.example'] })] },
    ['ben@firm.example'],
  ],
  [
    'one rule that adds and another that excludes',
    {
      rules: [
        rule({ include: ['desk@firm.example'] }),
        rule({ id: 'r2', name: 'Not the desk', exclude: ['desk@firm.example'] }),
      ],
    },
    ['mara@firm.example'],
  ],
  [
    'an inactive owner of an address that a rule adds',
    {
      owners: [person({ id: 'old', email: 'old@firm.example', status: 'Inactive' })],
      rules: [rule({ include: ['old@firm.example'] })],
    },
    ['mara@firm.example'],
  ],
  ['an exclusionary wall', { assigned: [person(), ben], walls: [wall('EXCLUSIONARY', 'mara')] }, ['ben@firm.example']],
  ['an inclusionary wall', { assigned: [person(), ben], walls: [wall('INCLUSIONARY', 'mara')] }, ['mara@firm.example']],
  [
    'an address of nobody behind an inclusionary wall',
    {
      walls: [wall('INCLUSIONARY', 'mara')],
      firm: { additionalEmails: ['all@firm.example'] },
      rules: [rule({ include: ['desk@firm.example'] })],
    },
    ['mara@firm.example'],
  ],
  [
    'an additional address that also belongs to somebody behind the wall',
    {
      assigned: [person({ additionalEmails: ['shared@firm.example'] })],
      owners: [person({ id: 'zoe', email: 'shared@firm.example' })],
      walls: [wall('EXCLUSIONARY', 'zoe')],
    },
    ['mara@firm.example'],
  ],
  [
    'a walled person’s address that a rule adds',
    {
      owners: [person({ id: 'zoe', email: 'zoe@firm.example' })],
      rules: [rule({ include: ['zoe@firm.example'] })],
      walls: [wall('EXCLUSIONARY', 'zoe')],
    },
    ['mara@firm.example'],
  ],
])('%s', (_, over, expected) => {
  expect(emails(over)).toEqual(expected)
})

test('people left out are listed with the reason', () => {
  const { leftOut } = chooseRecipients(
    choice({
      assigned: [person(), ben, person({ id: 'old', fullName: 'Old Hand', status: 'Inactive' })],
      rules: [rule({ exclude: ['ben@firm.example'] })],
      walls: [wall('EXCLUSIONARY', 'mara')],
    }),
  )
  expect(leftOut).toEqual([
    { who: 'Old Hand', reason: 'The timekeeper is inactive.' },
    { who: 'mara@firm.example', reason: 'The ethical wall "Wall" prevents it.' },
    { who: 'ben@firm.example', reason: 'The notification rule "Orders" excludes this address.' },
  ])
})

test("an additional address is notified like its timekeeper, a rule's like its owner, any other like the firm", () => {
  const { recipients } = chooseRecipients(
    choice({
      assigned: [
        person({
          settings: { method: 'WEB_LINK' },
          group: { cadence: 'DAILY' },
          additionalEmails: ['pa@firm.example'],
        }),
      ],
      owners: [{ ...ben, settings: { cadence: 'NEVER' } }],
      firm: { method: 'DMS_LINK', additionalEmails: ['all@firm.example'] },
      rules: [rule({ include: ['ben@firm.example'] })],
    }),
  )
  expect(
    recipients.map(({ email, level, settings }) => [email, level, settings.method.value, settings.cadence.value]),
  ).toEqual([
    ['mara@firm.example', 'case', 'WEB_LINK', 'DAILY'],
    ['pa@firm.example', 'timekeeper', 'WEB_LINK', 'DAILY'],
    ['ben@firm.example', 'rule', 'DMS_LINK', 'NEVER'],
    ['all@firm.example', 'firm', 'DMS_LINK', 'REALTIME'],
  ])
})

test('rules listed in a preference apply where it is the first that fits', () => {
  const rules = [rule({ id: 'everywhere' }), rule({ id: 'florida' }), rule({ id: 'bankruptcy' })]
  const florida = {
    ruleIds: ['florida'],
    domains: [],
    isForAll: false,
    groups: [{ categories: [], jurisdictionIds: ['j-fl'] }],
  }
  const bankruptcy = { ruleIds: ['bankruptcy'], domains: ['client.example'], isForAll: true, groups: [] }
  const ids = (jurisdictionIds: string[], served: string[]) =>
    rulesOfCourt(
      rules,
      [florida, bankruptcy],
      findPreference([florida, bankruptcy], { court: undefined, jurisdictionIds, emails: served }),
    ).map(({ id }) => id)
  expect(ids(['j-fl'], ['x@mail.client.example'])).toEqual(['everywhere', 'florida'])
  expect(ids(['j-ny'], ['x@mail.client.example'])).toEqual(['everywhere', 'bankruptcy'])
  expect(ids(['j-ny'], ['x@notclient.example'])).toEqual(['everywhere'])
})

const someIds = ['a', 'b', 'c', 'd']
const anyEmail = fc.constantFrom('a@x.example', 'b@x.example', 'c@x.example', 'd@x.example', 'E@x.example')
const anyPerson = fc.record({
  id: fc.constantFrom(...someIds),
  fullName: fc.constant('Somebody'),
  email: fc.option(anyEmail),
  status: fc.constantFrom('Active', 'Inactive'),
  caseName: fc.constant('A case'),
  additionalEmails: fc.array(anyEmail, { maxLength: 2 }),
  settings: fc.constant({}),
  group: fc.constant(null),
})
const people = fc.uniqueArray(anyPerson, { selector: ({ id }) => id })
const anyWall = fc.record({
  id: fc.constant('w'),
  name: fc.constant('Wall'),
  wallType: fc.constantFrom('INCLUSIONARY', 'EXCLUSIONARY'),
  timekeeperIds: fc.array(fc.constantFrom(...someIds), { minLength: 1 }),
})

test('no one whom a wall excludes is ever a recipient, and no address twice', () => {
  const addresses = fc.array(anyEmail, { maxLength: 3 })
  fc.assert(
    fc.property(
      people,
      fc.array(anyWall, { maxLength: 2 }),
      addresses,
      addresses,
      fc.nat(4),
      (everybody, walls, added, firmWide, n) => {
        const { recipients } = chooseRecipients(
          choice({
            assigned: everybody.slice(0, n),
            owners: everybody,
            walls,
            rules: [rule({ include: added })],
            firm: { additionalEmails: firmWide },
          }),
        )
        expect(new Set(recipients.map(({ email }) => email)).size).toBe(recipients.length)
        for (const { email } of recipients)
          for (const each of walls) {
            const owners = everybody.filter((owner) => addressesOf(owner).includes(email)).map(({ id }) => id)
            const isNamed = (id: string) => each.timekeeperIds.includes(id)
            if (each.wallType === 'EXCLUSIONARY') expect(owners.some(isNamed)).toBe(false)
            else expect(owners.length > 0 && owners.every(isNamed)).toBe(true)
          }
      },
    ),
  )
})

function addressesOf({ email, additionalEmails }: RecipientPerson): string[] {
  return [email ?? '', ...additionalEmails].map((address) => address.toLowerCase())
}

function wall(wallType: string, ...timekeeperIds: string[]) {
  return { id: 'w', name: 'Wall', wallType, timekeeperIds }
}
