import { expect, test } from 'vitest'
import { nameKey } from './name-key.ts'

test.each([
  ['Hale & Osei', 'HALE & OSEI'],
  ['Élan', 'ÉLAN'],
  ['Σας', 'ΣΑΣ'],
  ['Straße', 'STRASSE'],
  ['İzmir', 'i\u0307zmir'],
  ['Acme 1', 'Ａｃｍｅ　１'],
  ['Acme Corp.', 'Acme\u00a0Corp.'],
  ['Acme Corp.', ' Acme \t Corp. '],
  ['Acme', 'Ac\u200bme\ufeff'],
  ['Café', 'Cafe\u0301'],
  ["O'Brien", 'O’Brien'],
  ['24-1187', '24–1187'],
])('%j and %j are one name', (one, other) => {
  expect(nameKey(one)).toBe(nameKey(other))
})

test.each([
  ['Elan', 'Élan'],
  ['A-1', 'A1'],
  ['Acme Corp', 'AcmeCorp'],
  ['Acme 1', 'Acme 2'],
])('%j and %j are two names', (one, other) => {
  expect(nameKey(one)).not.toBe(nameKey(other))
})
