import { isEqualValue } from '@courtcrier/contract/input.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import type { SimilarRecord } from '@courtcrier/contract/similar.ts'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { findSimilar } from '../session/api.ts'
import { type FormScope, formKeys } from './form-values.ts'

/** Records that may be the one that is being typed in, asked a moment after the last key. */
export function useSimilar(scope: FormScope, values: AnyRow): readonly SimilarRecord[] {
  const asked = askedOf(scope, values)
  // A text, so that the same words are the same question.
  const [question] = useDebouncedValue(asked ? JSON.stringify(asked) : '', 300)
  const { data } = useQuery({
    queryKey: [scope.resource.name, 'similar', question],
    queryFn: ({ signal }) => findSimilar(scope.resource, JSON.parse(question) as AnyRow, signal),
    enabled: question !== '',
    placeholderData: keepPreviousData,
    retry: false,
  })
  return question === '' ? [] : (data ?? [])
}

/** What to ask; undefined while name and number say nothing new. */
function askedOf(scope: FormScope, values: AnyRow): AnyRow | undefined {
  const { resource, row, isNew } = scope
  const { likeness } = resource
  if (!likeness) return undefined
  const shown = new Set(formKeys(scope))
  const own = [likeness.name, likeness.number].filter((key) => shown.has(key))
  const isSaid = own.some((key) => lengthOf(values[key]) >= 3 && !isEqualValue(values[key], isNew ? null : row[key]))
  if (!isSaid) return undefined
  const keys = [...own, ...likeness.with.filter((key) => shown.has(key) && typeof values[key] === 'string')]
  const told = Object.fromEntries(keys.map((key) => [key, values[key] ?? null]))
  return isNew ? told : { ...told, id: row.id }
}

function lengthOf(value: unknown): number {
  return typeof value === 'string' ? value.trim().length : 0
}
