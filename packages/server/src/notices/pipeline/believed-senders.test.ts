import { expect, test } from 'vitest'
import type { SenderResult, Vouch } from './stage.ts'
import { isBelieved } from './trust-gate.ts'

const court: SenderResult = { trust: 'verified' }
const vouch: Vouch = { userId: 'u', name: 'Ada' }

test('a flag outweighs what proves a sender', () => {
  expect(isBelieved({ results: { authenticate: court }, vouch: undefined })).toBe(true)
  expect(isBelieved({ results: { authenticate: { ...court, flag: 'look-alike' } }, vouch: undefined })).toBe(false)
})

test('someone vouches for the flag that they were shown, and for no other', () => {
  const authenticate: SenderResult = { ...court, flag: 'fake' }
  expect(isBelieved({ results: { authenticate }, vouch })).toBe(false)
  expect(isBelieved({ results: { authenticate }, vouch: { ...vouch, flag: 'look-alike' } })).toBe(false)
  expect(isBelieved({ results: { authenticate }, vouch: { ...vouch, flag: 'fake' } })).toBe(true)
})
