import type { PlaceSettings } from '@courtcrier/connectors/connector-kind.ts'
import type { CredentialTest } from '@courtcrier/contract/credential-test.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'
import { credential } from '@courtcrier/contract/resources/credential.ts'
import { withFirmWrite } from '../base/db/firm-write.ts'
import type { Services } from '../base/services.ts'
import { recordEvent } from '../records/audit.ts'
import type { Caller } from '../records/caller.ts'
import { readAsIfSaved } from '../records/write/as-if-saved.ts'
import type { RowChange } from '../records/write/change.ts'
import { findWritingPolicies, type WritingPolicy } from './check-policies.ts'
import { findCredential } from './find-credential.ts'
import type { StoreKey } from './open-stores.ts'
import { readSettingsIn } from './read-settings.ts'
import { tryConnector } from './test-credential.ts'

type DraftServices = Pick<Services, 'database' | 'stores' | 'secrets'>

interface Draft {
  caller: Caller
  resource: Resource
  change: Exclude<RowChange, { kind: 'delete' }>
}

/**
 * Tests a credential as it would be once a change is saved, and saves nothing. Throws what saving it would be refused
 * with: a secret that was saved for another address has to be entered again.
 */
export async function testDraft(services: DraftServices, draft: Draft): Promise<CredentialTest> {
  const { database, stores } = services
  const { caller } = draft
  const { key, name, settings, policies } = await readAsSaved(services, draft)
  // Outside the transaction, because it uses the network.
  const connector = 'problem' in settings ? settings : await stores.openUnsaved(key, settings)
  const { steps, failed, sentence } = await tryConnector(connector, { key, policies })
  await withFirmWrite(database, caller.firmId, (trx) =>
    recordEvent(trx, {
      firmId: caller.firmId,
      level: failed ? 'WARNING' : 'INFO',
      type: 'other',
      sentence: `${caller.user.fullName} tested the credential "${name}" before saving it: ${sentence}`,
      userId: caller.userId,
      entity: credential.name,
      ...(draft.change.kind === 'update' ? { entityId: key.credentialId } : {}),
      action: 'credential_tested',
      recordTitle: name,
      facts: { result: sentence.slice(0, 1000) },
    }),
  )
  return { ok: !failed, steps, sentence, checked_at: new Date().toISOString() }
}

interface AsSaved {
  key: StoreKey
  name: string
  /** None for a new one. */
  policies: readonly WritingPolicy[]
  settings: PlaceSettings | { problem: 'auth'; sentence: string }
}

async function readAsSaved(
  { database, secrets }: DraftServices,
  { caller, resource, change }: Draft,
): Promise<AsSaved> {
  const { firmId, role, userId, timekeeperId, key: program } = caller
  const writer = { firmId, role, userId, timekeeperId, key: program, box: secrets }
  return withFirmWrite(database, firmId, async (trx) => {
    const read = async (id: string) => {
      const found = await findCredential(trx, { firmId, credentialId: id })
      return { id, found, settings: found && (await readSettingsIn(trx, secrets, found)) }
    }
    const { id, found, settings } = await readAsIfSaved(trx, resource, { change, writer, read })
    if (!found || !settings) throw new ApiError('not_found')
    const { name, ...key } = found
    const policies = await findWritingPolicies(trx, caller, id)
    return { key, name, settings, policies } as AsSaved
  })
}
