import { readLogo } from '@courtcrier/contract/calls/firm-look.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import '../../i18n/main-texts.ts'
import { keepFirm } from '../../session/firm.ts'
import { stubStorage } from '../../session/testing/browser.ts'
import '../settings/text.ts'
import { LogoField } from './LogoField.tsx'

beforeEach(() => {
  stubStorage()
  // As on a page that the server sent with the firm's colors.
  vi.stubGlobal('document', { documentElement: { toggleAttribute: () => false } })
  vi.stubGlobal('getComputedStyle', () => ({ getPropertyValue: () => 'yes' }))
})
afterEach(() => {
  keepFirm({})
  vi.unstubAllGlobals()
})

test('the logo is asked for by its version, in a parameter that the call has', () => {
  keepFirm({ name: 'Harlan Lowe', hasLogo: true, updatedAt: '2026-11-29T10:00:00.000Z' })
  const [, source = ''] = /src="([^"]+)"/.exec(renderToStaticMarkup(<LogoField canChange={false} />)) ?? []
  const { pathname, searchParams } = new URL(source, 'http://console.invalid')
  expect(pathname).toBe('/api/v1/firm/logo.png')
  expect(Object.fromEntries(searchParams)).toEqual({ version: '2026-11-29T10:00:00.000Z' })
  expect(Object.keys(readLogo.query.shape)).toContain('version')
})
