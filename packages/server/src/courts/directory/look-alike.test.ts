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
])('%s imitates no one', (address) => {
  expect(from(address)).toBeUndefined()
})

test('a name under .gov in another script is no government, since there are none', () => {
  expect(from('ecf@xn--80ak6aa92e.gov', 'U.S. District Court')).toContain("isn't a court's address")
  expect(from('clerk@courts.example.gov', 'U.S. District Court')).toBeUndefined()
})
