import { startFakeBox } from '@courtcrier/connectors/box/fake-box.ts'
import { makeSecretBox } from '@courtcrier/lib/secret-box.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { withSystem } from '../base/db/firm-transaction.ts'
import { newId } from '../base/db/ids.ts'
import { plantCopy, saveCopy } from '../outbox/copies/planted-copy.fixture.ts'
import {
  insert,
  openTestServices,
  plantFiling,
  rowById,
  type TestFiling,
  type TestServices,
} from '../outbox/copies/test-filing.ts'
import { openStoreGrants } from './store-grants.ts'
import { openStoreUploads } from './store-uploads.ts'

/** Copies saved to a service on the internet, which is a fake here. */
let box: Awaited<ReturnType<typeof startFakeBox>>
let services: TestServices
beforeEach(async () => {
  box = await startFakeBox({ clientId: 'courtcrier', clientSecret: 'right', enterpriseId: '42', refreshToken: 'first' })
  services = await openTestServices({
    COURTCRIER_ALLOW_PRIVATE_STORES: 'loopback',
    COURTCRIER_STORE_GATEWAY: `http://127.0.0.1:${box.service.port}`,
  })
})
afterEach(async () => {
  await services.close()
  await box.service.close()
})

test('a copy is saved to Box with the credential of its policy, and has the link that Box gives', async () => {
  const { filing } = await plant('box_client_credential', { enterprise_id: '42' })
  const id = await run(filing)
  expect(await rowById(services, 'document_copies', id)).toMatchObject({
    status: 'succeeded',
    target: 'Our Box',
    path: 'All/Motion.pdf',
    link: `https://app.box.com/file/${box.tree.at('All/Motion.pdf')?.id}`,
  })
  expect(box.tree.at('All/Motion.pdf')?.bytes?.toString()).toBe('bytes')
})

test('a refresh token that Box replaces is on record before it is used, sealed, and outlives a restart', async () => {
  const { filing, credentialId } = await plant('box_credential', { refresh_token: sealed('first') })
  await run(filing)
  expect(box.state.refreshToken).not.toBe('first')
  const kept = await rowById(services, 'store_grants', credentialId, 'credential_id')
  expect(Buffer.from(kept.refresh_token as Uint8Array).toString('latin1')).not.toContain(box.state.refreshToken)
  const grants = openStoreGrants(services)
  const renewed = await grants.renew({ firmId: 1, credentialId }, async (refreshToken) => {
    expect(refreshToken).toBe(box.state.refreshToken)
    return { accessToken: 'a', endsAt: 0 }
  })
  expect(renewed.accessToken).toBe('a')
})

test('renewals of one credential follow each other, and a failed one leaves the token for the next', async () => {
  const { credentialId } = await plant('box_credential', { refresh_token: sealed('first') })
  const grants = openStoreGrants(services)
  const place = { firmId: 1, credentialId }
  const used: string[] = []
  const renew = (next: string) =>
    grants.renew(place, async (refreshToken) => {
      used.push(refreshToken)
      return { accessToken: next, endsAt: 0, refreshToken: next }
    })
  await expect(
    grants.renew(place, async () => {
      throw new Error('the connection was lost')
    }),
  ).rejects.toThrow('the connection was lost')
  await Promise.all([renew('second'), renew('third')])
  expect(used[0]).toBe('first')
  expect(['second', 'third']).toContain(used[1])
})

test('a refresh token is kept although another process has begun a renewal meanwhile, as after an outage', async () => {
  const { credentialId } = await plant('box_credential', { refresh_token: sealed('first') })
  const grants = openStoreGrants(services)
  const place = { firmId: 1, credentialId }
  await grants.renew(place, async () => {
    await withSystem(services.database, (trx) =>
      sql`update store_grants set lease = gen_random_uuid(), leased_until = now() + interval '1 hour'
        where credential_id = ${credentialId}::uuid`.execute(trx),
    )
    return { accessToken: 'a', endsAt: 0, refreshToken: 'second' }
  })
  await grants.renew(place, async (refreshToken) => {
    expect(refreshToken).toBe('second')
    return { accessToken: 'b', endsAt: 0 }
  })
})

