import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { validateValue } from '../input.ts'
import { describeProblem, validationMessages } from '../messages.ts'
import { firm } from '../resources/firm.ts'
import { arbitraryValue } from '../testing/arbitrary-value.ts'
import { everyKind, testedResources } from '../testing/every-kind.ts'
import { domainList } from './domain-list.ts'
import type { Field } from './field.ts'
import { number } from './number.ts'
import { text } from './text.ts'

const { fields } = everyKind
const name = firm.fields.name as Field
const long = (length: number) => 'x'.repeat(length)

const required = 'This field is required.'
const timeSentence = 'Must be a point in time such as 2026-11-21T09:41:00.000Z.'
const wrong: [key: string, input: unknown, sentence: string, field?: Field][] = [
  ['name', '', required],
  ['name', ' \t ', required],
  ['name', null, required],
  ['name', undefined, required],
  ['name', 7, 'Must be text.'],
  ['name', ['a'], 'Must be text.'],
  ['name', [], 'Must be text.'],
  ['name', {}, 'Must be text.'],
  ['name', '\ud800', 'Must be text.'],
  ['name', long(41), 'Length less than 41 characters.'],
  ['name', 'a\u0000b', 'Must not contain control characters.'],
  ['name', 'two\nlines', 'Must not contain control characters.'],
  ['nickname', 'x', 'Length must be at least 2 characters.'],
  ['nickname', [], 'Must be text.'],
  ['name', 'Baker/McKenzie', 'Only letters, digits, spaces and , : - + . & are allowed.', name],
  ['name', long(61), 'Length less than 61 characters.', name],
  ['remarks', long(501), 'Length less than 501 characters.'],
  ['remarks', '\u001b[31m', 'Must not contain control characters.'],
  ['count', '3', 'Must be a number.'],
  ['count', Number.NaN, 'Must be a number.'],
  ['count', [], 'Must be a number.'],
  ['count', 1.5, 'Must be a whole number.'],
  ['count', -6, 'Must be at least -5.'],
  ['count', 6, 'Must be at most 5.'],
  ['count', 2 ** 31, 'Must be at most 2147483647.', number(4)],
  ['ratio', Number.POSITIVE_INFINITY, 'Must be a number.'],
  ['isOpen', 'true', 'Must be true or false.'],
  ['isOpen', 1, 'Must be true or false.'],
  ['isOpen', [], 'Must be true or false.'],
  ['isOpen', {}, 'Must be true or false.'],
  ['seenAt', 'yesterday', timeSentence],
  ['seenAt', '2026-11-21', timeSentence],
  ['seenAt', '2026-11-21T09:41:00', timeSentence],
  ['seenAt', '2026-02-30T09:41:00Z', timeSentence],
  ['seenAt', '1969-12-31T23:59:59Z', timeSentence],
  ['seenAt', '9999-12-31T23:59:59-10:00', timeSentence],
  ['seenAt', 1_763_717_000_000, timeSentence],
  ['dueDate', '2026-02-30', 'Must be a date such as 2026-11-21.'],
  ['dueDate', '11/21/2026', 'Must be a date such as 2026-11-21.'],
  ['dueDate', '0000-01-01', 'Must be a date such as 2026-11-21.'],
  ['startTime', '24:00', 'Must be a time of day such as 17:30.'],
  ['startTime', '9:30', 'Must be a time of day such as 17:30.'],
  ['zone', 'Mars/Olympus', 'Must be a time zone such as America/New_York.'],
  ['zone', '+02:00', 'Must be a time zone such as America/New_York.'],
  ['mail', 'nobody', 'Must be a valid email.'],
  ['mail', 'Ana <ana@example.com>', 'Must be a valid email.'],
  ['mail', 'a@b..c', 'Must be a valid email.'],
  ['mail', 'ana@gmail', 'Must be a valid email.'],
  ['mail', 'ana@10.0.0.7', 'Must be a valid email.'],
  ['mail', 'ana@example-.com', 'Must be a valid email.'],
  ['mail', 'ana.@example.com', 'Must be a valid email.'],
  ['mails', ['.ana@example.com'], 'Must be a valid email.'],
  ['mails', 'a@example.com', 'Must be a list.'],
  ['mails', ['a@example.com', 'nobody'], 'Must be a valid email.'],
  ['mails', [''], 'Must be a valid email.'],
  ['mails', ['a@example.com', ' a@example.com'], 'This item is already in the list.'],
  ['mails', ['a@example.com', 'A@Example.com'], 'This item is already in the list.'],
  ['domains', ['http://example.com'], 'Must be a valid domain such as example.com.'],
  ['domains', ['localhost'], 'Must be a valid domain such as example.com.'],
  ['domains', ['a.com', 'A.COM'], 'This item is already in the list.'],
  ['domains', ['a.com', 'b.com'], 'At most 1 items are allowed.', domainList(4, { max: 1 })],
  ['words', { a: 'b' }, 'Must be a list.'],
  ['words', ['a', 'a'], 'This item is already in the list.'],
  ['words', ['a', ''], required],
  ['words', [7], 'Must be text.'],
  ['words', [...'abcdefg'], 'At most 6 items are allowed.'],
  ['levels', ['middling'], 'Must be one of: high, low.'],
  ['state', 'Ajar', 'Must be one of: Open, Closed.'],
  ['state', 0, 'Must be text.'],
  ['ownerId', 'someone', 'Must be the ID of an existing record.'],
  ['courtId', long(65), 'Length less than 65 characters.'],
  ['memberIds', [], 'At least one item is required.'],
  ['memberIds', ['someone'], 'Must be the ID of an existing record.'],
  ['properties', ['a'], 'Must be a list of names, each with a text.'],
  ['properties', { a: 1 }, 'Must be text.'],
  ['properties', { '': 'x' }, 'Must be a list of names, each with a text.'],
  ['properties', { a: '1', ' a': '2' }, 'Must be a list of names, each with a text.'],
  ['properties', JSON.parse('{"__proto__":"x"}'), 'Must be a list of names, each with a text.'],
  ['properties', JSON.parse('{"a":"b","__proto__":"x"}'), 'Must be a list of names, each with a text.'],
  ['properties', 'a=b', 'Must be a list of names, each with a text.'],
  ['properties', [], 'Must be a list of names, each with a text.'],
  ['tint', 'red', 'Must be a color such as #23407a.'],
  ['tint', '#fff', 'Must be a color such as #23407a.'],
  ['password', 7, 'Must be text.'],
  ['password', long(8001), 'Length less than 8001 characters.'],
  ['fileId', '../../etc/passwd', 'Must be the ID of an uploaded file.'],
]

