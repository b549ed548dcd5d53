import type { Field } from '@courtcrier/contract/fields/field.ts'
import { fieldAccess } from '@courtcrier/contract/resource.ts'
import { findResource } from '@courtcrier/contract/resources/registry.ts'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { searchRows } from '../session/api.ts'
import { ApiFailure } from '../session/api-failure.ts'
import { useRole } from '../session/session-store.ts'
import { titleQuery } from '../session/titles.ts'
import { addChoice, useInPlace } from './create-in-place.ts'

const mostOptions = 20

/** Records of an entity that fit what is typed, together with those already chosen, each with its title. */
export function useRecordSearch(entity: string, chosen: readonly string[], only?: Field['only']) {
  const { t } = useTranslation()
  const resource = findResource(entity)
  const [isOpen, setIsOpen] = useState(false)
  const [text, setText] = useState('')
  const [freeText] = useDebouncedValue(text.trim(), 200)
  const titles = useQueries({
    queries: chosen.map((id) => ({ ...titleQuery(entity, id), enabled: Boolean(resource) })),
  })
  const chosenOptions = chosen.map((id, index) => ({
    value: id,
    label: titles[index]?.data ?? t('input.unknownRecord'),
  }))
  // What is chosen stands in the field itself; it is no search.
  const isTitle = chosenOptions.some((option) => option.label === freeText)
  const sought = isTitle ? '' : freeText
  const role = useRole()
  // Of a field that a role does not see nothing can be asked; the server refuses the others.
  const isAsked = only && resource && fieldAccess(resource, only.key, role) !== 'DENY'
  const filters = isAsked ? [{ field: only.key, in: [only.value] }] : []
  const { data, error, isFetching } = useQuery({
    queryKey: [entity, 'options', sought, only?.value],
    queryFn: ({ signal }) =>
      resource ? searchRows(resource, { max: mostOptions, freeText: sought, filters }, signal) : null,
    enabled: isOpen && resource !== undefined,
    placeholderData: keepPreviousData,
  })
  const found = (data?.rows ?? []).map((row) => ({
    value: String(row.id),
    label: String(row[resource?.title ?? 'id'] ?? row.id),
  }))
  const word = useInPlace()?.wordFor(entity)
  const isKnown = found.some(({ label }) => label.toLowerCase() === sought.toLowerCase())
  const isSettled = sought !== '' && sought === text.trim() && !isFetching && !error
  const addition =
    word && isSettled && !isKnown
      ? [{ value: addChoice, label: t('input.addRecord', { record: word, text: sought }) }]
      : []
  const others = chosenOptions.filter(({ value }) => !found.some((option) => option.value === value))
  return {
    options: [...found, ...others, ...addition],
    /** What is typed and nothing was chosen for. */
    sought,
    message: messageOf({ error, isFetching }, t),
    setText,
    open: () => setIsOpen(true),
  }
}

function messageOf({ error, isFetching }: { error: unknown; isFetching: boolean }, t: (key: string) => string): string {
  if (isFetching) return t('input.searching')
  if (error instanceof ApiFailure) return error.message
  return t('input.noMatch')
}
