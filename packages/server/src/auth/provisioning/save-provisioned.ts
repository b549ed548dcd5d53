import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import type { Person } from './find-people.ts'
import { defined, type PersonWish } from './person-wish.ts'
import type { Provisioner } from './provisioner.ts'

interface Saved {
  id: string
  /** Absent for a new user. */
  person?: Person
  wish: PersonWish
  isSuspended: boolean
}

/** Saves what a provider says of a user beyond the user's own fields, as it was sent. The user is the provider's from then on. */
export async function saveProvisioned(
  trx: Trx,
  { firmId, providerId }: Provisioner,
  { id, person, wish, isSuspended }: Saved,
): Promise<void> {
  const next: Partial<Person> & PersonWish = { ...person, ...defined(wish) }
  const { externalId = null, givenName = null, familyName = null, formattedName = null, workEmail = null } = next
  await sql`
    insert into provisioned_users as p
      (firm_id, id, provider_id, external_id, given_name, family_name, formatted_name, work_email, is_suspended)
    values (${firmId}::integer, ${id}::uuid, ${providerId}::uuid, ${externalId}::text, ${givenName}::text,
      ${familyName}::text, ${formattedName}::text, ${workEmail}::text, ${isSuspended}::boolean)
    on conflict (firm_id, id) do update set
      provider_id = excluded.provider_id, external_id = excluded.external_id, given_name = excluded.given_name,
      family_name = excluded.family_name, formatted_name = excluded.formatted_name, work_email = excluded.work_email,
      is_suspended = excluded.is_suspended, deleted_at = null, updated_at = clock_timestamp()
    where (p.provider_id, p.external_id, p.given_name, p.family_name, p.formatted_name, p.work_email, p.is_suspended,
        p.deleted_at) is distinct from (excluded.provider_id, excluded.external_id, excluded.given_name,
        excluded.family_name, excluded.formatted_name, excluded.work_email, excluded.is_suspended, null)`.execute(trx)
}
