import { expect, test } from 'vitest'
import type { Role } from './access.ts'
import { client } from './resources/client.ts'
import { formatSelection, mostSelected, parseSelection } from './selection.ts'

const role: Role = {
  id: '',
  name: 'Test',
  isSystemDefined: false,
  grants: { client: { access: 'FULL', fields: { number: 'DENY' } } },
}
const all = { filters: [], count: 3 }

test.each([
  { ids: ['a', 'b'] },
  { filters: [{ field: 'openDate', from: '2026-01-01' }], freeText: 'smith', except: ['a'], count: 12 },
  { filters: [], freeText: '', except: [], count: 1 },
])('a selection round-trips: %j', (selection) => {
  expect(parseSelection(client, formatSelection(selection), role)).toEqual({ selection })
})

test('an ID named twice is selected once', () => {
  expect(parseSelection(client, { ids: ['a', 'a'] }, role)).toEqual({ selection: { ids: ['a'] } })
})

test.each([
  [{ ids: [] }, 'ids'],
  [{ ids: 'a' }, 'ids'],
  [{ ids: [1] }, 'ids'],
  [{ ids: Array.from({ length: mostSelected + 1 }, String) }, 'ids'],
  [{ ...all, count: 0 }, 'count'],
  [{ ...all, count: 1.5 }, 'count'],
  [{ ...all, count: mostSelected + 1 }, 'count'],
  [{ ...all, except: 'a' }, 'except'],
  [{ ...all, freeText: 4 }, 'freeText'],
  [{ ...all, everything: true }, 'everything'],
  [{ ...all, filters: ['name'] }, 'filters'],
  [{ ...all, filters: [{ field: 'number', contains: '1' }] }, 'number'],
])('%j is refused, naming the field %s', (body, field) => {
  expect(parseSelection(client, body, role)).toMatchObject({ problems: [{ field }] })
})

test.each([
  [{}, 'ids', 'required'],
  [{ except: ['a'] }, 'filters', 'required'],
  [{ filters: [] }, 'count', 'required'],
  [{ ids: ['a'], filters: [], count: 1 }, 'ids', 'not_with:filters'],
])('%j is refused, since %s is %s', (body, field, code) => {
  expect(parseSelection(client, body, role)).toMatchObject({ problems: [{ field, code }] })
})
