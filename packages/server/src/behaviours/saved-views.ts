import { everyone, type Role, subjectAccess } from '@courtcrier/contract/access.ts'
import type { Problem } from '@courtcrier/contract/messages.ts'
import type { AnyRow, Resource } from '@courtcrier/contract/resource.ts'
import { firm } from '@courtcrier/contract/resources/firm.ts'
import { findResource, resources } from '@courtcrier/contract/resources/registry.ts'
import {
  viewLayoutProblem,
  viewStateProblem,
  visibleViewLayout,
  visibleViewState,
} from '@courtcrier/contract/view-state.ts'
import { sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import { nextVersion } from '../base/db/row-version.ts'
import type { Behaviour, Save } from '../records/behaviour.ts'

/**
 * Views belong to their owner, a role or the firm. Users who may change the firm manage the shared ones, and therefore
 * see those of every role.
 */
export const savedViewBehaviour: Behaviour = {
  visible: (t, { role, userId }) => {
    const [audience, roleId] = [sql.ref(`${t}.audience`), sql.ref(`${t}.role_id`)]
    return sql<boolean>`${sql.ref(`${t}.entity`)} = any(${tablesOf(role)}::text[]) and (
      ${audience} = 'firm'
      or (${audience} = 'role' and (${roleId}::text = ${role.id} or ${keepsForOthers(role)}::boolean))
      or (${audience} = 'self' and ${sql.ref(`${t}.owner_id`)} = ${userId}::uuid))`
  },
  stamp: ({ userId }) => ({ ownerId: userId ?? null }),
  whyNotAllowed: ({ entity, audience, ownerId }, { role, userId }) => {
    const table = findTable(String(entity))
    if (table && subjectAccess(table.subject, role) === 'DENY') return "Your role can't see this table."
    if (audience !== 'self')
      return keepsForOthers(role)
        ? undefined
        : 'Only users who can change the firm can save views for a role or the firm.'
    return ownerId === userId ? undefined : 'Only the user who created a view can make it private.'
  },
  beforeSave: async (trx, save) => {
    const view = { ...save.current, ...save.values }
    const table = findTable(String(view.entity))
    if (!table) return [{ field: 'entity', code: `unknown_table:${view.entity}` }]
    return [...partProblems(table, view), ...audienceProblems(view), ...(await nameProblems(trx, save, view))]
  },
  afterSave: async (trx, { firmId, id, values }) => {
    if (values.isDefault === false) return
    // The log and the announcement of this view are enough: consoles then read all views of its table.
    await sql`update saved_views o set is_default = false, updated_at = ${nextVersion('o')} from saved_views n
      where n.firm_id = ${firmId} and n.id = ${id}::uuid and n.is_default and ${isBeside}`.execute(trx)
  },
  present: {
    fields: ['state', 'layout'],
    row: (row, role) => {
      const table = findTable(String(row.entity))
      if (!table) return { ...row, state: null, layout: null }
      return {
        ...row,
        state: visibleViewState(table, String(row.state ?? ''), role) || null,
        layout: row.layout ? visibleViewLayout(table, String(row.layout), role) : null,
      }
    },
  },
}

/** Another view `o` of the same table for the same people as the view `n`. */
const isBeside = sql<boolean>`o.firm_id = n.firm_id and o.id <> n.id and o.is_default and o.entity = n.entity
  and o.audience = n.audience and (n.audience <> 'self' or o.owner_id = n.owner_id)
  and (n.audience <> 'role' or o.role_id = n.role_id)`

function keepsForOthers(role: Role): boolean {
  return subjectAccess(firm.subject, role) === 'FULL'
}

function findTable(entity: string): Resource | undefined {
  const resource = findResource(entity)
  return resource && !resource.isSingleton && resource.subject !== everyone ? resource : undefined
}

/** The names of the tables that a role may open. */
function tablesOf(role: Role): string[] {
  return resources.filter(({ subject }) => subjectAccess(subject, role) !== 'DENY').map(({ name }) => name)
}

function partProblems(table: Resource, { state, layout }: AnyRow): Problem[] {
  const stateCode = state ? viewStateProblem(table, String(state)) : undefined
  const layoutCode = layout ? viewLayoutProblem(table, String(layout)) : undefined
  return [
    ...(stateCode ? [{ field: 'state', code: stateCode }] : []),
    ...(layoutCode ? [{ field: 'layout', code: layoutCode }] : []),
  ]
}

function audienceProblems({ audience, roleId }: AnyRow): Problem[] {
  if (audience === 'role') return roleId ? [] : [{ field: 'roleId', code: 'required' }]
  return roleId ? [{ field: 'roleId', code: 'view_role' }] : []
}

/** Two views with one name in a list would be indistinguishable. */
async function nameProblems(trx: Trx, { firmId, id }: Save, view: AnyRow): Promise<Problem[]> {
  const { rows } = await sql`
    select 1 from saved_views where firm_id = ${firmId} and id <> ${id}::uuid and entity = ${view.entity}
      and name_key(name) = name_key(${view.name}) and audience = ${view.audience}
      and (audience <> 'self' or owner_id = ${view.ownerId ?? null}::uuid)
      and (audience <> 'role' or role_id = ${view.roleId ?? null}::uuid) limit 1`.execute(trx)
  return rows.length > 0 ? [{ field: 'name', code: 'not_unique' }] : []
}
