import { expect, test } from 'vitest'
import { findStateCounties } from './county-courts.ts'
import { findCourt } from './directory.ts'
import { findStateCourt, readStateCourt } from './state-court-name.ts'
import { stateOfCourtName } from './state-names.ts'

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
  ['Circuit Court for Baltimore City', 'Maryland', 'mdcirctctbalt'],
])('"%s" (%s) is %s', (words, state, id) => {
  expect(findStateCourt(words, state)?.id).toBe(id)
  expect(findCourt(id)?.system).toBe('state')
})

test.each([
  ['Baltimore County Circuit Court', 'Maryland', 'mdcirctctbalt'],
  ['Circuit Court for Baltimore County, Maryland', undefined, 'mdcirctctbalt'],
  ['Richmond County Circuit Court', 'Virginia', 'vaccrichcity'],
  ['Roanoke County Circuit Court', 'Virginia', 'vaccroanokecity'],
])('"%s" (%s) is not %s, the court of the city of that name', (words, state, id) => {
  expect(findStateCourt(words, state)?.id).not.toBe(id)
  expect(findCourt(id)?.system).toBe('state')
})

test.each([
  ['Marion Superior Court 1', 'Indiana', 'indsuperct'],
  ['Cobb County - State Court', 'Georgia', 'gastct'],
  ['Loving County - County Court at Law', 'Texas', 'texctylaw'],
  ['Harris County - Probate Court No. 3', 'Texas', 'texprobct'],
  ['345th Judicial District Court', 'Texas', 'texdistct'],
  ['Eighth Judicial District Court, Clark County', 'Nevada', 'nevdistct'],
])(
  'a court that the directory does not list by itself is its kind\'s in the state: "%s" (%s) is %s',
  (words, state, id) => {
    expect(findStateCourt(words, state)?.id).toBe(id)
  },
)

test.each([
  ['San Diego – Civil', 'California', 'calsuperctsandiego'],
  ['San Diego—Civil', 'California', 'calsuperctsandiego'],
  ['SAN DIEGO - CIVIL', 'California', 'calsuperctsandiego'],
  ['San Diego', 'California', 'calsuperctsandiego'],
  ['Los Angeles - Stanley Mosk', 'California', 'calsuppctla'],
  ['Los Angeles County Superior Court – Central District', 'California', 'calsuppctla'],
  ['Superior Court of California, County of Orange', undefined, 'calsuperctorange'],
  ['Orange County – Civil Complex Center', 'California', 'calsuperctorange'],
  ['Kings - Civil', 'California', 'calsuperctkings'],
  ['Kings County Superior Court', 'California', 'calsuperctkings'],
  ['Superior Court of the State of California for the County of Nevada', undefined, 'calsuperctnevada'],
  ['San Luis Obispo – Paso Robles Branch', 'California', 'calsuperctsanluisobispo'],
  ['Circuit Court of Cook County', 'Illinois', 'illcirctcook'],
  ['Cook County - Law Division', 'Illinois', 'illcirctcook'],
  ['Cook County - Municipal Civil - District 1 - Chicago', 'Illinois', 'illcirctcook'],
  ['Winnebago County', 'Illinois', 'illcirctwinnebago'],
  ['De Kalb County', 'Illinois', 'illcirctdekalb'],
  ['Saint Clair County – Chancery', 'Illinois', 'illcirctstclair'],
  ['Circuit Court of the 18th Judicial Circuit, DuPage County, Illinois', undefined, 'illcirctdupage'],
  ['Washington County Circuit Court', 'Illinois', 'illcirctwashington'],
  ['Harris County - District Clerk', 'Texas', 'texdistctharris'],
  ['Harris County – District Civil', 'Texas', 'texdistctharris'],
  ['Harris County - 11th Civil District Court', 'Texas', 'texdistctharris'],
  ['Harris County - County Civil Court at Law No. 2', 'Texas', 'texctylawharris'],
  ['Travis County - 345th', 'Texas', 'texdistcttravis'],
  ['345th Judicial District Court, Travis County, Texas', undefined, 'texdistcttravis'],
  ['Deaf Smith County - 222nd District Court', 'Texas', 'texdistctdeafsmith'],
  ['Smith County – JP Precinct 1', 'Texas', 'texjustctsmith'],
  ['Justice of the Peace, Precinct 3, Place 2, Dallas County', 'Texas', 'texjustctdallas'],
  ['Washington County Court', 'Texas', 'texctyctwashington'],
  ['King County Superior Court - Civil', 'Washington', 'washsuperctking'],
  ['Superior Court of Washington for Spokane County', undefined, 'washsuperctspokane'],
  ['Pierce County Superior', 'Washington', 'washsuperctpierce'],
  ['Snohomish County District Court – Everett Division', 'Washington', 'washdistctsnohomish'],
  ['NYC Civil Court - Bronx', 'New York', 'nycivctbronx'],
  ['New York City Civil Court, Brooklyn', 'New York', 'nycivctkings'],
  ['Civil Court of the City of New York, County of Queens', undefined, 'nycivctqueens'],
  ['Civil Court of the City of New York - Staten Island', 'New York', 'nycivctrichm'],
  ['Orange County Supreme Court', 'New York', 'nysupctorange'],
  ['Surrogate’s Court – Allegany County', 'New York', 'nysurctallegany'],
  ['Family Court of the State of New York, County of Hamilton', undefined, 'nyfamcthamilton'],
  ['Kings - Supreme Civil', 'New York', 'nysupctkings'],
  ['Washington County Court', 'New York', 'nywashctyct'],
  ['Miami-Dade – Circuit Civil', 'Florida', 'flacirct11mia'],
  ['Orange County - County Civil', 'Florida', 'flactyct48'],
  ['Circuit Court, Washington County, Florida', undefined, 'flacirct14was'],
  ['DeSoto County Court', 'Florida', 'flactyct13'],
])('"%s" (%s) is %s, the court of that county', (words, state, id) => {
  expect(findStateCourt(words, state)?.id).toBe(id)
})

