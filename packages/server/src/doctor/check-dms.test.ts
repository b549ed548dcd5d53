import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { withSystem } from '../base/db/firm-transaction.ts'
import { newId } from '../base/db/ids.ts'
import { insert, plantFiling } from '../outbox/copies/test-filing.ts'
import { openTestServices } from '../testing/services.ts'
import { checkDms } from './check-dms.ts'

test('each DMS credential says whether it works, what waits for it, and what to do', async () => {
  const { services, close } = await openTestServices()
  onTestFinished(close)
  const { database } = services
  const run = (statement: ReturnType<typeof sql>) => withSystem(database, (trx) => statement.execute(trx))
  // Besides the folder that every firm begins with.
  const planted = async () => (await checkDms(database)).filter(({ name }) => !name.includes('Folder on this server'))
  const check = async () => (await planted()).map(({ state, sentence }) => [state, sentence])
  const filing = await plantFiling(services, { documents: [{ content: 'bytes' }, { content: 'others' }] })
  expect(await planted()).toEqual([
    {
      name: expect.stringMatching(/^DMS credential "Folder .*" of firm 1$/),
      state: 'ok',
      sentence: 'It has not been used or tested since it was saved. Nothing waits for it.',
    },
  ])
  await run(sql`update credentials set health = 'healthy', checked_at = '2026-11-28T10:15:30Z'`)
  expect(await check()).toEqual([['ok', 'It worked at 2026-11-28 10:15 UTC. Nothing waits for it.']])
  await withSystem(database, async (trx) => {
    for (const { id: documentId, fileId } of filing.documents)
      await insert(trx, 'document_copies', {
        ...{ firm_id: 1, id: newId(), envelope_id: filing.envelopeId, inbox_item_id: filing.itemId, attempts: 1 },
        ...{ copy_key: documentId, document_id: documentId, file_id: fileId, storage_policy_id: filing.policyId },
        ...{ status: 'delayed', waits_for: 'credential' },
      })
  })
  await run(sql`update credentials set health = 'failing', sentence = 'The DMS rejected the sign-in (401).'`)
  expect(await check()).toEqual([
    [
      'failed',
      'The DMS rejected the sign-in (401). 2 documents wait for it. Fix that in the DMS or in the console, then test the credential in the console: what waits is saved then.',
    ],
  ])
})

test('a DMS credential that no one has signed in with says so, unless a refresh token was entered', async () => {
  const { services, close } = await openTestServices()
  onTestFinished(close)
  const { database } = services
  const ids = { box_credential: newId(), generic_credential: newId(), box_client_credential: newId() }
  await withSystem(database, async (trx) => {
    for (const [kind, id] of Object.entries(ids)) {
      const named = { firm_id: 1, id, name: kind }
      const driver = kind === 'generic_credential' ? { driver: 'DROPBOX' } : {}
      await insert(trx, 'credentials', { ...named, kind })
      await insert(trx, `${kind}s`, {
        ...named,
        client_id: 'app',
        client_secret: Buffer.from('x'),
        folder_id: '1',
        ...driver,
      })
    }
  })
  const states = async () => {
    const checks = await checkDms(database)
    return Object.keys(ids).map((kind) => {
      const found = checks.find(({ name }) => name === `DMS credential "${kind}" of firm 1`)
      return [found?.state, found?.sentence]
    })
  }
  const unused = 'No storage policy uses it.'
  const works = ['ok', `It has not been used or tested since it was saved. ${unused}`]
  const unsigned = (provider: string) => [
    'warning',
    `No one has signed in to ${provider} yet. An administrator signs in on the credential's page in the console. ${unused}`,
  ]
  expect(await states()).toEqual([unsigned('Box'), unsigned('Dropbox'), works])
  await withSystem(database, async (trx) => {
    await sql`update generic_credentials set token = 'x'`.execute(trx)
    await sql`insert into store_grants (firm_id, credential_id, refresh_token, signed_in_at)
      values (1, ${ids.box_credential}::uuid, 'x', now())`.execute(trx)
  })
  expect(await states()).toEqual([works, works, works])
})
