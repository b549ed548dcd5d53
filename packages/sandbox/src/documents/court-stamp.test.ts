import { expect, test } from 'vitest'
import { stateCourts } from '../world/state-courts.ts'
import { courtStamp, stampedStateCourts } from './court-stamp.ts'

const stamped = {
  docketNumber: '1:26-cv-1',
  documentNumber: '12-1',
  enteredAt: '2026-11-03T21:06:18Z',
  page: 1,
  pages: 4,
}

test('every state court prints its own stamp', () => {
  expect(stampedStateCourts.toSorted()).toEqual(stateCourts.map(({ id }) => id).toSorted())
  const stamps = stateCourts.map((court) => courtStamp({ ...stamped, court }))
  expect(stamps.filter((text) => /^Case /.test(text))).toEqual([])
})

test.each([
  ['illcirctcook', 'FILED 11/3/2026 3:06 PM CIRCUIT CLERK COOK COUNTY, IL 1:26-cv-1'],
  [
    'nysupctnewyork',
    'FILED: NEW YORK COUNTY CLERK 11/03/2026 4:06 PM INDEX NO. 1:26-cv-1 NYSCEF DOC. NO. 12 RECEIVED NYSCEF: 11/03/2026 1 of 4',
  ],
  ['calsuppctla', 'Electronically FILED by Superior Court of California, County of Los Angeles 11/3/2026 1:06 PM'],
])('the stamp of %s has the day and the time of its court', (id, text) => {
  const court = stateCourts.find((each) => each.id === id)
  if (!court) throw new Error(`there is no court ${id}`)
  expect(courtStamp({ ...stamped, court })).toBe(text)
})
