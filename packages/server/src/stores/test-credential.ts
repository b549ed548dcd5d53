import { type CheckStep, type CredentialTest, checkStepNames } from '@courtcrier/contract/credential-test.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'
import { credential } from '@courtcrier/contract/resources/credential.ts'
import { sql } from 'kysely'
import { announce } from '../base/db/changes.ts'
import type { Trx } from '../base/db/database.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import { withFirmWrite } from '../base/db/firm-write.ts'
import type { Services } from '../base/services.ts'
import { recordEvent } from '../records/audit.ts'
import type { Caller } from '../records/caller.ts'
import { refuseUnseen } from '../records/read-row.ts'
import { findCredential } from './find-credential.ts'
import type { StoreKey } from './open-stores.ts'

type TestServices = Pick<Services, 'database' | 'stores'>

/** Tests a credential step by step, and saves the result. Throws `not_found`. */
export async function testCredential(
  services: TestServices,
  { caller, resource, id }: { caller: Caller; resource: Resource; id: string },
): Promise<CredentialTest> {
  const { database, stores } = services
  const { name, ...key } = await withFirm(database, caller.firmId, async (trx) => {
    await refuseUnseen(trx, resource, { ...caller, id })
    const found = await findCredential(trx, { firmId: caller.firmId, credentialId: id })
    if (!found) throw new ApiError('not_found')
    return found
  })
  // Outside the transaction, because it uses the network.
  const connector = await stores.open(key)
  const result = 'problem' in connector ? connector : await connector.check()
  const steps = 'problem' in result ? unopened(result.sentence) : result
  const isUsable = !('problem' in result) || (result.problem === 'auth' && !result.isUntried)
  const failed = steps.find(({ state }) => state === 'failed')
  const sentence = failed?.sentence ?? 'Every step succeeded.'
  const health = failed ? (isUsable ? 'failing' : 'unknown') : 'healthy'
  return withFirmWrite(database, caller.firmId, async (trx) => {
    const checkedAt = await noteTested(trx, { key, health, sentence: failed ? sentence : null })
    await recordEvent(trx, {
      firmId: caller.firmId,
      level: failed ? 'WARNING' : 'INFO',
      type: 'other',
      sentence: `${caller.user.fullName} tested the credential "${name}": ${sentence}`,
      userId: caller.userId,
      entity: credential.name,
      entityId: id,
      action: 'credential_tested',
      recordTitle: name,
      facts: { result: sentence.slice(0, 1000) },
    })
    return { ok: !failed, steps, sentence, checked_at: checkedAt }
  })
}

function unopened(sentence: string): readonly CheckStep[] {
  return checkStepNames.map((step) =>
    step === 'connect'
      ? { step, state: 'failed', sentence }
      : { step, state: 'skipped', sentence: 'Not tried, because an earlier step failed.' },
  )
}

async function noteTested(
  trx: Trx,
  { key: { firmId, credentialId }, health, sentence }: { key: StoreKey; health: string; sentence: string | null },
): Promise<string> {
  const { rows } = await sql<{ checkedAt: Date }>`
    update credentials set health = ${health}, sentence = ${sentence?.slice(0, 1000) ?? null}::text, checked_at = now(), updated_at = now()
    where firm_id = ${firmId} and id = ${credentialId}::uuid returning checked_at as "checkedAt"`.execute(trx)
  // A worker that receives this announcement releases the copies waiting for the credential.
  await announce(trx, { firmId, entity: credential.name, ids: [credentialId] })
  return (rows[0]?.checkedAt ?? new Date()).toISOString()
}
