import { expect, test } from 'vitest'
import { findCourt } from './directory.ts'
import { findStateCourt, readStateCourt } from './state-court-name.ts'

test.each([
  ['Supreme Court, Kings County', 'New York', 'nysupctkings'],
  ['Kings County Supreme Court', 'New York', 'nysupctkings'],
  ['Supreme Court of the State of New York, County of Columbia', 'New York', 'nysupctclmb'],
  ['New York County Supreme Court', 'New York', 'nysupctnewyork'],
  ["Kings County Surrogate's Court", 'New York', 'nysurctkings'],
  ['Appellate Division - Second Department', 'New York', 'nyappdiv'],
  ['Court of Claims', 'New York', 'nyclaimsct'],
  [
    'In the Circuit Court of the 11th Judicial Circuit in and for Miami-Dade County, Florida',
    undefined,
    'flacirct11mia',
  ],
  ['COUNTY COURT OF THE FIFTEENTH JUDICIAL CIRCUIT, IN AND FOR PALM BEACH COUNTY, FLORIDA', undefined, 'flactyct50'],
  ['Circuit Court of the Nineteenth Judicial Circuit', 'Florida', 'flacirct19'],
  ['Third District Court of Appeal', 'Florida', 'fladistctapp3'],
  ['Superior Court of California, County of Los Angeles', undefined, 'calsuppctla'],
  ['Los Angeles Superior Court', 'California', 'calsuppctla'],
  ['California Court of Appeal, Second Appellate District', undefined, 'calctapp2d'],
  ['Cobb County - Superior Court', 'Georgia', 'gasuperctcobb'],
  ['Chatham County Superior Court', 'Georgia', 'gasuperctchatha'],
  ['Suffolk County Superior Court', 'Massachusetts', 'masssuperctsuff'],
  ['Superior Court of the District of Columbia', undefined, 'supctdc'],
  ['Texas Business Court - First Division', 'Texas', 'texbizct'],
  ['Delaware Court of Chancery', undefined, 'delch'],
])('"%s" (%s) is %s', (words, state, id) => {
  expect(findStateCourt(words, state)?.id).toBe(id)
  expect(findCourt(id)?.system).toBe('state')
})

test.each([
  ['Circuit Court of Cook County', 'Illinois', 'illcirct'],
  ['Winnebago County', 'Illinois', 'illcirct'],
  ['Superior Court of California, County of Orange', undefined, 'calsuperct'],
  ['Marion Superior Court 1', 'Indiana', 'indsuperct'],
  ['Cobb County - State Court', 'Georgia', 'gastct'],
  ['Harris County - 11th Civil District Court', 'Texas', 'texdistct'],
  ['Harris County - County Civil Court at Law No. 2', 'Texas', 'texctylaw'],
  ['Eighth Judicial District Court, Clark County', 'Nevada', 'nevdistct'],
])(
  'a court the directory does not list by itself is that of its kind in the state: "%s" (%s) is %s',
  (words, state, id) => {
    expect(findStateCourt(words, state)?.id).toBe(id)
  },
)

test.each([
  ['Kings County Supreme Court', undefined],
  ['Palm Beach County', 'Florida'],
  ['Fifteenth Judicial Circuit in and for Palm Beach County, Florida', 'Florida'],
  ['Marion Circuit & Superior Court', 'Indiana'],
  ['Circuit Court and Superior Court', 'Indiana'],
  ['Montgomery County Circuit Court', 'Maryland'],
  ['Florida Attorney General', 'Florida'],
  ['Court', 'New York'],
  ['', 'Texas'],
  ['Superior Court of Atlantis', 'Atlantis'],
])('nothing is guessed for "%s" (%s)', (words, state) => {
  expect(findStateCourt(words, state)).toBeUndefined()
})

test('a county that is called like a state does not name the state', () => {
  expect(findStateCourt('Circuit Court, Washington County')).toBeUndefined()
  expect(findStateCourt('Supreme Court, Delaware County', 'New York')?.state).toBe('New York')
})

test('the court keeps the place of its name as evidence', () => {
  const words = { value: 'Delaware Court of Chancery', span: [5, 31] as const, from: 'body' as const }
  expect(readStateCourt(words, undefined)).toEqual({ value: 'delch', span: [5, 31], from: 'body' })
})

test('a name of a million letters costs nothing', () => {
  expect(findStateCourt(`${'County of '.repeat(100_000)}Superior Court`, 'Texas')).toBeUndefined()
})
