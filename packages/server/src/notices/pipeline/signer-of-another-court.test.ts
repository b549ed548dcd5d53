import { expect, test } from 'vitest'
import type { SenderResult } from './stage.ts'
import { isBelieved, whyHeld } from './trust-gate.ts'

const misfit = 'It is from nysb.uscourts.gov, which writes for Bankr. S.D.N.Y., but its notice is of C.D. Cal.'
const authenticate: SenderResult = { trust: 'verified', proof: 'Sent by the court, signature intact' }
const parse = { notice: { format: 'cmecf-nef' } }

test("a verified sender isn't believed for another court's notice, and both are named", () => {
  expect(isBelieved({ results: { authenticate, parse }, vouch: undefined })).toBe(true)
  const other = { results: { authenticate, parse: { ...parse, misfit } }, vouch: undefined }
  expect(isBelieved(other)).toBe(false)
  expect(whyHeld(other, 'retrieve')).toContain(`Sender not verified for this court: ${misfit}`)
})

test('a person may trust it', () => {
  const results = { authenticate, parse: { ...parse, misfit } }
  expect(isBelieved({ results, vouch: { userId: '1', name: 'Ada' } })).toBe(true)
})
