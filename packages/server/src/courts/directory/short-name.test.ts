import { expect, test } from 'vitest'
import { allCourts, findCourt } from './directory.ts'
import { findShortName, shortCourtName } from './short-name.ts'

test.each([
  ['nysd', 'S.D.N.Y.'],
  ['cand', 'N.D. Cal.'],
  ['deb', 'Bankr. D. Del.'],
  ['ca2', '2d Cir.'],
  ['ca3', '3d Cir.'],
  ['ca5', '5th Cir.'],
  ['illcirctcook', 'Ill. Cir. Ct., Cook Cnty.'],
])('%s is %s', (id, short) => expect(findShortName(id)).toBe(short))

test.each([
  ['Arizona Superior Court', 'Ariz. Super. Ct.'],
  ['Superior Court of Maine', 'Me. Super. Ct.'],
  ['Circuit Court of the 12th Judicial Circuit of Florida', 'Fla. Cir. Ct. 12th Jud. Cir.'],
  ['Arapahoe County District Court', 'Arapahoe Cnty. Dist. Ct.'],
  ['California Court of Appeal, Fourth Appellate District', 'Cal. Ct. App., 4th App. Dist.'],
  ['New York Court of Sessions, Orange County', 'N.Y. Ct. Sessions, Orange Cnty.'],
  ['Richmond Chancery Court, Virginia', 'Va. Richmond Ch. Ct.'],
  ['Justice Court of Village of Elmsford', 'Just. Ct. Elmsford'],
])('a court without a citation is abbreviated: %s', (name, short) =>
  expect(shortCourtName({ name, citation: '' })).toBe(short),
)

test('every court has a short name, and it is no longer than the full one', () => {
  const courts = allCourts().filter((court) => !court.citation)
  expect(courts.length).toBeGreaterThan(500)
  for (const court of courts) {
    expect(shortCourtName(court)).not.toBe('')
    expect(shortCourtName(court).length).toBeLessThanOrEqual(court.name.length)
  }
  expect(findCourt('nowhere')).toBeUndefined()
  expect(findShortName('nowhere')).toBeUndefined()
})

test('an ordinal, Ohio and kinds of courts are abbreviated in one way', () => {
  const short = allCourts().map(shortCourtName)
  expect(short.filter((name) => /\dd /.test(name)).length).toBeGreaterThan(20)
  expect(short.filter((name) => /\d(?:nd|rd)\b|\bOh\.|\bCirc\.|\bMuni\.|\bJust\. Court\b/.test(name))).toEqual([])
})

test('a county is abbreviated in one way', () => {
  const short = allCourts().map(shortCourtName)
  expect(short.filter((name) => /\bCnty\. |\bCnty\.$/.test(name)).length).toBeGreaterThan(800)
  expect(short.filter((name) => /\bC'?tys?\b|\bCntys?\b(?!\.)/.test(name))).toEqual([])
})
