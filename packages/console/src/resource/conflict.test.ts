import { client } from '@courtcrier/contract/resources/client.ts'
import { describe, expect, test } from 'vitest'
import { changedKeys, disputedKeys, meanwhileKeys, pickedValues, usualPicks } from './conflict.ts'

const keys = ['name', 'number', 'status', 'openDate']
const conflict = {
  base: { name: 'Meridian', number: '1', status: 'Active', openDate: null },
  theirs: { name: 'Meridian LLC', number: '1', status: 'Closed', openDate: '2026-01-02' },
  mine: { name: 'Meridian Inc.', number: '2', status: 'Active', openDate: '2026-01-02' },
}

describe('two changes of one record', () => {
  test("someone else's changes are known by field", () => {
    expect(changedKeys(keys, conflict)).toEqual(['name', 'status', 'openDate'])
    expect(changedKeys(keys, { ...conflict, theirs: conflict.base })).toEqual([])
    expect(meanwhileKeys(keys, conflict)).toEqual(['name', 'status'])
  })

  test('only fields in which both sides differ need a choice', () => {
    expect(disputedKeys(client, keys, conflict)).toEqual(['name', 'number', 'status'])
  })

  test('fields edited here are kept, others are theirs', () => {
    const picks = usualPicks(disputedKeys(client, keys, conflict), conflict)
    expect(picks).toEqual({ name: 'mine', number: 'mine', status: 'theirs' })
    expect(pickedValues(picks, conflict)).toEqual({
      name: 'Meridian Inc.',
      number: '2',
      status: 'Closed',
      openDate: '2026-01-02',
    })
  })

  test('each field can be theirs, mine, or the former value', () => {
    const values = pickedValues({ name: 'base', number: 'theirs', status: 'mine' }, conflict)
    expect(values).toEqual({ name: 'Meridian', number: '1', status: 'Active', openDate: '2026-01-02' })
  })

  test('a removed value is empty, not the former value', () => {
    const gone = { ...conflict, theirs: { ...conflict.theirs, status: undefined } }
    expect(pickedValues({ status: 'theirs' }, gone)).toMatchObject({ status: null })
  })
})
