import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readStored } from '../ui/stored.ts'
import { forgetPrivateFirm, getFirm, type KnownFirm, keepFirm } from './firm.ts'
import { stubStorage } from './testing/browser.ts'

beforeEach(() => {
  stubStorage()
  // As on a page that the server sent with the firm's colors.
  vi.stubGlobal('document', { documentElement: { toggleAttribute: () => false } })
  vi.stubGlobal('getComputedStyle', () => ({ getPropertyValue: () => 'yes' }))
})
afterEach(() => vi.unstubAllGlobals())

test('a firm’s paid features are known while someone is signed in, and neither remembered nor kept after logout', () => {
  keepFirm({ name: 'Harlan Lowe', entitledFeatures: ['tracking'], defaultTimeZone: 'America/New_York' })
  expect(getFirm().entitledFeatures).toEqual(['tracking'])
  expect(readStored<KnownFirm>('firm')).toEqual({ name: 'Harlan Lowe' })
  forgetPrivateFirm()
  expect(getFirm()).toMatchObject({ name: 'Harlan Lowe' })
  expect(Object.keys(getFirm())).not.toContain('entitledFeatures')
})
