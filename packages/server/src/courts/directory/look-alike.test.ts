import { expect, test } from 'vitest'
import { findImitation } from './look-alike.ts'

const from = (address: string, name = 'Clerk') => findImitation({ name, address })

test.each([
  // A letter no table has (U+03FC), among the others and as mail programs show it.
  ['ecf@xn--uscurts-b3f.gov', 'uscourts.gov'],
  ['ecf@uscur\u03fcts.gov', 'uscourts.gov'],
  ['ecf@u\u2c80scourts.com', 'uscourts.gov'],
  ['ecf@xn--fedcouts-b3f.us', 'fedcourts.us'],
  ['ecf@tyler\u03fctech.cloud', 'tylertech.cloud'],
  ['ECF-CAND@ecf.cand.us', 'cand.uscourts.gov'],
  ['ECF-CAND@ecf-cand.com', 'cand.uscourts.gov'],
  ['ECF-CAND@cand.ecf.example.org', 'cand.uscourts.gov'],
  ['ecf@cmecf.nysb.us', 'nysb.uscourts.gov'],
  // Two letters no table has (U+A731).
  ['ecf@u\ua731court\ua731.com', 'uscourts.gov'],
  ['ecf@us-court.com', 'uscourts.gov'],
  ['cmecf@ecf.ca5.us', 'ca5.uscourts.gov'],
  ['cmecf@ecf-ca11.com', 'ca11.uscourts.gov'],
  ['ECF-CAND@ecfcand.com', 'cand.uscourts.gov'],
  ['ecf@nysdcmecf.org', 'nysd.uscourts.gov'],
])('%s imitates %s', (address, copied) => {
  expect(from(address)).toContain(`imitates ${copied}`)
})

test.each([
  'ecf@cand.uscourts.gov',
  'clerk@ecf.example.com',
  'pat@cand.example.com',
  'pat@m\u00fcller.example',
  'pat@xn--mller-kva.example',
  'clerk@\u0441\u0443\u0434.\u0440\u0444',
  'clerk@nvcourts.gov',
  'pat@ecfmed.com',
  'pat@\u4e2d\u6587\u57df\u540d\u7ad9.com',
  'pat@us-courier.com',
])('%s imitates no one', (address) => {
  expect(from(address)).toBeUndefined()
})

test.each([
  'U.S. Distri\u0441t Court',
  'U.S.\u00a0District\u2003Court',
  'U.\u200bS. Dis\u00adtrict C\u03bfurt',
  'United States Bankruptcy C0urt',
  '\uff35\uff0e\uff33\uff0e District Court',
  'ecf@cand.usc\u043eurts.gov',
])('a sender who calls itself %j poses as a court, whatever its letters are', (name) => {
  expect(from('pat@mail.example.com', name)).toContain("isn't a court's address")
})

test.each(['Pat Courtney', 'US Courier 5', 'ECFMG', 'Court Reporter, Inc.'])('%s poses as no one', (name) => {
  expect(from('pat@mail.example.com', name)).toBeUndefined()
})

test('a name under .gov in another script is no government, since there are none', () => {
  expect(from('ecf@xn--80ak6aa92e.gov', 'U.S. District Court')).toContain("isn't a court's address")
  expect(from('clerk@courts.example.gov', 'U.S. District Court')).toBeUndefined()
})