test('a refresh token that is entered again replaces the one on record', async () => {
  const { credentialId } = await plant('box_credential', { refresh_token: sealed('first') })
  const grants = openStoreGrants(services)
  const place = { firmId: 1, credentialId }
  await grants.renew(place, async () => ({ accessToken: 'a', endsAt: 0, refreshToken: 'second' }))
  await withSystem(services.database, (trx) =>
    sql`update box_credentials set refresh_token = ${sealed('entered')}::bytea where id = ${credentialId}::uuid`.execute(
      trx,
    ),
  )
  await grants.renew(place, async (refreshToken) => {
    expect(refreshToken).toBe('entered')
    return { accessToken: 'a', endsAt: 0 }
  })
})

test('without a refresh token, a copy waits for someone to sign in', async () => {
  const { filing, credentialId } = await plant('box_credential', {})
  const id = await run(filing)
  expect(await rowById(services, 'document_copies', id)).toMatchObject({ status: 'delayed', waits_for: 'credential' })
  expect(await rowById(services, 'credentials', credentialId)).toMatchObject({
    health: 'failing',
    sentence: expect.stringContaining('Not signed in yet'),
  })
})

test('an upload under way is kept sealed, for its copy and its firm only, and is forgotten', async () => {
  const { credentialId } = await plant('box_credential', {})
  const uploads = openStoreUploads(services)
  const key = { firmId: 1, credentialId, idempotencyKey: '1:a' }
  expect(await uploads.find(key)).toBeUndefined()
  await uploads.keep(key, { url: 'https://upload.example/secret', step: 1 })
  await uploads.keep(key, { url: 'https://upload.example/secret', step: 2 })
  expect(await uploads.find(key)).toEqual({ url: 'https://upload.example/secret', step: 2 })
  expect(await uploads.find({ ...key, idempotencyKey: '1:b' })).toBeUndefined()
  expect(await uploads.find({ ...key, firmId: 2 })).toBeUndefined()
  const row = await rowById(services, 'store_uploads', credentialId, 'credential_id')
  expect(Buffer.from(row.state as Uint8Array).toString('latin1')).not.toContain('upload.example')
  await uploads.forget(key)
  expect(await uploads.find(key)).toBeUndefined()
})

test('an upload under way that was sealed with another key is begun again', async () => {
  const { credentialId } = await plant('box_credential', {})
  const key = { firmId: 1, credentialId, idempotencyKey: '1:a' }
  await openStoreUploads({ ...services, secrets: makeSecretBox(Buffer.alloc(32, 1)) }).keep(key, { step: 1 })
  const uploads = openStoreUploads(services)
  expect(await uploads.find(key)).toBeUndefined()
  await uploads.keep(key, { step: 2 })
  expect(await uploads.find(key)).toEqual({ step: 2 })
})

function sealed(text: string): Buffer {
  return Buffer.from(services.secrets.seal(text))
}

async function plant(kind: 'box_credential' | 'box_client_credential', settings: Record<string, unknown>) {
  const credentialId = newId()
  const named = { firm_id: 1, id: credentialId, name: 'Our Box' }
  await withSystem(services.database, async (trx) => {
    await insert(trx, 'credentials', { ...named, kind })
    await insert(trx, `${kind}s`, {
      ...named,
      client_id: 'courtcrier',
      client_secret: sealed('right'),
      folder_id: '777',
      ...settings,
    })
  })
  const policy = { document_path: 'All', document_name: 'Motion', dms_credential_id: credentialId }
  return { credentialId, filing: await plantFiling(services, { documents: [{ content: 'bytes' }], policy }) }
}

async function run(filing: TestFiling): Promise<string> {
  const id = await plantCopy(services, filing)
  await saveCopy(services, id)
  return id
}
