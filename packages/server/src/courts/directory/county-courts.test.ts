import { expect, test } from 'vitest'
import { findStateCounties } from './county-courts.ts'
import { allCourts, courtAndWider, findCourt } from './directory.ts'

/**
 * Number of counties in each state, and the kinds of trial court that all of them have, with an example of a real
 * court.
 */
const states = [
  { state: 'California', counties: 58, kinds: { superior: 58 } },
  { state: 'Texas', counties: 254, kinds: { district: 254, county: 254, justice: 254 } },
  { state: 'Florida', counties: 67, kinds: { circuit: 67, county: 67 } },
  { state: 'Illinois', counties: 102, kinds: { circuit: 102 } },
  { state: 'New York', counties: 62, kinds: { supreme: 62, surrogate: 62, family: 62, county: 61, 'civil city': 5 } },
  { state: 'Washington', counties: 39, kinds: { superior: 39, district: 39 } },
]

test.each(states)(
  'every county of $state has each of its trial courts, with a citation and not ended',
  ({ state, counties, kinds }) => {
    const found = findStateCounties(state)
    const names = [...new Set(found?.byKey.values())]
    expect(names).toHaveLength(counties)
    for (const [kind, count] of Object.entries(kinds)) {
      const ids = names.flatMap((county) => found?.findCourtId(kind, county) ?? [])
      expect(new Set(ids).size, kind).toBe(count)
      for (const id of ids) {
        const court = findCourt(id)
        expect(court, id).toMatchObject({ id, state, system: 'state', level: 'trial' })
        expect(court?.ended, id).toBeUndefined()
        expect(court?.citation, id).toMatch(/County\.?|Cnty\.|NYC/)
        expect(courtAndWider(id).length, id).toBeGreaterThan(1)
      }
    }
  },
)

test.each([
  ['calsuperctsandiego', 'Superior Court of California, County of San Diego', 'Cal. Super. Ct., San Diego Cnty.'],
  ['calsuppctla', 'Los Angeles Superior Court', 'Cal. Super. Ct., Los Angeles Cnty.'],
  ['texdistctharris', 'District Courts of Harris County, Texas', 'Tex. Dist. Ct., Harris Cnty.'],
  ['texctylawtravis', 'County Courts at Law of Travis County, Texas', 'Tex. Cnty. Ct. at Law, Travis Cnty.'],
  ['texjustctloving', 'Justice Courts of Loving County, Texas', 'Tex. Just. Ct., Loving Cnty.'],
  ['illcirctstclair', 'Circuit Court of St. Clair County, Illinois', 'Ill. Cir. Ct., St. Clair Cnty.'],
  ['nyfamctnewyork', 'New York Family Court, New York County', 'N.Y. Fam. Ct., New York Cnty.'],
  ['washsuperctgraysharbor', 'Superior Court of Washington, Grays Harbor County', undefined],
  [
    'flacirct7stj',
    'Circuit Court of the 7th Judicial Circuit of Florida, St. Johns County',
    'Fla. Cir. Ct., St. Johns Cnty.',
  ],
  ['nysupctkings', 'New York Supreme Court, Kings', 'N.Y. Sup. Ct., Kings Cnty.'],
])('%s is %s', (id, name, citation) => {
  expect(findCourt(id)).toMatchObject({ name, ...(citation && { citation }) })
})

test('the entries for all courts of a kind in a state keep their meaning', () => {
  for (const id of ['calsuperct', 'texdistct', 'texctyct', 'illcirct', 'washsuperct', 'nysupct', 'flacirct'])
    expect(findCourt(id), id).toMatchObject({ level: 'trial', system: 'state' })
  expect(findCourt('washsuperct')?.name).toBe('Washington Superior Court')
  expect(courtAndWider('flacirct15pal')).toEqual(['flacirct15pal', 'flacirct15', 'flacirct'])
  expect(courtAndWider('illcirctcook')).toEqual(['illcirctcook', 'illcirct'])
  expect(courtAndWider('cand')).toEqual(['cand'])
  expect(courtAndWider('atlantis')).toEqual(['atlantis'])
})

test('a county keeps its own time zone if it differs from most of its state', () => {
  const zones = [
    'texdistctelpaso',
    'texjustcthudspeth',
    'texdistctharris',
    'flacirct1esc',
    'flactyct14',
    'flactyct3',
  ].map((id) => findCourt(id)?.timeZone)
  expect(zones).toEqual([
    'America/Denver',
    'America/Denver',
    'America/Chicago',
    'America/Chicago',
    'America/New_York',
    'America/Chicago',
  ])
})

test('county courts have no hosts of their own, and each has a unique name', () => {
  const local = allCourts().filter(
    ({ state, parent, system }) => system === 'state' && parent && findStateCounties(state),
  )
  for (const court of local) expect(court.hosts, court.id).toEqual([])
  const made = local.filter(({ name, state }) => name.includes(state)).map(({ name }) => name)
  expect(new Set(made).size).toBe(made.length)
})
