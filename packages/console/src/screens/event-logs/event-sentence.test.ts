import { eventActions } from '@courtcrier/contract/event-actions.ts'
import { eventTypes } from '@courtcrier/contract/resources/system-event.ts'
import { describe, expect, test } from 'vitest'
import '../../i18n/main-texts.ts'
import '../../resource/entity-words.ts'
import { i18next } from '../../i18n/i18n.ts'
import { keepWords } from '../../i18n/words.ts'
import type { ShownEvent } from './event.ts'
import { eventSentence, recordsNamed, typeKey } from './event-sentence.ts'

const names: Readonly<Record<string, string>> = {
  'user u1': 'Maria Lopez',
  'matter m1': 'Smith Estate',
  'matter m2': 'Smith Trust',
  'delivery d1': 'lopez@hale.example',
}
const titleOfNamed = ({ entity, id }: { entity: string; id: string }) => names[`${entity} ${id}`]
const tell = (event: ShownEvent) => eventSentence(event, titleOfNamed)

const change = (details: object, more: ShownEvent = {}): ShownEvent => ({
  type: 'object update',
  userId: 'u1',
  entity: 'case',
  entityId: 'c1',
  recordTitle: 'Smith v. Jones',
  details: JSON.stringify(details),
  sentence: 'Case "Smith v. Jones" was changed.',
  ...more,
})

const told: readonly (readonly [string, ShownEvent, string])[] = [
  [
    'one field that leads to another record',
    change({ matter_id: { from: 'm1', to: 'm2' } }),
    'Maria Lopez changed the matter of case Smith v. Jones from Smith Estate to Smith Trust.',
  ],
  [
    'a field that was empty',
    change({ filed_date: { from: null, to: '2026-03-04' } }),
    'Maria Lopez set the filed date of case Smith v. Jones to Mar 4, 2026.',
  ],
  [
    'a field that is empty now',
    change({ reference_id: { from: 'R-1', to: null } }),
    'Maria Lopez removed the reference of case Smith v. Jones, which was R-1.',
  ],
  [
    'a text too long for a sentence',
    change({ description: { from: 'x'.repeat(300), to: 'y' } }),
    'Maria Lopez changed the description of case Smith v. Jones.',
  ],
  [
    'several fields',
    change({ name: { from: 'a', to: 'b' }, status: { from: 'Open', to: 'Closed' } }),
    'Maria Lopez changed name and status of case Smith v. Jones.',
  ],
  [
    'more fields than a sentence names',
    change(Object.fromEntries(['name', 'status', 'caption', 'judge_id', 'open_date'].map((key) => [key, { to: 1 }]))),
    'Maria Lopez changed name, status, caption, and 2 more fields of case Smith v. Jones.',
  ],
  ['only fields the role does not see', change({}), 'Maria Lopez changed case Smith v. Jones.'],
  [
    'a secret',
    change({ password: 'set' }, { entity: 'generic_credential', recordTitle: 'Store' }),
    'Maria Lopez changed the password of folder, S3, WebDAV, SFTP, Dropbox or REST credential Store.',
  ],
  [
    'an import',
    change({ status: { from: 'Open', to: 'Closed' } }, { facts: { by: 'import' } }),
    'Maria Lopez changed the status of case Smith v. Jones from Open to Closed, by an import.',
  ],
  ['a deletion', change({ name: 'x' }, { type: 'object delete' }), 'Maria Lopez deleted case Smith v. Jones.'],
  [
    'a record whose name the role does not see',
    { type: 'object create', userId: 'u1', entity: 'case', entityId: 'c1', sentence: 'Case: object create.' },
    'Maria Lopez created one of the cases.',
  ],
  [
    'somebody whose name the role does not see',
    change({}, { type: 'object create', userId: 'u2' }),
    'Someone created case Smith v. Jones.',
  ],
  [
    'the program itself',
    change({}, { type: 'object create', userId: null }),
    'Courtcrier created case Smith v. Jones.',
  ],
  [
    'the firm',
    change({ name: { from: 'A', to: 'B' } }, { entity: 'firm', recordTitle: null }),
    'Maria Lopez changed the name of the firm from A to B.',
  ],
  [
    'a login that failed',
    { type: 'login failure', action: 'sign_in_failed', facts: { whom: 'x@y.example', why: 'wrong' } },
    "Someone couldn't sign in as x@y.example: unknown address or wrong password.",
  ],
  [
    'a recipient who was notified',
    { type: 'notification sent', entity: 'delivery', entityId: 'd1', sentence: 'Accepted.' },
    'lopez@hale.example was notified of a filing.',
  ],
  [
    'a paid act, with the amount that was agreed to',
    {
      type: 'other',
      action: 'tracking_refused',
      userId: 'u1',
      entity: 'case',
      recordTitle: 'Smith v. Jones',
      facts: { act: 'subscribe', fee: '$25.00', cost: '', why: 'No provider is configured.' },
    },
    'Maria Lopez tried to subscribe to tracking of case Smith v. Jones, at $25.00 a month and terms agreed with the provider per document. No provider is configured.',
  ],
  ['an event from before actions were kept', { type: 'other', sentence: 'Something was done.' }, 'Something was done.'],
]

test.each(told)('%s is described in a plain sentence', (_, event, sentence) => {
  expect(tell(event)).toBe(sentence)
})

test('records are named by the words of the firm', () => {
  keepWords({ 'case.one': 'Proceeding', 'matter.one': 'File' })
  expect(tell(change({ matter_id: { from: 'm1', to: 'm2' } }))).toBe(
    'Maria Lopez changed the file of proceeding Smith v. Jones from Smith Estate to Smith Trust.',
  )
  keepWords({})
})

describe('no event is described only by the stored English sentence', () => {
  test.each(eventTypes)('the type %s has its own sentence', (type) => {
    expect(i18next.exists(`events.type.${typeKey(type)}`)).toBe(true)
  })

  test.each(eventActions)('the action %s has its own sentence', (action) => {
    expect(i18next.exists(`events.action.${action}`)).toBe(true)
  })
})

test('a sentence needs the names of the person, the record and the values', () => {
  const event = change({ matter_id: { from: 'm1', to: 'm2' } }, { recordTitle: null })
  expect(recordsNamed(event)).toEqual([
    { entity: 'user', id: 'u1' },
    { entity: 'case', id: 'c1' },
    { entity: 'matter', id: 'm1' },
    { entity: 'matter', id: 'm2' },
  ])
})
