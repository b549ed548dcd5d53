import type { Role } from '@courtcrier/contract/access.ts'
import { emptyRow } from '@courtcrier/contract/resource.ts'
import { client } from '@courtcrier/contract/resources/client.ts'
import { webhook } from '@courtcrier/contract/resources/webhook.ts'
import { describe, expect, test } from 'vitest'
import { problemsFrom, problemsOf } from './form-problems.ts'
import { formKeys, isWritable, valuesToSend } from './form-values.ts'

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
  test('has no denied field, and disables read-only ones', () => {
    expect(formKeys(change)).toEqual(['name', 'number', 'status', 'originatingTimekeeperId', 'openDate'])
    expect(isWritable('openDate', change)).toBe(false)
    expect(isWritable('name', change)).toBe(true)
  })

  test('asks for nothing that only programs set', () => {
    const scope = {
      resource: webhook,
      role: { ...role, grants: { webhook: { access: 'FULL' as const, fields: {} } } },
      isNew: true,
    }
    expect(formKeys(scope)).toContain('webhookType')
    expect(formKeys(scope)).not.toContain('payloadVersion')
    expect([isWritable('webhookType', scope), isWritable('payloadVersion', scope)]).toEqual([true, false])
  })

  test('sends only changes', () => {
    expect(valuesToSend({ ...row, name: 'Meridian Freight' }, change)).toEqual({ name: 'Meridian Freight' })
  })

  test('clears an emptied field', () => {
    expect(valuesToSend({ ...row, number: null }, change)).toEqual({ number: null })
  })

  test('sends every field of a new record that the role may set', () => {
    const sent = valuesToSend({ ...creation.row, name: 'A', number: '1' }, creation)
    expect(sent).toEqual({ name: 'A', number: '1', status: 'Active', originatingTimekeeperId: null })
  })

  test('reports missing values, one sentence per field', () => {
    expect(problemsOf(creation.row, creation)).toEqual({
      name: 'This field is required.',
      number: 'This field is required.',
    })
    expect(problemsOf({ ...row, name: ' ' }, change)).toEqual({ name: 'This field is required.' })
    expect(problemsOf(row, change)).toEqual({})
  })

  test("shows the server's problems at their fields", () => {
    const errors = [{ field: 'originating_timekeeper_id', code: 'not_reference', message: '' }]
    const problem = { type: '', title: '', status: 400, detail: '', code: 'invalid_input', errors } as const
    expect(problemsFrom(problem)).toEqual({ originatingTimekeeperId: 'Must be the ID of an existing record.' })
  })
})
