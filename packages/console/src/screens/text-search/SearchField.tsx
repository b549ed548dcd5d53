import { pageLimits } from '@courtcrier/contract/page-limits.ts'
import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { KeyboardEvent, RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { useTypedText, wordsOf } from '../../ui/use-typed-text.ts'
import classes from './text-search.module.css'

interface SearchFieldProps {
  freeText: string
  onSearch: (freeText: string) => void
  fieldRef: RefObject<HTMLInputElement | null>
}

const typingPauseMs = 400

/** Searches when typing pauses or with Enter; the field follows the address, including when going back. */
export function SearchField({ freeText, onSearch, fieldRef }: SearchFieldProps) {
  const { t } = useTranslation()
  const { text, setText, pass } = useTypedText(freeText, { tidy: wordsOf, onPause: onSearch, pauseMs: typingPauseMs })
  const onKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') pass()
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.currentTarget.blur()
  }
  return (
    <TextInput
      ref={fieldRef}
      className={classes.field}
      type="search"
      aria-label={t('textSearch.label')}
      placeholder={t('textSearch.label')}
      description={t('textSearch.hint')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      maxLength={pageLimits.freeText}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={onKey}
    />
  )
}
