import { expect, test } from 'vitest'
import { namesOfCourt } from './court.ts'
import { allCourts, findCourt } from './directory.ts'

test('a court goes by its name, its citation, the citation of before and its code', () => {
  const third = 'United States Court of Appeals for the Third Circuit'
  expect(namesOfCourt(findCourt('ca3'))).toEqual([third, '3d Cir.', '3rd Cir.', 'CA3'])
})

test('a court that the public list cites as the Bluebook does has one citation', () => {
  expect(findCourt('nysd')).not.toHaveProperty('listedCitation')
  const both = allCourts().filter(({ listedCitation }) => listedCitation !== undefined)
  expect(both.length).toBeGreaterThan(100)
  for (const { citation, listedCitation } of both) expect(listedCitation).not.toBe(citation)
})
