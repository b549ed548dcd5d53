import { expect, test } from 'vitest'
import { metadataOf, planMetadata } from './object-metadata.ts'

const own = { sha256: 'a'.repeat(64), writer: 'b'.repeat(32) }

test('properties become headers: names in letters, digits and dashes, values on one line of ASCII', () => {
  const metadata = metadataOf({ 'Matter number': '1001.004', Client_Name: 'Peña &\nSons', Empty: ' ', '§': 'x' }, own)
  expect(metadata).toEqual({
    ...own,
    'matter-number': '1001.004',
    'client-name': '=?UTF-8?B?UGXDsWEgJiBTb25z?=',
  })
})

test("our own metadata is not overwritten, and properties beyond S3's limit are left out", () => {
  const metadata = metadataOf({ Writer: 'me', first: 'x'.repeat(1500), second: 'y'.repeat(1500), third: 'z' }, own)
  expect(metadata).toEqual({ ...own, first: 'x'.repeat(1500) })
})

test('what is written is known before, by the names of the headers, and so is what is left out and why', () => {
  const planned = planMetadata({
    ...{ 'Matter number': ' 1001.004 ', matter_number: '7', Client: 'Peña', Empty: ' ', '§': 'x' },
    ...{ long: 'x'.repeat(3000), last: 'y' },
  })
  expect(planned.map(({ property, name, value }) => [property, name, value.slice(0, 8)])).toEqual([
    ['Matter number', 'x-amz-meta-matter-number', '1001.004'],
    ['matter_number', null, '7'],
    ['Client', 'x-amz-meta-client', 'Peña'],
    ['Empty', null, ''],
    ['§', null, 'x'],
    ['long', null, 'xxxxxxxx'],
    ['last', null, 'y'],
  ])
  expect(planned.flatMap(({ why }) => why ?? [])).toEqual([
    'Another property has this name.',
    'It has no value.',
    'Its name has no letter and no digit.',
    'S3 stores 2 KB of properties with a file, and there are more.',
    'S3 stores 2 KB of properties with a file, and there are more.',
  ])
})