test.each([
  ['Harris County Superior Court', 'California'],
  ['Harris County', 'California'],
  ['Kings County Supreme Court', 'California'],
  ['Kings County', 'New York'],
  ['Kings County', undefined],
  ['Orange County Superior Court', undefined],
  ['Washington County', undefined],
  ['Jefferson County – Civil', undefined],
  ['Jefferson County', 'Florida'],
  ['King County', 'Washington'],
  ['San Diego and Orange County Superior Courts, County of San Diego', 'California'],
  ['Stanley Mosk Courthouse', 'California'],
  ['Superior Court of Atlantis', 'California'],
  ['Dallas County – County Clerk', 'Texas'],
  ['Court of Appeal, Second District, Los Angeles County', 'Illinois'],
  ['Circuit Court of the 11th Judicial Circuit in and for Broward County', 'Florida'],
  ['Civil Court of the City of New York, Nassau County', 'New York'],
  ['Harris', 'Texas'],
])('no county\'s court is guessed for "%s" (%s)', (words, state) => {
  expect(findStateCourt(words, state)).toBeUndefined()
})

test('a county means the court in the state that the message is from', () => {
  const states = { California: 'calsuperctorange', Texas: undefined, Florida: undefined, 'New York': undefined }
  for (const [state, id] of Object.entries(states)) expect(findStateCourt('Orange County', state)?.id, state).toBe(id)
  expect(findStateCourt('Jefferson County - District Court', 'Texas')?.id).toBe('texdistctjefferson')
  expect(findStateCourt('Jefferson County - District Court', 'Washington')?.id).toBe('washdistctjefferson')
  expect(findStateCourt('Jefferson County', 'Illinois')?.id).toBe('illcirctjefferson')
})

test.each(['California', 'Florida', 'Illinois', 'New York', 'Texas', 'Washington'])(
  'every county court of %s is found by its own name',
  (state) => {
    const counties = findStateCounties(state)
    for (const county of new Set(counties?.byKey.values())) {
      for (const kind of counties?.kinds ?? []) {
        const court = findCourt(counties?.findCourtId(kind, county) ?? '')
        // The entry for all courts of a kind covers counties that are not listed.
        if (!court?.name.includes(county.replace('DeSoto', 'De Soto'))) continue
        expect(findStateCourt(court.name, state)?.id, court.name).toBe(court.id)
      }
    }
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

test.each([
  ['Circuit Court of Kanawha County, West Virginia', 'West Virginia'],
  ['Circuit Court of Fairfax County, Virginia', 'Virginia'],
  ['Nevada County Superior Court', undefined],
  ['Superior Court of California, County of Nevada', 'California'],
])('"%s" is in the state %s', (words, state) => {
  expect(stateOfCourtName(words)).toBe(state)
})

test('a county named like a state does not name the state', () => {
  expect(findStateCourt('Circuit Court, Washington County')).toBeUndefined()
  expect(findStateCourt('Supreme Court, Delaware County', 'New York')?.state).toBe('New York')
})

test('the court has the position of its name as evidence', () => {
  const words = { value: 'Delaware Court of Chancery', span: [5, 31] as const, from: 'body' as const }
  expect(readStateCourt(words, undefined)).toEqual({ value: 'delch', span: [5, 31], from: 'body' })
})

test('a name of a million letters costs no time', () => {
  expect(findStateCourt(`${'County of '.repeat(100_000)}Superior Court`, 'Texas')).toBeUndefined()
})
