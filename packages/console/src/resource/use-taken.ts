import { isEmptyValue } from '@courtcrier/contract/fields/field.ts'
import { isEqualValue } from '@courtcrier/contract/input.ts'
import { type AnyRow, fieldAccess } from '@courtcrier/contract/resource.ts'
import { useDebouncedValue } from '@mantine/hooks'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { searchRows } from '../session/api.ts'
import type { FormScope } from './form-values.ts'

interface Candidate {
  key: string
  /** The fields shown together with it. */
  keys: readonly string[]
  values: AnyRow
}

/**
 * Returns the record that already has this field's unique value, looked up while typing. For a group of fields that
 * must be unique together, the last one shown reports it.
 */
export function useTaken(scope: FormScope, candidate: Candidate): AnyRow | undefined {
  const current = questionOf(scope, candidate)
  const [question] = useDebouncedValue(current, 300)
  const { data } = useQuery({ ...takenQuery(scope, question), enabled: question !== '' })
  return question !== '' && question === current ? otherThan(scope, data) : undefined
}

/** Returns the first field whose value another record already has; none if that can't be determined now. */
export async function findTaken(
  queryClient: QueryClient,
  scope: FormScope,
  { keys, values }: { keys: readonly string[]; values: AnyRow },
): Promise<string | undefined> {
  for (const key of keys) {
    const question = questionOf(scope, { key, keys, values })
    if (question === '') continue
    // The server decides when saving.
    const data = await queryClient.fetchQuery(takenQuery(scope, question)).catch(() => undefined)
    if (otherThan(scope, data)) return key
  }
  return undefined
}

/** Returns the filters that find such a record; empty if there is nothing to look up. */
function questionOf({ resource, row, isNew, role }: FormScope, { key, keys, values }: Candidate): string {
  const group = resource.unique.find((fields) => fields.findLast((field) => keys.includes(field)) === key)
  const isAsked = group?.every(
    (field) =>
      typeof values[field] === 'string' &&
      !isEmptyValue(values[field]) &&
      fieldAccess(resource, field, role) !== 'DENY',
  )
  const isChanged = group?.some((field) => isNew || !isEqualValue(values[field], row[field]))
  if (!group || !isAsked || !isChanged) return ''
  return JSON.stringify(group.map((field) => ({ field, in: [String(values[field]).trim()] })))
}

function takenQuery({ resource }: FormScope, question: string) {
  return {
    queryKey: [resource.name, 'taken', question],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      searchRows(resource, { max: 2, filters: JSON.parse(question) }, signal),
    retry: false,
  }
}

function otherThan({ row }: FormScope, found: { rows: readonly AnyRow[] } | undefined): AnyRow | undefined {
  return found?.rows.find((other) => other.id !== row.id)
}
