import { permittedField } from '@courtcrier/contract/access.ts'
import { user } from '@courtcrier/contract/resources/user.ts'
import { peopleOf, roleProblems } from '@courtcrier/contract/role-rules.ts'
import { sql } from 'kysely'
import { recordEvent } from '../api/audit.ts'
import { announce } from '../base/db/changes.ts'
import type { Trx } from '../base/db/database.ts'
import { nextVersion } from '../base/db/row-version.ts'
import { areLastAdministrators, demandAdministrator } from './administrators.ts'
import type { Behaviour, Save } from './behaviour.ts'
import { whyRoleBeyond } from './role-reach.ts'

/** A role's people are users that have it: saying who they are gives those who join this role in place of theirs. */
export const roleBehaviour: Behaviour = {
  computed: {
    userIds: sql`(select coalesce(array_agg(u.id order by u.full_name), '{}') from users u where u.firm_id = t.firm_id and u.security_role_id = t.id)`,
  },
  whyBeyond: whyRoleBeyond,
  beforeSave: async (trx, save) => {
    const problems = roleProblems(save.values, save.current)
    const { joining } = peopleOf(save.values, save.current)
    if (problems.length > 0 || joining.length === 0) return problems
    if (permittedField(user.name, 'security_role_id', save.writer.role) !== 'FULL')
      return [{ field: 'userIds', code: 'forbidden_field' }]
    const isAdministrators = save.current?.isSystemDefined === true && save.current.name === 'Administrator'
    const isLast = !isAdministrators && (await areLastAdministrators(trx, { firmId: save.firmId, ids: joining }))
    return isLast ? [{ field: 'userIds', code: 'last_administrator' }] : []
  },
  afterSave: async (trx, save) => {
    const { joining } = peopleOf(save.values, save.current)
    if (joining.length === 0) return
    await giveRole(trx, save, joining)
    await demandAdministrator(trx, save.firmId, 'userIds')
  },
  whyNotDeleted: async (_, row) => (row.isSystemDefined ? 'Predefined roles cannot be removed.' : undefined),
}

async function giveRole(trx: Trx, { firmId, id, values, current, writer }: Save, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; name: string }>`
    update users t set security_role_id = ${id}::uuid, updated_at = ${nextVersion}
    where firm_id = ${firmId} and id = any(${[...ids]}::uuid[]) returning t.id, t.full_name as name`.execute(trx)
  for (const person of rows) {
    await recordEvent(trx, {
      firmId,
      level: 'AUDIT',
      type: 'object update',
      sentence: `${person.name} was given the role "${values.name ?? current?.name}".`,
      userId: writer.userId,
      entity: user.name,
      entityId: person.id,
      action: 'role_given',
      recordTitle: person.name,
      facts: { role: String(values.name ?? current?.name ?? '') },
    })
  }
  await announce(trx, { firmId, entity: user.name, ids: rows.map((row) => row.id) })
}
