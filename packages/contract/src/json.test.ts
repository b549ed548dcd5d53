import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rowFromJson, rowToJson } from './json.ts'
import { firm } from './resources/firm.ts'
import { judge } from './resources/judge.ts'
import { arbitraryPartialRow } from './testing/arbitrary-row.ts'
import { testedResources } from './testing/every-kind.ts'

describe('JSON', () => {
  test.each(testedResources)('restores a row of $name, whole or partial', (resource) => {
    fc.assert(
      fc.property(arbitraryPartialRow(resource), (row) => {
        const sent = JSON.stringify(rowToJson(resource, row))
        expect(rowFromJson(JSON.parse(sent))).toStrictEqual(row)
      }),
      { numRuns: 40 },
    )
  })

  test('has snake_case keys, a number for the ID of the firm, and text for every other ID', () => {
    expect(rowToJson(firm, { id: '7', primaryColor: '#23407a' })).toStrictEqual({ id: 7, primary_color: '#23407a' })
    expect(rowToJson(judge, { id: '7', jurisdictionId: null })).toStrictEqual({ id: '7', jurisdiction_id: null })
  })

  test('keeps unknown keys for the validator to refuse', () => {
    expect(rowFromJson({ no_such_field: 1, caseNumber: 2 })).toStrictEqual({ noSuchField: 1, caseNumber: 2 })
  })
})
