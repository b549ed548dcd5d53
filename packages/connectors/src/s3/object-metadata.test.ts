import { expect, test } from 'vitest'
import { metadataOf } from './object-metadata.ts'

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
