import type { Problem } from '@courtcrier/connectors/connector.ts'
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
import type { TriedConnector } from './agents/agent-connector.ts'
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
  const { result, steps, failed, sentence } = await tryConnector(await stores.open(key))
  const health = healthAfter(result, failed)
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

/** Tries a connector step by step. Returns the steps as they are shown, and the first that failed. */
export async function tryConnector(connector: TriedConnector | Problem) {
  const result = 'problem' in connector ? connector : await connector.check()
  const tried = 'problem' in result ? unopened(result.sentence) : result
  const failed = tried.find(({ state }) => state === 'failed')
  const sentence = failed?.sentence ?? 'Every step succeeded.'
  const steps = tried.map(({ step, state, sentence: said }) => ({ step, state, sentence: said }))
  return { result, steps, failed, sentence }
}

type Tried = readonly CheckStep[] | Problem

/** What a test says about its credential: nothing where it wasn't made, or ended because the DMS wasn't reached. */
function healthAfter(result: Tried, failed: CheckStep | undefined): TestedHealth {
  if (!failed) return 'healthy'
  if ('problem' in result) return result.problem === 'auth' && !result.isUntried ? 'failing' : 'unknown'
  return failed.isPassing ? 'unreached' : 'failing'
}

type TestedHealth = 'healthy' | 'failing' | 'unknown' | 'unreached'

function unopened(sentence: string): readonly CheckStep[] {
  return checkStepNames.map((step) =>
    step === 'connect'
      ? { step, state: 'failed', sentence }
      : { step, state: 'skipped', sentence: 'Not tried, because an earlier step failed.' },
  )
}

async function noteTested(
  trx: Trx,
  { key: { firmId, credentialId }, health, sentence }: { key: StoreKey; health: TestedHealth; sentence: string | null },
): Promise<string> {
  // One that was refused is still to be mended.
  const after = sql`case when ${health}::text = 'unreached' and health = 'failing' then health else ${health}::text end`
  const { rows } = await sql<{ checkedAt: Date }>`
    update credentials set health = ${after}, sentence = ${sentence?.slice(0, 1000) ?? null}::text, checked_at = now(), updated_at = now()
    where firm_id = ${firmId} and id = ${credentialId}::uuid returning checked_at as "checkedAt"`.execute(trx)
  // A worker that receives this announcement releases the copies waiting for the credential.
  await announce(trx, { firmId, entity: credential.name, ids: [credentialId] })
  return (rows[0]?.checkedAt ?? new Date()).toISOString()
}
