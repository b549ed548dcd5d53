import type { Field } from '@courtcrier/contract/fields/field.ts'
import { fieldAccess } from '@courtcrier/contract/resource.ts'
import { findResource } from '@courtcrier/contract/resources/registry.ts'
import type { OptionsFilter } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createElement, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { searchRows, titlesOf } from '../session/api.ts'
import { ApiFailure } from '../session/api-failure.ts'
import { useRole } from '../session/session-store.ts'
import { useTitles } from '../session/titles.ts'
import { addChoice, useInPlace } from './create-in-place.ts'
import { RecordOption } from './RecordOption.tsx'

const mostOptions = 20

interface ShownOption {
  option: { value: string; label: string }
  checked?: boolean
}

/** Returns an entity's records that match what is typed, and those already chosen, each with its title. */
export function useRecordSearch(entity: string, chosen: readonly string[], only?: Field['only']) {
  const { t } = useTranslation()
  const resource = findResource(entity)
  const [isOpen, setIsOpen] = useState(false)
  const [text, setText] = useState('')
  const [freeText] = useDebouncedValue(text.trim(), 200)
  const titleOf = useTitles(resource ? chosen.map((id) => ({ entity, id })) : [])
  const chosenOptions = chosen.map((id) => ({ value: id, label: titleOf(entity, id) ?? t('input.unknownRecord') }))
  // The field shows the chosen record's title, which isn't a search.
  const isTitle = chosenOptions.some((option) => option.label === freeText)
  const sought = isTitle ? '' : freeText
  const role = useRole()
  // A field the role can't see can't be searched; the server refuses others.
  const isAsked = only && resource && fieldAccess(resource, only.key, role) !== 'DENY'
  const filters = isAsked ? [{ field: only.key, in: [only.value] }] : []
  const { data, error, isFetching } = useQuery({
    queryKey: [entity, 'options', sought, only?.value],
    queryFn: async ({ signal }) => {
      if (!resource) return null
      const { rows } = await searchRows(resource, { max: mostOptions, freeText: sought, filters }, signal)
      const ids = rows.map(({ id }) => String(id))
      return { rows, short: resource.hasShortName ? await titlesOf(entity, ids, signal) : {} }
    },
    enabled: isOpen && resource !== undefined,
    placeholderData: keepPreviousData,
  })
  const rows = data?.rows ?? []
  const found = rows.map((row) => ({
    value: String(row.id),
    label: data?.short[String(row.id)] ?? String(row[resource?.title ?? 'id'] ?? row.id),
  }))
  const word = useInPlace()?.wordFor(entity)
  // A record shown by a short name is also known by its full one.
  const names = [...found.map(({ label }) => label), ...rows.map((row) => String(row[resource?.title ?? 'id']))]
  const isKnown = names.some((name) => name.toLowerCase() === sought.toLowerCase())
  const isSettled = sought !== '' && sought === text.trim() && !isFetching && !error
  const addition =
    word && isSettled && !isKnown
      ? [{ value: addChoice, label: t('input.addRecord', { record: word, text: sought }) }]
      : []
  const others = chosenOptions.filter(({ value }) => !found.some((option) => option.value === value))
  const options = [...found, ...others, ...addition]
  const open = () => setIsOpen(true)
  /** Shows an option with what tells it apart from its namesakes. */
  const renderOption = ({ option: { value, label }, checked }: ShownOption) => {
    const row = rows.find(({ id }) => id === value)
    return resource ? createElement(RecordOption, { label, resource, row, isChosen: checked === true }) : label
  }
  return {
    options,
    /** The records found. */
    rows,
    renderOption,
    /** The text typed without choosing anything. */
    sought,
    setText,
    open,
    /** What an input needs to choose among the records. */
    choice: {
      searchable: true,
      openOnFocus: false,
      placeholder: t('input.typeToSearch'),
      nothingFoundMessage: messageOf({ error, isFetching }, t),
      filter: everyOption,
      data: options,
      renderOption,
      onSearchChange: setText,
      onDropdownOpen: open,
    },
  }
}

/** The server has chosen them by the text. */
const everyOption: OptionsFilter = ({ options }) => options

function messageOf({ error, isFetching }: { error: unknown; isFetching: boolean }, t: (key: string) => string): string {
  if (isFetching) return t('input.searching')
  if (error instanceof ApiFailure) return error.message
  return t('input.noMatch')
}
