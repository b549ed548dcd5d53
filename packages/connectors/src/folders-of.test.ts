import { expect, test } from 'vitest'
import { foldersOf } from './folders-of.ts'

test("a credential's folder is below its base, whatever is typed", () => {
  expect(foldersOf({ folderId: '/../Court filings/./../2026/' })).toEqual(['Court filings', '2026'])
})
