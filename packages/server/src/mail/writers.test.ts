import { expect, test } from 'vitest'
import { findCourt } from '../courts/directory/directory.ts'
import { servesAt, servesCourt, whyNotItsOwn } from './writers.ts'

const link = (host: string) => ({ url: `https://${host}/doc1/1`, host, token: '1' })
const noticeOf = (courtId: string, host?: string) => ({
  courtId: { value: courtId, from: 'body' as const },
  cases: [],
  documents: host ? [{ index: 0, description: { value: '', from: 'body' as const }, link: link(host) }] : [],
})

test('a court speaks for its own notices and links', () => {
  expect(whyNotItsOwn('cand.uscourts.gov', noticeOf('cand', 'ecf.cand.uscourts.gov'))).toBeUndefined()
  expect(whyNotItsOwn('ca9.fedcourts.us', noticeOf('ca9', 'ca9-showdoc.azurewebsites.us'))).toBeUndefined()
  expect(whyNotItsOwn('txs.uscourts.gov', noticeOf('txsd', 'ecf.txsd.uscourts.gov'))).toBeUndefined()
})

test("a court doesn't speak for another court, nor for links to another's host", () => {
  expect(whyNotItsOwn('nysb.uscourts.gov', noticeOf('cacd', 'ecf.cacd.uscourts.gov'))).toBe(
    'It is from nysb.uscourts.gov, which writes for Bankr. S.D.N.Y., but its notice is of C.D. Cal.',
  )
  expect(whyNotItsOwn('nysb.uscourts.gov', noticeOf('nysb', 'ecf.cacd.uscourts.gov'))).toBe(
    'It is from nysb.uscourts.gov, which writes for Bankr. S.D.N.Y., but its link leads to ecf.cacd.uscourts.gov.',
  )
  expect(whyNotItsOwn('nysb.uscourts.gov', noticeOf('nysb', 'ecf.nysb.uscourts.gov.evil.example'))).toContain('evil')
})

test('an e-filing service speaks for the courts of its states and for no federal court', () => {
  const tyler = 'efilingmail.tylertech.cloud'
  expect(whyNotItsOwn(tyler, noticeOf('illcirctcook', 'illinois.tylertech.cloud'))).toBeUndefined()
  expect(whyNotItsOwn(tyler, noticeOf('calsuperctorange'))).toBeUndefined()
  expect(whyNotItsOwn(tyler, noticeOf('ilnd', 'ecf.ilnd.uscourts.gov'))).toContain('its notice is of N.D. Ill.')
  expect(whyNotItsOwn(tyler, noticeOf('flactyct50'))).toContain("writes for Tyler's eFile & Serve (Odyssey)")
  expect(whyNotItsOwn('myflcourtaccess.com', noticeOf('flactyct50', 'www.myflcourtaccess.com'))).toBeUndefined()
  expect(whyNotItsOwn('txcourts.gov', noticeOf('texapp'))).toBeUndefined()
  expect(whyNotItsOwn('txcourts.gov', noticeOf('texdistctharris'))).toBeDefined()
})

test('a sender serves documents at its own hosts, a service at those of all its sites', () => {
  expect(servesAt('cand.uscourts.gov', 'ECF.cand.uscourts.gov')).toBe(true)
  expect(servesAt('nysb.uscourts.gov', 'ecf.cand.uscourts.gov')).toBe(false)
  expect(servesAt('efilingmail.tylertech.cloud', 'illinois.tylerhost.net')).toBe(true)
  expect(servesAt('efilingmail.tylertech.cloud', 'ecf.ilnd.uscourts.gov')).toBe(false)
  expect(servesAt('evil.example', 'ecf.cand.uscourts.gov')).toBe(false)
})

test.each([
  ['cand', 'ecf.cand.uscourts.gov', true],
  ['cand', 'ECF.CAND.uscourts.gov', true],
  ['cand', 'ecf.nysd.uscourts.gov', false],
  ['cand', 'california.tylerhost.net', false],
  ['illcirctcook', 'illinois.tylertech.cloud', true],
  ['illcirctcook', 'texas.tylertech.cloud', false],
  ['illcirctcook', 'ecf.ilnd.uscourts.gov', false],
  ['tex', 'search.txcourts.gov', true],
  ['scotus', 'www.supremecourt.gov', true],
])('documents of %s are served at %s: %s', (courtId, host, isServed) => {
  const court = findCourt(courtId)
  expect(court && servesCourt(court, host)).toBe(isServed)
})
