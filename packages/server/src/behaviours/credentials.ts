import type { CredentialKind } from '@courtcrier/contract/credential-kinds.ts'
import { findSettingProblems } from '@courtcrier/contract/credential-rules.ts'
import { credential } from '@courtcrier/contract/resources/credential.ts'
import { sql } from 'kysely'
import { announce } from '../base/db/changes.ts'
import { problemOfPath } from '../outbox/copies/safe-path.ts'
import type { Behaviour } from '../records/behaviour.ts'
import { forgetFormerLinks, noteHosts, shownLink } from '../stores/former-hosts.ts'
import { grantedFor } from '../stores/grant-place.ts'
import { forgetSignIn } from '../stores/sign-in/saved-sign-in.ts'
import { findAgentProblems, forgetSecrets } from './credential-agents.ts'

/** Keeps the list of all credentials in sync with the rows of one kind; policies refer to that list. */
export function credentialBehaviour(kind: CredentialKind, beforeSave?: Behaviour['beforeSave']): Behaviour {
  return {
    beforeSave: async (trx, save) => [
      ...findSettingProblems(kind, save),
      ...((await beforeSave?.(trx, save)) ?? []),
      ...findAgentProblems(kind, save),
    ],
    alsoKnownAs: credential.name,
    afterSave: async (trx, { firmId, id, values, current }) => {
      if (values.useAgent === true) await forgetSecrets(trx, { firmId, id, kind })
      const isOther = grantedFor.some(
        (key) => Object.hasOwn(values, key) && (values[key] ?? '') !== (current?.[key] ?? ''),
      )
      const name = String(values.name ?? current?.name)
      const expiresAt = values.expiresAt === undefined ? (current?.expiresAt ?? null) : values.expiresAt
      // Its test results belong to the previous settings.
      await sql`insert into credentials (firm_id, id, name, kind, expires_at)
        values (${firmId}, ${id}::uuid, ${name}, ${kind}, ${expiresAt}::date)
        on conflict (firm_id, id) do update set name = excluded.name, expires_at = excluded.expires_at,
          health = 'unknown', sentence = null, outage = null, checked_at = null, updated_at = now()`.execute(trx)
      if (current && Object.hasOwn(values, 'baseUrl'))
        await noteHosts(trx, { firmId, credentialId: id, before: current.baseUrl, now: values.baseUrl })
      if (current && isOther) await forgetSignIn(trx, { firmId, credentialId: id })
      await announce(trx, { firmId, entity: credential.name, ids: [id] })
    },
    afterDelete: async (trx, { firmId, id }) => {
      await forgetFormerLinks(trx, { firmId, credentialId: id })
      await sql`delete from credentials where firm_id = ${firmId} and id = ${id}::uuid`.execute(trx)
      await announce(trx, { firmId, entity: credential.name, ids: [id] })
    },
  }
}

/** What is wrong with a folder of a credential for a folder, S3 and so on. */
export const checkFolder: NonNullable<Behaviour['beforeSave']> = async (_, { values, current }) => {
  const { folderId } = values
  const isKeptHere = { ...current, ...values }.useAgent !== true
  const code = isKeptHere && typeof folderId === 'string' ? problemOfPath(folderId) : undefined
  return code === undefined ? [] : [{ field: 'folderId', code }]
}

/** For copies in a DMS: whether their links are shown depends on the credential. */
export const documentCopyBehaviour: Behaviour = { computed: { link: shownLink } }
