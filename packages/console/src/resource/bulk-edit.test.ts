import type { Role } from '@courtcrier/contract/access.ts'
import { number } from '@courtcrier/contract/fields/number.ts'
import { secret } from '@courtcrier/contract/fields/secret.ts'
import { text } from '@courtcrier/contract/fields/text.ts'
import { defineResource } from '@courtcrier/contract/resource.ts'
import { describe, expect, test } from 'vitest'
import { bulkKeys, bulkProblems, changesOf } from './bulk-edit.ts'

const resource = defineResource('client', {
  label: ['Thing', 'Things'],
  route: '/things',
  access: '',
  title: 'name',
  unique: [['number'], ['name', 'place']],
  fields: {
    name: text(4, { required: true, max: 20 }),
    number: text(5, { required: true, max: 20 }),
    place: text(6, { max: 5 }),
    floor: number(7, { integer: true }),
    told: text(8, { max: 5 }),
    key: secret(9, { max: 20 }),
    made: text(10, { max: 20, readOnly: true }),
  },
  list: { columns: ['name'], sort: 'name' },
  form: ['name', 'number', 'place', 'floor', 'told', 'key', 'made'],
})
const role: Role = {
  id: '',
  name: 'Test',
  isSystemDefined: false,
  grants: { client: { access: 'FULL', fields: { told: 'READ' } } },
}
const scope = { resource, role }

describe('editing several records', () => {
  test('offers fields the role may write, but neither secrets nor fields that identify a record', () => {
    expect(bulkKeys(scope)).toEqual(['name', 'place', 'floor'])
    const reader = { ...role, grants: { client: { access: 'READ' as const, fields: {} } } }
    expect(bulkKeys({ resource, role: reader })).toEqual([])
  })

  test("reports problems with a value by the form's rules", () => {
    expect(bulkProblems({ place: 'Boston', floor: 1.5, name: '' }, scope)).toEqual({
      place: 'Length less than 6 characters.',
      floor: 'Must be a whole number.',
      name: 'This field is required.',
    })
    expect(bulkProblems({ place: null, floor: 2 }, scope)).toEqual({})
    expect(Object.keys(bulkProblems({ told: 'x' }, scope))).toEqual(['told'])
  })

  test('a row is changed in the fields whose values differ', () => {
    expect(changesOf({ place: 'Rome', floor: 2 }, { place: 'Rome', floor: 3 })).toEqual([
      { key: 'floor', before: 2, after: 3 },
    ])
    expect(changesOf({ place: undefined }, { place: null })).toEqual([])
  })
})
