import { expect, test } from 'vitest'
import { fileOf } from '../connector.suite.ts'
import { additionalDataOf, planAdditionalData } from './additional-data.ts'

const file = { ...fileOf('A/B/a.pdf', 'x'), properties: { Author: ' Roe ', courtcrierCopy: 'x', Empty: '' } }

test("the policy's properties are additional data of a file, beside our own key", () => {
  expect(additionalDataOf(file)).toEqual({ Author: 'Roe', courtcrierCopy: file.idempotencyKey })
})

test('what Smokeball gets of a document is known before', () => {
  expect(planAdditionalData(file.properties)).toMatchObject([
    { name: 'Author', value: 'Roe', why: null },
    { name: null, why: 'Courtcrier keeps its own key under this name.' },
    { name: null, why: 'It has no value.' },
  ])
})
