import { expect, test } from 'vitest'
import efilingEntries from './data/efiling-systems.json' with { type: 'json' }
import {
  allCourts,
  federalCourtList,
  findCourt,
  findCourtByHost,
  findCourtBySenderDomain,
  findEfilingByHost,
  findEfilingBySenderDomain,
  isCourtHost,
} from './directory.ts'

test('finds a court by its id', () => {
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

test('every CM/ECF court is listed, each with a name, a citation and an existing time zone', () => {
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

test('only exact hosts of courts are court hosts', () => {
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
])('"%s" is not a court host', (host) => {
  expect(isCourtHost(host)).toBe(false)
  expect(findCourtByHost(host)).toBeUndefined()
})

test('finds a court by the domain its notices are sent from', () => {
  expect(findCourtBySenderDomain('nysd.uscourts.gov')?.id).toBe('nysd')
  expect(findCourtBySenderDomain('ca9.fedcourts.us')?.id).toBe('ca9')
  expect(findCourtBySenderDomain('uscourts.gov')).toBeUndefined()
})

test('federal courts without CM/ECF, tribal and state courts are listed, historical ones with the day they ended', () => {
  const expected = {
    scotus: {
      system: 'federal',
      level: 'appellate',
      efiling: 'SCOTUS',
      hosts: expect.arrayContaining(['www.supremecourt.gov']),
    },
    tax: { system: 'federal', level: 'trial', efiling: 'DAWSON', code: 'USTC' },
    cavc: { name: 'United States Court of Appeals for Veterans Claims', efiling: 'NONE', hosts: [] },
    cofc: { name: 'United States Court of Federal Claims', efiling: 'CM/ECF' },
    cit: { efiling: 'CM/ECF' },
    jpml: { efiling: 'CM/ECF' },
    bap9: { type: 'BANKRUPTCY', level: 'appellate', state: 'California', code: 'BAP9' },
    gud: { name: 'United States District Court for the District of Guam', timeZone: 'Pacific/Guam' },
    navajo: { system: 'tribal', timeZone: 'America/Phoenix' },
    flactyctrec7: { system: 'state', parent: 'flactyctrec', ended: '1972-12-31', efiling: 'NONE' },
    circtdca: { ended: '1863-12-31', parent: 'uscirct' },
    texcrimapp: { efiling: 'TAMES' },
    kingsbench: { system: 'international', timeZone: 'Europe/London' },
    ianb: { name: 'United States Bankruptcy Court for the Northern District of Iowa', code: 'NDIA-BK' },
    ca11: { name: 'United States Court of Appeals for the Eleventh Circuit' },
    ca9: { efiling: 'ACMS' },
  }
  for (const [id, parts] of Object.entries(expected)) expect(findCourt(id), id).toMatchObject(parts)
  expect(findCourt('cand')).not.toHaveProperty('ended')
  expect(federalCourtList().some((court) => court.ended)).toBe(false)
})

test('unverified hosts and senders are in the table but never trusted', () => {
  const unverified = efilingEntries.filter((entry) => !entry.isVerified)
  expect(unverified.length).toBeGreaterThan(20)
  for (const entry of unverified) {
    for (const host of entry.hosts) expect(isCourtHost(host), host).toBe(false)
    for (const domain of entry.senderDomains) expect(findEfilingBySenderDomain(domain), domain).toBeUndefined()
  }
})

test('verified hosts of e-filing systems may be opened, and each names its source', () => {
  for (const entry of efilingEntries.filter(({ isVerified }) => isVerified)) {
    expect(entry.source.length).toBeGreaterThan(20)
    for (const host of entry.hosts) {
      expect(isCourtHost(host), host).toBe(true)
      expect(host).toMatch(/^[a-z0-9-]+(?:\.[a-z0-9-]+){2,}$/)
    }
  }
  expect(findEfilingByHost('illinois.tylertech.cloud')).toMatchObject({ system: 'ODYSSEY', states: ['Illinois'] })
  expect(findCourtByHost('www.supremecourt.gov')?.id).toBe('scotus')
  expect(findCourtByHost('www.myflcourtaccess.com')).toBeUndefined()
  expect(findEfilingBySenderDomain('txcourts.gov')?.system).toBe('TAMES')
})

test.each(['tylertech.cloud', 'evil.tylertech.cloud', 'myflcourtaccess.com', 'illinois.tylertech.cloud.evil.example'])(
  '"%s" is not a host of an e-filing system',
  (host) => {
    expect(isCourtHost(host)).toBe(false)
  },
)
