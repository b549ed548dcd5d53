import { expect, test } from 'vitest'
import {
  allCourts,
  federalCourtList,
  findCourt,
  findCourtByHost,
  findCourtBySenderDomain,
  isCourtHost,
} from './directory.ts'

test('a court is found by its id', () => {
  expect(findCourt('cand')).toMatchObject({
    name: 'United States District Court for the Northern District of California',
    citation: 'N.D. Cal.',
    code: 'NDCA',
    type: 'DISTRICT',
    timeZone: 'America/Los_Angeles',
  })
  expect(findCourt('NYSB')).toMatchObject({ citation: 'Bankr. S.D.N.Y.', code: 'SDNY-BK', type: 'BANKRUPTCY' })
  expect(findCourt('ca9')).toMatchObject({ citation: '9th Cir.', type: 'APPEALS' })
  expect(findCourt('jpml')).toMatchObject({ type: 'NONE' })
  expect(findCourt('cal')).toMatchObject({ name: 'California Supreme Court', system: 'state', level: 'appellate' })
  expect(findCourt('atlantis')).toBeUndefined()
})

test('every CM/ECF court of the country is there, each with a name, a citation and a time zone that exists', () => {
  const federal = federalCourtList()
  expect(federal.filter((court) => court.type === 'DISTRICT')).toHaveLength(94)
  expect(federal.filter((court) => court.type === 'APPEALS')).toHaveLength(13)
  expect(federal.filter((court) => court.type === 'BANKRUPTCY').length).toBeGreaterThanOrEqual(90)
  for (const court of allCourts()) expect(court.name).not.toBe('')
  for (const court of federal) {
    expect(court.citation).not.toBe('')
    expect(() => new Intl.DateTimeFormat('en-US', { timeZone: court.timeZone })).not.toThrow()
  }
})

test('no two courts share an id, a host or a code', () => {
  const courts = allCourts()
  const hosts = courts.flatMap((court) => court.hosts)
  const codes = courts.map((court) => court.code).filter((code) => code !== '')
  for (const values of [courts.map((court) => court.id), hosts, codes]) expect(new Set(values).size).toBe(values.length)
})

test('only the exact hosts of courts are court hosts', () => {
  expect(isCourtHost('ecf.cand.uscourts.gov')).toBe(true)
  expect(isCourtHost('ECF.CAND.USCOURTS.GOV')).toBe(true)
  expect(isCourtHost('ca9-showdoc.azurewebsites.us')).toBe(true)
})

test.each([
  'ecf.cand.uscourts.gov.evil.example',
  'ecf-cand.uscourts.gov',
  'evil.ecf.cand.uscourts.gov',
  'cand.uscourts.gov',
  'ca4-showdoc.azurewebsites.us',
  'ca9-showdoc.azurewebsites.net',
  'xca9-showdoc.azurewebsites.us',
  'ecf.cand.uscourts.gov.',
  '',
  '__proto__',
])('"%s" is no court host', (host) => {
  expect(isCourtHost(host)).toBe(false)
  expect(findCourtByHost(host)).toBeUndefined()
})

test('a court is found by the domain its notices come from', () => {
  expect(findCourtBySenderDomain('nysd.uscourts.gov')?.id).toBe('nysd')
  expect(findCourtBySenderDomain('ca9.fedcourts.us')?.id).toBe('ca9')
  expect(findCourtBySenderDomain('uscourts.gov')).toBeUndefined()
})
