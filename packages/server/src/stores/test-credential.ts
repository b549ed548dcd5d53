import type { Problem } from '@courtcrier/connectors/connector.ts'
import {
  type CheckStep,
  type CredentialTest,
  checkStepNames,
  type TestStep,
} from '@courtcrier/contract/credential-test.ts'
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
import { checkPolicies, findWritingPolicies, type WritingPolicy } from './check-policies.ts'
import { findCredential } from './find-credential.ts'
import type { StoreKey } from './open-stores.ts'
import { noteAnswered } from './outage.ts'

type TestServices = Pick<Services, 'database' | 'stores'>

/** Tests a credential step by step, and saves the result. Throws `not_found`. */
export async function testCredential(
  services: TestServices,
  { caller, resource, id }: { caller: Caller; resource: Resource; id: string },
): Promise<CredentialTest> {
  const { database, stores } = services
  const { policies, ...key } = await withFirm(database, caller.firmId, async (trx) => {
    await refuseUnseen(trx, resource, { ...caller, id })
    const found = await findCredential(trx, { firmId: caller.firmId, credentialId: id })
    if (!found) throw new ApiError('not_found')
    return { ...found, policies: await findWritingPolicies(trx, caller, id) }
  })
  // Outside the transaction, because it uses the network.
  const { result, steps, failed, sentence } = await tryConnector(await stores.open(key), { key, policies })
  const health = healthAfter(result, failed)
  return withFirmWrite(database, caller.firmId, async (trx) => {
    const checkedAt = await noteTested(trx, { key, health, sentence: failed ? sentence : null })
    await recordEvent(trx, {
      firmId: caller.firmId,
      level: failed ? 'WARNING' : 'INFO',
      type: 'other',
      sentence: `${caller.user.fullName} tested the credential "${key.name}": ${sentence}`,
      userId: caller.userId,
      entity: credential.name,
      entityId: id,
      action: 'credential_tested',
      recordTitle: key.name,
      facts: { result: sentence.slice(0, 1000) },
    })
    return { ok: !failed, steps, sentence, checked_at: checkedAt }
  })
}

interface Trying {
  key: StoreKey
  policies: readonly WritingPolicy[]
}

/**
 * Tries a connector step by step, and then what the policies save with it. Returns the steps as they are shown, and the
 * first that failed.
 */
export async function tryConnector(connector: TriedConnector | Problem, { key, policies }: Trying) {
  const result = 'problem' in connector ? connector : await connector.check()
  const tried = 'problem' in result ? unopened(result.sentence) : result
  const failed = tried.find(({ state }) => state === 'failed')
  const sentence = failed?.sentence ?? 'Every step succeeded.'
  const isReached = !('problem' in connector) && tried[0]?.state === 'ok'
  const ofPolicies = isReached ? await checkPolicies({ connector, key }, policies) : []
  const own: TestStep[] = tried.map(({ step, state, sentence: said }) => ({ step, state, sentence: said }))
  return { result, steps: [...own, ...ofPolicies], failed, sentence }
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
  { key, health, sentence }: { key: StoreKey & { name: string }; health: TestedHealth; sentence: string | null },
): Promise<string> {
  const { firmId, credentialId } = key
  // What waits for the DMS to answer goes on.
  if (health === 'healthy' || health === 'failing') await noteAnswered(trx, key)
  // One that was refused is still to be mended, and a paused one says when it is tried again.
  const isPaused = sql`outage ->> 'nextAt' is not null`
  const { rows } = await sql<{ checkedAt: Date }>`
    update credentials set checked_at = now(), updated_at = now(),
      health = case when ${isPaused} or (${health}::text = 'unreached' and health = 'failing') then health
        else ${health}::text end,
      sentence = case when ${isPaused} then sentence else ${sentence?.slice(0, 1000) ?? null}::text end
    where firm_id = ${firmId} and id = ${credentialId}::uuid returning checked_at as "checkedAt"`.execute(trx)
  // A worker that receives this announcement releases the copies waiting for the credential.
  await announce(trx, { firmId, entity: credential.name, ids: [credentialId] })
  return (rows[0]?.checkedAt ?? new Date()).toISOString()
}
