import type { Field } from '@courtcrier/contract/fields/field.ts'
import { isEqualValue } from '@courtcrier/contract/input.ts'
import type { Problem } from '@courtcrier/contract/messages.ts'
import { nameKey } from '@courtcrier/contract/name-key.ts'
import { snakeCase } from '@courtcrier/contract/names.ts'
import type { AnyRow, Resource } from '@courtcrier/contract/resource.ts'
import { firm } from '@courtcrier/contract/resources/firm.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'

interface RowChoices {
  values: AnyRow
  before?: AnyRow | undefined
}

interface CheckedChoices {
  /** The given values in the spelling of the list, where that differs. */
  spelled: AnyRow
  problems: readonly Problem[]
}

/**
 * Checks the values of fields whose choices the firm adds to (`moreIn`), for each row in order. A row may keep what it has.
 */
export async function checkChoices(
  trx: Trx,
  resource: Resource,
  { firmId, rows }: { firmId: number; rows: readonly RowChoices[] },
): Promise<readonly CheckedChoices[]> {
  const open = Object.entries(resource.fields).filter(([, { moreIn }]) => moreIn)
  const checked = rows.map(() => ({ spelled: {} as AnyRow, problems: [] as Problem[] }))
  for (const [key, field] of open) {
    for (const [index, { values, before }] of rows.entries()) {
      const given = textsIn(values[key])
      const result = checked[index]
      if (!result || given.every((text) => isBuiltIn(field, text)) || isEqualValue(before?.[key], values[key])) continue
      const choices = [...(field.values ?? []), ...(await listOf(trx, resource, { firmId, field, values }))]
      const found = given.map((text) => findChoice(choices, text))
      if (found.includes(undefined)) result.problems.push({ field: key, code: `not_choice:${choices.join(', ')}` })
      else result.spelled[key] = Array.isArray(values[key]) ? [...new Set(found)] : found[0]
    }
  }
  return checked
}

function isBuiltIn({ values = [] }: Field, text: string): boolean {
  return values.includes(text)
}

/**
 * The firm's own choices. They are locked until the row is written, so that none is removed from the list meanwhile: most
 * rows have a choice that every firm has, and lock nothing.
 */
async function listOf(
  trx: Trx,
  resource: Resource,
  { firmId, field, values }: { firmId: number; field: Field; values: AnyRow },
): Promise<readonly string[]> {
  const key = field.moreIn ?? ''
  if (resource.name === firm.name && key in values) return textsIn(values[key])
  const { rows } = await sql<{ list: readonly string[] }>`
    select ${sql.ref(snakeCase(key))} as list from firms where firm_id = ${firmId}::integer for share`.execute(trx)
  return rows[0]?.list ?? []
}

function findChoice(choices: readonly string[], text: string): string | undefined {
  const isSame = (choice: string) => nameKey(choice) === nameKey(text)
  return choices.find((choice) => choice === text) ?? choices.find(isSame)
}

function textsIn(value: unknown): readonly string[] {
  return (Array.isArray(value) ? value : [value]).filter((text) => typeof text === 'string' && text !== '')
}
