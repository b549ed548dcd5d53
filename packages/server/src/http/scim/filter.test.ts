import { expect, test } from 'vitest'
import { attributeOf, parseFilter } from './filter.ts'
import { parsePath, readAttributes, readOperations } from './patch.ts'
import { readPerson } from './read-person.ts'

const eq = (attribute: string, value: unknown) => ({ kind: 'compare', attribute, operator: 'eq', value })

test('and binds more tightly than or, and parentheses change that', () => {
  expect(parseFilter('a eq 1 or b eq "2" AND c eq true')).toEqual({
    kind: 'or',
    parts: [eq('a', 1), { kind: 'and', parts: [eq('b', '2'), eq('c', true)] }],
  })
  expect(parseFilter('(a eq 1 or b eq 2) and not (c pr)')).toMatchObject({
    kind: 'and',
    parts: [{ kind: 'or' }, { kind: 'not' }],
  })
})

test('names of attributes and operators are read whatever their case, with or without their schema', () => {
  expect(parseFilter('urn:ietf:params:scim:schemas:core:2.0:User:userName EQ "a\\"b"')).toEqual(eq('username', 'a"b'))
  expect(parseFilter('emails[type eq "work"].value eq "x"')).toEqual({
    kind: 'and',
    parts: [eq('emails.type', 'work'), eq('emails.value', 'x')],
  })
  expect(attributeOf('Name.GivenName')).toBe('name.givenname')
})

test.each([
  'userName',
  'userName eq',
  'userName is "x"',
  'userName eq x',
  'userName eq "x',
  'userName eq "x" and',
  'userName eq "x" "y"',
  '(userName eq "x"',
  'userName eq {}',
  '"x" eq userName',
  "userName eq 'x' or 1=1",
  `${'('.repeat(50)}a pr${')'.repeat(50)}`,
  `a eq "${'x'.repeat(5000)}"`,
])('%s is no filter', (text) => {
  expect(() => parseFilter(text)).toThrow("The filter isn't understood")
})

test.each(['', 'emails[', 'emails[type eq]', 'emails]x[', 'a.b.c', 'a b', 'emails[type eq "work"]value'])(
  '%s is no path',
  (text) => {
    expect(() => parsePath(text)).toThrow("isn't understood")
  },
)

const wish = (...Operations: readonly object[]) => readPerson(readOperations({ Operations }))

test.each([
  [{ op: 'Replace', path: 'active', value: 'False' }, { active: false }],
  [{ op: 'replace', path: 'ACTIVE', value: false }, { active: false }],
  [{ op: 'replace', value: { active: 'false' } }, { active: false }],
  [{ op: 'add', path: '', value: { Active: true } }, { active: true }],
  [{ op: 'replace', path: 'emails[type eq "work"].value', value: 'x@y.example' }, { workEmail: 'x@y.example' }],
  [{ op: 'replace', path: 'emails[type eq "home"].value', value: 'x@y.example' }, {}],
  [{ op: 'replace', path: 'emails[primary eq true].value', value: 'x@y.example' }, { workEmail: 'x@y.example' }],
  [
    {
      op: 'add',
      value: {
        emails: [
          { value: 'h@y.example', type: 'home' },
          { value: 'w@y.example', type: 'work' },
        ],
      },
    },
    { workEmail: 'w@y.example' },
  ],
  [{ op: 'remove', path: 'name.givenName' }, { givenName: null }],
  [
    { op: 'replace', path: 'urn:ietf:params:scim:schemas:core:2.0:User:displayName', value: ' D ' },
    { displayName: 'D' },
  ],
  [
    { op: 'replace', path: 'name', value: { givenName: 'G', familyName: '' } },
    { givenName: 'G', familyName: null },
  ],
  [{ op: 'add', path: 'title', value: 'Partner' }, {}],
  [
    { op: 'replace', path: 'urn:ietf:params:scim:schemas:core:2.0:User', value: { active: 'False' } },
    { active: false },
  ],
  [
    { op: 'replace', value: { 'urn:ietf:params:scim:schemas:core:2.0:user': { Active: false, title: 'x' } } },
    { active: false },
  ],
  [{ op: 'add', value: { 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { active: false } } }, {}],
  [{ op: 'replace', value: { unknown: 1, id: 'x' } }, {}],
])('%j is understood', (operation, expected) => {
  expect(wish(operation)).toEqual(expected)
})

test.each([
  [{ active: true, 'urn:ietf:params:scim:schemas:core:2.0:User': { active: false } }, 'active'],
  [{ 'urn:ietf:params:scim:schemas:core:2.0:User': { Active: false }, ACTIVE: true }, 'active'],
  [{ active: false, 'urn:ietf:params:scim:schemas:core:2.0:User:active': true }, 'active'],
  [{ name: { givenName: 'A' }, 'name.givenName': 'B' }, 'name.givenname'],
])('%j says two things, whether in a body or an operation, and is refused', (value, name) => {
  const sentence = `${name} is given twice, with different values.`
  expect(() => readPerson(readAttributes(value))).toThrow(sentence)
  expect(() => wish({ op: 'replace', value })).toThrow(sentence)
})

test('what is given twice with the same value counts, and of two operations the last one', () => {
  const twice = { active: false, 'urn:ietf:params:scim:schemas:core:2.0:User': { active: false } }
  expect(readPerson(readAttributes(twice))).toEqual({ active: false })
  const [off, on] = [false, true].map((active) => ({ op: 'replace', value: { active } })) as [object, object]
  expect(wish(off, on)).toEqual({ active: true })
  const extensions = { 'urn:example:one': { active: true }, 'urn:example:two': { active: false } }
  expect(readPerson(readAttributes(extensions))).toEqual({})
})

test.each([
  [{ op: 'move', path: 'active' }, 'The op of an operation'],
  [{ op: 'remove' }, 'needs a path'],
  [{ op: 'replace', path: 'active', value: 'yes' }, 'active must be true or false.'],
  [{ op: 'replace', path: 'userName', value: 'no address' }, "userName must be the person's email address"],
  [{ op: 'remove', path: 'userName' }, "userName must be the person's email address"],
  [{ op: 'replace', path: 'displayName', value: 7 }, 'displayName must be a text.'],
  [{ op: 'replace', path: 'displayName', value: 'a\u0007b' }, 'one line of plain text'],
  [{ op: 'replace', path: 'id', value: 'x' }, "id can't be changed."],
  [{ op: 'replace', path: 'favourite', value: 'x' }, 'has no attribute "favourite"'],
  [{ op: 'replace', value: 'x' }, 'An object with attributes is missing.'],
  [{ op: 'replace', path: 7, value: 'x' }, 'The path of an operation must be a text.'],
  [{ op: 'remove', path: 'urn:ietf:params:scim:schemas:core:2.0:User' }, 'needs a path'],
])('%j is refused', (operation, sentence) => {
  expect(() => wish(operation)).toThrow(sentence)
})
