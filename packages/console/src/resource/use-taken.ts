import { isEmptyValue } from '@courtcrier/contract/fields/field.ts'
import { isEqualValue } from '@courtcrier/contract/input.ts'
import { type AnyRow, fieldAccess } from '@courtcrier/contract/resource.ts'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { searchRows } from '../session/api.ts'
import type { FormScope } from './form-values.ts'

/**
 * The record that has the value already which this field would share with it, asked while one types. Of a group of
 * fields that must differ together the last one says it.
 */
export function useTaken(scope: FormScope, { key, values }: { key: string; values: AnyRow }): AnyRow | undefined {
  const { resource, row, isNew } = scope
  const group = resource.unique.find((fields) => fields.at(-1) === key)
  const isAsked = group?.every(
    (field) =>
      typeof values[field] === 'string' &&
      !isEmptyValue(values[field]) &&
      fieldAccess(resource, field, scope.role) !== 'DENY',
  )
  const isChanged = group?.some((field) => isNew || !isEqualValue(values[field], row[field]))
  const filters = group?.map((field) => ({ field, in: [String(values[field]).trim()] })) ?? []
  const [question] = useDebouncedValue(isAsked && isChanged ? JSON.stringify(filters) : '', 300)
  const { data } = useQuery({
    queryKey: [resource.name, 'taken', question],
    queryFn: ({ signal }) => searchRows(resource, { max: 2, filters: JSON.parse(question) }, signal),
    enabled: question !== '',
    retry: false,
  })
  const isCurrent = question !== '' && question === JSON.stringify(filters)
  return isCurrent ? (data?.rows as AnyRow[] | undefined)?.find((other) => other.id !== row.id) : undefined
}
