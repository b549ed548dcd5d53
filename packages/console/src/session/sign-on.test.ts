import { expect, test } from 'vitest'
import { signOnAddress, wantNewLogin } from './sign-on.ts'

test('a sign-in leads to the provider and back to the page, and demands a new login where one is wanted', () => {
  const provider = { id: 'p 1', name: 'Entra' }
  expect(signOnAddress(provider, undefined)).toBe('/api/v1/sso/p%201/start')
  expect(signOnAddress(provider, '/roles?id=1')).toBe('/api/v1/sso/p%201/start?return_to=%2Froles%3Fid%3D1')
  wantNewLogin()
  expect(signOnAddress(provider, '/roles')).toBe('/api/v1/sso/p%201/start?return_to=%2Froles&fresh=true')
})
