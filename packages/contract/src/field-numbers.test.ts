import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { permissionSubjects } from './access.ts'
import { compareFieldNumbers, type FieldNumbers, fieldNumbersOf } from './field-numbers.ts'
import { camelCase } from './names.ts'
import { resources } from './resources/registry.ts'
import { userSecurityRole } from './resources/user-security-role.ts'
import { everyKind } from './testing/every-kind.ts'

const file = path.join(import.meta.dirname, '..', 'field-numbers.json')
const promise = [
  'A number on the wire never changes its meaning: programs that were built before read by the old one.',
  'Give the field a number that was never used, keep the old field, and add choices only at the end of a select.',
].join(' ')
const instruction =
  'New numbers are put on record by `node packages/contract/src/emit-proto.ts`; commit what it writes.'

describe('the numbers on the wire', () => {
  test('keep their recorded meaning', async () => {
    expect(compareFieldNumbers(await readRecord(), fieldNumbersOf(resources)).broken, promise).toStrictEqual([])
  })

  test('are all recorded', async () => {
    expect(compareFieldNumbers(await readRecord(), fieldNumbersOf(resources)).added, instruction).toStrictEqual([])
  })

  test.each(resources)('are unique in $name and leave 1 to 3 and 1000 to the common fields', ({ fields }) => {
    const numbers = Object.values(fields).map((field) => field.number)
    expect(new Set(numbers).size).toBe(numbers.length)
    expect(numbers.filter((number) => !Number.isInteger(number) || number < 4 || number >= 1000)).toStrictEqual([])
  })

  test('of a role follow the position of the permission: 10 + 2n for the whole, 11 + 2n for the fields', () => {
    permissionSubjects.forEach((subject, index) => {
      expect(userSecurityRole.fields[camelCase(`${subject}_access`)]?.number).toBe(10 + 2 * index)
      expect(userSecurityRole.fields[camelCase(`${subject}_permissions`)]?.number).toBe(11 + 2 * index)
    })
  })
})

describe('a change of the numbers', () => {
  const record: FieldNumbers = { case: { 4: 'name: string', 9: 'status: enum Open | Closed' } }
  const none = { added: [], broken: [] }

  test('that changes nothing is neither an addition nor a break', () => {
    expect(compareFieldNumbers(record, record)).toStrictEqual(none)
  })

  test('that adds a field, a resource or a choice at the end is an addition', () => {
    const now = {
      case: { ...record.case, 9: 'status: enum Open | Closed | Sealed', 10: 'caption: string' },
      judge: { 4: 'name: string' },
    }
    expect(compareFieldNumbers(record, now)).toStrictEqual({
      added: [
        'case.9 is "status: enum Open | Closed | Sealed"',
        'case.10 is "caption: string"',
        'judge.4 is "name: string"',
      ],
      broken: [],
    })
  })

  test.each([
    ['renames a field', 'title: string', 'status: enum Open | Closed'],
    ['changes a type', 'name: sint32', 'status: enum Open | Closed'],
    ['makes a list of it', 'name: repeated string', 'status: enum Open | Closed'],
    ['adds a choice in front', 'name: string', 'status: enum Sealed | Open | Closed'],
    ['renames a choice', 'name: string', 'status: enum Open | Shut'],
    ['lengthens the last choice', 'name: string', 'status: enum Open | Closed now'],
    ['removes a choice', 'name: string', 'status: enum Open'],
  ])('that %s is a break', (_, name, status) => {
    expect(compareFieldNumbers(record, { case: { 4: name, 9: status } }).broken).toHaveLength(1)
  })

  test('that removes a field or a resource is a break, reported with both sides', () => {
    const gone = 'case.9 is "status: enum Open | Closed" on record and gone now'
    expect(compareFieldNumbers(record, { case: { 4: 'name: string' } }).broken).toStrictEqual([gone])
    expect(compareFieldNumbers(record, {}).broken).toHaveLength(2)
  })

  test('is detected in every kind of field', () => {
    expect(Object.keys(fieldNumbersOf([everyKind]).every_kind ?? {})).toHaveLength(
      3 + Object.values(everyKind.fields).flatMap(({ number, formerly }) => [number, formerly ?? []].flat()).length,
    )
  })
})

async function readRecord(): Promise<FieldNumbers> {
  return JSON.parse(await readFile(file, 'utf8'))
}
