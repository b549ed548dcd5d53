import { expect, test } from 'vitest'
import { fileOf } from '../connector.suite.ts'
import { settingsWith } from '../testing/store-settings.ts'
import { keyIn, planProfile, profileOf, remarkOn } from './profile.ts'

const settings = settingsWith({ authorField: 'CCRIER', documentClass: 'COURT', documentSubclass: 'NOTICE' })

function profile(name: string, properties: Readonly<Record<string, string>> = {}) {
  return profileOf({ ...fileOf(`A/${name}`, 'x'), idempotencyKey: '1:policy:document', properties }, name, settings)
}

test('a document has the author, class and subclass of the credential', () => {
  expect(profile('118 Order.pdf').fields).toMatchObject({
    author: 'CCRIER',
    class: 'COURT',
    subclass: 'NOTICE',
    size: 1,
  })
})

test.each([
  ['118 Order.pdf', { name: '118 Order', extension: 'pdf', type: 'ACROBAT' }],
  ['notice.eml', { name: 'notice', extension: 'eml', type: 'MIME' }],
  ['v. Smith.PDF', { name: 'v. Smith', extension: 'PDF', type: 'ACROBAT' }],
  ['brief.wpd', { name: 'brief', extension: 'wpd', type: undefined }],
  ['README', { name: 'README', extension: undefined, type: undefined }],
])('the type of %s follows from its extension, or is left to iManage', (name, expected) => {
  const { fields } = profile(name)
  expect({ name: fields.name, extension: fields.extension, type: fields.type }).toEqual(expected)
})

test("the policy's properties fill in the fields of their names, and the others are named", () => {
  const { fields, unknown } = profile('a.pdf', {
    'Custom 1': '10023',
    custom2: '0001',
    custom17: '12.5',
    custom18: 'twelve',
    custom25: 'Yes',
    'Sub-class': 'MOTION',
    custom3: ' ',
    Judge: 'Hon. A. Smith',
    custom31: 'x',
  })
  expect(fields).toMatchObject({
    custom1: '10023',
    custom2: '0001',
    custom17: 12.5,
    // iManage says what is wrong with it.
    custom18: 'twelve',
    custom25: true,
    class: 'COURT',
    subclass: 'MOTION',
  })
  expect(fields).not.toHaveProperty('custom3')
  expect(unknown).toEqual(['Judge', 'custom31'])
})

test("the comment has the policy's text, however long, and the copy's key", () => {
  const mark = '[Courtcrier 1:policy:document]'
  expect(profile('a.pdf').fields.comment).toBe(`From a court notice ${mark}`)
  expect(profile('a.pdf', { comment: 'By the other side' }).fields.comment).toBe(`By the other side ${mark}`)
  const long = String(profile('a.pdf', { comment: 'x'.repeat(500) }).fields.comment)
  expect(long).toHaveLength(254)
  expect(keyIn(long)).toBe('1:policy:document')
  expect(keyIn('reviewed by A. Smith')).toBeUndefined()
  expect(keyIn(null)).toBeUndefined()
})

test('what iManage did not take is told in one remark', () => {
  expect(remarkOn([], [])).toBeUndefined()
  expect(remarkOn(['Judge'], [{ field: 'custom2', error: 'The parent is missing' }, { field: 'class' }])).toBe(
    'These document properties have no field in iManage: Judge. The profile is not all that iManage expects: custom2 (The parent is missing), class.',
  )
})

test('what a profile gets is known before: what the credential says, unless the policy says otherwise, and the policy', () => {
  const planned = planProfile({ Class: 'MOTION', 'Custom 1': '10023', Judge: 'Roe', custom2: ' ' }, settings)
  expect(planned).toEqual([
    { property: null, name: 'author', value: 'CCRIER', why: null, setting: 'authorField' },
    { property: null, name: 'subclass', value: 'NOTICE', why: null, setting: 'documentSubclass' },
    { property: 'Class', name: 'class', value: 'MOTION', why: null, setting: null },
    { property: 'Custom 1', name: 'custom1', value: '10023', why: null, setting: null },
    { property: 'Judge', name: null, value: 'Roe', why: 'iManage has no field of this name.', setting: null },
    { property: 'custom2', name: null, value: '', why: 'It has no value.', setting: null },
    { property: null, name: 'comment', value: 'From a court notice', why: null, setting: null },
  ])
})
