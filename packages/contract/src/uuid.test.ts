import { expect, test } from 'vitest'
import { anyId, isUuid, readUuid, readUuids, storedId, uuidText } from './uuid.ts'

const id = '0195f3a2-7c4e-7b1a-9c55-2f8e6d0a41bc'

test('a UUID is read in any letter case and is stored in lowercase', () => {
  const mixed = '0195F3a2-7c4E-7B1A-9c55-2F8e6d0a41BC'
  expect([readUuid(id), readUuid(mixed), storedId(mixed)]).toEqual([id, id, id])
  expect([isUuid(id), isUuid(mixed)]).toEqual([true, false])
  expect([uuidText('required').parse(mixed), anyId().parse(mixed)]).toEqual([id, id])
})

test('nothing else is a UUID, and an ID that is none stays as it was sent', () => {
  for (const other of [
    '',
    `{${id}}`,
    ` ${id}`,
    id.replaceAll('-', ''),
    `${id}\n`,
    `urn:uuid:${id}`,
    7,
    null,
    undefined,
  ])
    expect(readUuid(other), String(other)).toBeUndefined()
  expect([storedId('CAND'), anyId().parse('CAND')]).toEqual(['CAND', 'CAND'])
  expect(uuidText('required').safeParse('CAND').error?.issues[0]?.message).toBe('required')
})

test('the IDs in a list are each read once', () => {
  expect(readUuids([id, id.toUpperCase(), 'CAND', undefined])).toEqual([id])
})
