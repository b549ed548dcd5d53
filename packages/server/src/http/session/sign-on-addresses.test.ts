import type { IdentityProvider } from '@courtcrier/contract/resources/identity-provider.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findProvider } from '../../auth/sign-on/providers.ts'
import { recognize } from '../../auth/sign-on/recognize.ts'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { testEmail } from '../../testing/api.ts'
import { openSignOnApi } from '../../testing/sign-on-api.ts'
import { addProvider, signInBy } from '../../testing/sign-on-browser.ts'

let { api, server, close } = {} as Awaited<ReturnType<typeof openSignOnApi>>
let provider: string

beforeAll(async () => {
  ;({ api, server, close } = await openSignOnApi())
  provider = await addProvider(api, server)
})
afterAll(() => close())

const signedInAs = async (subject: string, claims: object) => {
  server.signInAs(subject, { ...claims })
  return signInBy(api, provider)
}

test('Google, which may let anyone in, creates users only for the domains it is trusted for', async () => {
  const email = 'new@firm.example'
  const unknown = { denial: undefined, groups: undefined, authenticatedAt: undefined, saysWhen: false }
  const identity = { ...unknown, issuer: 'https://accounts.google.com', subject: 'g-1', email, isVerified: true }
  const recognized = (trustedDomains: string[]) =>
    withFirm(api.services.database, 1, async (trx) => {
      const found = await findProvider(trx, { firmId: 1, id: provider })
      const defaultRoleId = api.firms[1].roleIds['View Only'] ?? null
      const row = { ...(found?.row as IdentityProvider), admits: 'CREATED' as const, defaultRoleId, trustedDomains }
      return recognize(trx, { firmId: 1, row, identity: { ...identity, name: 'New' } })
    })
  await expect(recognized(['other.example'])).rejects.toThrow('enter the domain there')
  expect(await recognized(['other.example', 'firm.example'])).toMatchObject({ kind: 'new', email })
})

test('an account stays linked when the user’s address changes only in its letter case, as a directory may write it', async () => {
  await signedInAs('s-10', { email: testEmail('Manager'), email_verified: true })
  const url = `/api/v1/user/${api.userIds[1].Manager}`
  const email = testEmail('Manager').toUpperCase()
  expect((await api.call({ as: 'Administrator', method: 'PUT', url, body: { email } })).status).toBe(200)
  const again = await signedInAs('s-10', { email, email_verified: false })
  expect(again.json().user, again.text).toMatchObject({ id: api.userIds[1].Manager })
  await api.call({ as: 'Administrator', method: 'PUT', url, body: { email: testEmail('Manager') } })
})
