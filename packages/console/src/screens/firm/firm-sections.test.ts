import { firm } from '@courtcrier/contract/resources/firm.ts'
import { expect, test } from 'vitest'
import { firmSections, setElsewhere } from './firm-sections.ts'

test('every setting of the firm is in one section, or is set elsewhere', () => {
  const placed = [...firmSections.flatMap(({ keys }) => keys), ...setElsewhere]
  expect(placed.toSorted()).toEqual(Object.keys(firm.fields).toSorted())
})
