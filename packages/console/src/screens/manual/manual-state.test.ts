import { expect, test } from 'vitest'
import { missingFacts, noFacts, titleFromName, withRead } from './manual-state.ts'

test('facts read from a file fill empty fields and overwrite nothing', () => {
  const facts = { ...noFacts, docketNumber: '1:26-cv-1', event: '' }
  expect(withRead(facts, { docketNumber: '2:26-cv-2', event: 'Motion', courtId: 'cand' })).toEqual({
    ...noFacts,
    docketNumber: '1:26-cv-1',
    event: 'Motion',
    courtId: 'cand',
  })
})

test.each([
  ['ORTIZ_motion-to-dismiss.pdf', 'ORTIZ motion-to-dismiss'],
  ['118-1 Declaration.PDF', '118-1 Declaration'],
  ['.pdf', '.pdf'],
])('the file %s is titled %s', (name, title) => {
  expect(titleFromName(name)).toBe(title)
})

test('court, docket number and event are required', () => {
  expect(missingFacts({ ...noFacts, event: ' ' })).toEqual(['courtId', 'docketNumber', 'event'])
  expect(missingFacts({ ...noFacts, courtId: 'cand', docketNumber: '1', event: 'x' })).toEqual([])
})