const kept: [key: string, input: unknown, value: unknown, field?: Field][] = [
  ['name', '  Ada  ', 'Ada'],
  ['name', 'O’Neil & Söhne: 1+1', 'O’Neil & Söhne: 1+1'],
  ['name', 'Müller, Weiß & Co. 3+1', 'Müller, Weiß & Co. 3+1', name],
  ['nickname', '   ', null],
  ['count', -0, 0],
  ['count', '', null],
  ['isOpen', null, false],
  ['isKept', null, true],
  ['seenAt', '2026-11-21T09:41Z', '2026-11-21T09:41:00.000Z'],
  ['seenAt', '2026-11-21T09:41:00.123456+02:00', '2026-11-21T07:41:00.123Z'],
  ['seenAt', '1970-01-01T00:00:00Z', '1970-01-01T00:00:00.000Z'],
  ['dueDate', '2024-02-29', '2024-02-29'],
  ['state', null, 'Open'],
  ['mood', '', null],
  ['mail', ' ana@example.com ', 'ana@example.com'],
  ['mail', 'Ana.O’Neil+ecf@Kanzlei.Müller.example', 'Ana.O’Neil+ecf@Kanzlei.Müller.example'],
  ['mail', 'courtcrier@localhost', 'courtcrier@localhost'],
  ['mails', ['*@example.com'], ['*@example.com']],
  ['domains', [' Example.COM '], ['example.com']],
  ['ownerId', ' 0198AAAA-0000-7000-8000-000000000000', '0198aaaa-0000-7000-8000-000000000000'],
  ['words', null, []],
  ['properties', null, {}],
  ['properties', { ' a ': ' b ', c: '' }, { a: 'b', c: '' }],
  ['tint', ' #AABBCC ', '#aabbcc'],
  ['max', 'x'.repeat(255), 'x'.repeat(255), text(4)],
]

describe('a value', () => {
  test.each(wrong)('%s: %j is refused: %s', (key, input, sentence, field) => {
    const result = validateValue(field ?? (fields[key] as Field), input)
    expect('code' in result ? describeProblem(result.code) : result).toBe(sentence)
  })

  test('an object with a length property is neither text nor list', () => {
    const strange = { length: { __proto__: null } }
    for (const key of ['name', 'domains', 'words'])
      expect(validateValue(fields[key] as Field, strange)).toHaveProperty('code')
  })

  test.each(kept)('%s: %j is saved as %j', (key, input, value, field) => {
    expect(validateValue(field ?? (fields[key] as Field), input)).toStrictEqual({ value })
  })

  test.each(testedResources)(
    'of any field of $name that is accepted is unchanged when it is validated again',
    (resource) => {
      for (const field of Object.values(resource.fields)) {
        fc.assert(
          fc.property(arbitraryValue(field), (value) => {
            expect(validateValue(field, value)).toStrictEqual({ value })
          }),
          { numRuns: 5 },
        )
      }
    },
  )

  test.each(Object.entries(fields))('%s: any value is accepted, or refused with a sentence', (_, field) => {
    fc.assert(
      fc.property(fc.oneof(fc.anything({ withBigInt: true, withNullPrototype: true }), fc.jsonValue()), (input) => {
        const result = validateValue(field, input)
        if ('code' in result) expect(Object.keys(validationMessages)).toContain(result.code.split(':')[0])
        else expect(validateValue(field, result.value)).toStrictEqual(result)
      }),
      { numRuns: 200 },
    )
  })
})
