import type { Role } from '@courtcrier/contract/access.ts'
import { emptyRow } from '@courtcrier/contract/resource.ts'
import { client } from '@courtcrier/contract/resources/client.ts'
import { describe, expect, test } from 'vitest'
import { formKeys, isWritable, problemsFrom, problemsOf, valuesToSend } from './form-values.ts'

const role: Role = {
  id: '',
  name: 'Test',
  isSystemDefined: false,
  grants: { client: { access: 'FULL', fields: { open_date: 'READ', storage_policy_id: 'DENY' } } },
}
const row = {
  id: 'c',
  name: 'Meridian',
  number: '20417',
  status: 'Active',
  originatingTimekeeperId: null,
  openDate: null,
}
const change = { resource: client, role, row, isNew: false }
const creation = { resource: client, role, row: emptyRow(client), isNew: true }

describe('the form of a record', () => {
  test('has no field that is denied, and one that may only be read is off', () => {
    expect(formKeys(change)).toEqual(['name', 'number', 'status', 'originatingTimekeeperId', 'openDate'])
    expect(isWritable('openDate', change)).toBe(false)
    expect(isWritable('name', change)).toBe(true)
  })

  test('sends only what changed', () => {
    expect(valuesToSend({ ...row, name: 'Meridian Freight' }, change)).toEqual({ name: 'Meridian Freight' })
  })

  test('clears a field that was emptied', () => {
    expect(valuesToSend({ ...row, number: null }, change)).toEqual({ number: null })
  })

  test('sends everything the role may set of a new record', () => {
    const sent = valuesToSend({ ...creation.row, name: 'A', number: '1' }, creation)
    expect(sent).toEqual({ name: 'A', number: '1', status: 'Active', originatingTimekeeperId: null })
  })

  test('says what is missing, a sentence a field', () => {
    expect(problemsOf(creation.row, creation)).toEqual({
      name: 'This field is required.',
      number: 'This field is required.',
    })
    expect(problemsOf({ ...row, name: ' ' }, change)).toEqual({ name: 'This field is required.' })
    expect(problemsOf(row, change)).toEqual({})
  })

  test("shows the server's problems at its fields", () => {
    const errors = [{ field: 'originating_timekeeper_id', code: 'not_reference', message: '' }]
    const problem = { type: '', title: '', status: 400, detail: '', code: 'invalid_input', errors } as const
    expect(problemsFrom(problem)).toEqual({ originatingTimekeeperId: 'Must be the id of an existing record.' })
  })
})
