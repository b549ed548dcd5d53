import { TextInput } from '@mantine/core'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useTypedText, wordsOf } from '../ui/use-typed-text.ts'
import type { FilterProps } from './control.ts'

/** Filters for rows whose text contains this. */
export function ContainsFilter({ name, filter, onChange }: FilterProps) {
  const { t } = useTranslation()
  const { text, setText, pass } = useTypedText(filter && 'contains' in filter ? filter.contains : '', {
    tidy: wordsOf,
    onPause: (contains) => onChange(contains === '' ? undefined : { field: name, contains }),
  })
  // Closed right after typing, it still counts.
  useEffect(() => pass, [pass])
  return (
    <TextInput
      label={t('filter.contains')}
      data-autofocus
      maxLength={200}
      value={text}
      onBlur={pass}
      onChange={({ currentTarget: { value } }) => setText(value)}
    />
  )
}
