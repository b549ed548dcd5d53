import { expect, test } from 'vitest'
import { sftp } from '../sftp/index.ts'
import { settingsWith } from '../testing/store-settings.ts'
import { decoded } from './decoded.ts'

test('a part of an address is decoded, and one that is not encoded stays as it is', () => {
  expect(decoded('/Filings%20%26%20Orders')).toBe('/Filings & Orders')
  expect(decoded('/50% paid')).toBe('/50% paid')
  expect(decoded('/%zz')).toBe('/%zz')
})

test('a folder on an SFTP server may have a percent sign', () => {
  expect(sftp.rootOf(settingsWith({ baseUrl: 'sftp://files.firm.example/50%', username: 'u' }))).toBe(
    'sftp://u@files.firm.example:22//50%',
  )
})
