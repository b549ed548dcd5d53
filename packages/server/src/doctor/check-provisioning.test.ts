import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { withFirm } from '../base/db/firm-transaction.ts'
import { productRoutes } from '../http/routes.ts'
import { openTestApi } from '../testing/api.ts'
import { makeToken, openScim } from '../testing/scim.ts'
import { checkProvisioning } from './check-provisioning.ts'

test('says of each provisioning token whether it works and is used', async () => {
  const api = await openTestApi({ register: productRoutes })
  try {
    const { providerId, keyId } = await openScim(api, { name: 'Entra' })
    const { database } = api.services
    const state = async (values: {
      lastUsedAt?: string
      createdAt?: string
      expiresAt?: string
      revokedAt?: string
    }) => {
      const { lastUsedAt, createdAt = '2026-01-01', expiresAt = '2027-01-01', revokedAt } = values
      await withFirm(database, 1, (trx) =>
        sql`update api_keys set created_at = ${createdAt}::timestamptz, expires_at = ${expiresAt}::timestamptz,
          last_used_at = ${lastUsedAt ?? null}::timestamptz, revoked_at = ${revokedAt ?? null}::timestamptz
          where id = ${keyId}::uuid`.execute(trx),
      )
      const checks = await checkProvisioning(database, new Date('2026-06-10T12:00:00Z'))
      return checks.map(({ name, state, sentence }) => `${name}: ${state}: ${sentence}`)
    }
    const start = 'Provisioning by Entra of firm 1: '
    const token = 'The token "Entra token"'
    expect(await state({ lastUsedAt: '2026-06-10' })).toEqual([`${start}ok: ${token} works until 2027-01-01.`])
    expect(await state({ lastUsedAt: '2026-06-01' })).toEqual([
      expect.stringContaining(`${start}warning: ${token} was last used on 2026-06-01.`),
    ])
    expect(await state({})).toEqual([expect.stringContaining(`${start}warning: ${token} was never used.`)])
    expect(await state({ createdAt: '2026-06-10' })).toEqual([expect.stringContaining(`${start}ok:`)])
    expect(await state({ expiresAt: '2026-06-20' })).toEqual([expect.stringContaining('expires on 2026-06-20.')])
    expect(await state({ expiresAt: '2026-06-09' })).toEqual([
      expect.stringContaining(`${start}failed: ${token} expired on 2026-06-09.`),
    ])
    expect(await state({ expiresAt: '2026-06-09', revokedAt: '2026-06-01' })).toEqual([])
    await makeToken(api, { providerId, name: 'Second' })
    expect(await checkProvisioning(database, api.clock.now)).toHaveLength(1)
  } finally {
    await api.close()
  }
})
