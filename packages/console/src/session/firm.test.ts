import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readStored } from '../ui/stored.ts'
import { forgetPrivateFirm, getFirm, type KnownFirm, keepFirm } from './firm.ts'
import { setSession } from './session-store.ts'
import { sessionFor, stubStorage } from './testing/browser.ts'

beforeEach(() => {
  stubStorage()
  // As on a page that the server sent with the firm's colors.
  vi.stubGlobal('document', { documentElement: { toggleAttribute: () => false } })
  vi.stubGlobal('getComputedStyle', () => ({ getPropertyValue: () => 'yes' }))
})
afterEach(() => {
  setSession(undefined)
  vi.unstubAllGlobals()
})

const row = { name: 'Harlan Lowe', entitledFeatures: ['tracking'], defaultTimeZone: 'America/New_York' }

test('a firm’s paid features are remembered while someone is signed in, and neither remembered nor kept after logout', () => {
  setSession(sessionFor(30))
  keepFirm(row)
  expect(getFirm().entitledFeatures).toEqual(['tracking'])
  expect(readStored<KnownFirm>('firm')).toEqual({ name: 'Harlan Lowe', entitledFeatures: ['tracking'] })
  setSession(undefined)
  forgetPrivateFirm()
  expect(readStored<KnownFirm>('firm')).toEqual({ name: 'Harlan Lowe' })
  expect(getFirm()).toMatchObject({ name: 'Harlan Lowe' })
  expect(Object.keys(getFirm())).not.toContain('entitledFeatures')
})

test('what a call answers after logout leaves no paid features behind', () => {
  keepFirm(row)
  expect(readStored<KnownFirm>('firm')).toEqual({ name: 'Harlan Lowe' })
})
