import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CourtFilter } from './CourtFilter.tsx'
import classes from './InboxFilters.module.css'
import type { InboxSearch } from './inbox-search.ts'

interface InboxFiltersProps {
  search: InboxSearch
  setSearch: (change: Partial<InboxSearch>) => void
  searchRef: RefObject<HTMLInputElement | null>
}

/** Words and courts that narrow the list down. */
export function InboxFilters({ search, setSearch, searchRef }: InboxFiltersProps) {
  const { t } = useTranslation()
  const [text, setText] = useSettledText(search.freeText, (freeText) => setSearch({ freeText }))
  return (
    <search className={classes.filters}>
      <TextInput
        ref={searchRef}
        className={classes.search}
        type="search"
        size="xs"
        aria-label={t('inbox.filter.search')}
        placeholder={t('inbox.filter.search')}
        leftSection={<IconSearch size={15} stroke={1.6} aria-hidden />}
        rightSection={
          text && <CloseButton size="sm" aria-label={t('inbox.filter.clear')} onClick={() => setText('')} />
        }
        value={text}
        maxLength={200}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <CourtFilter courtIds={search.courtIds} onChange={(courtIds) => setSearch({ courtIds })} />
    </search>
  )
}

const settleMs = 200

/** A text that is passed on when typing pauses, and follows when it is changed from elsewhere, as by going back. */
function useSettledText(value: string, onSettle: (text: string) => void): [string, (text: string) => void] {
  const [text, setText] = useState(value)
  const sent = useRef(value)
  const settle = useRef(onSettle)
  settle.current = onSettle
  useEffect(() => {
    if (value === sent.current) return
    sent.current = value
    setText(value)
  }, [value])
  useEffect(() => {
    if (text === sent.current) return
    const timer = setTimeout(() => {
      sent.current = text
      settle.current(text)
    }, settleMs)
    return () => clearTimeout(timer)
  }, [text])
  return [text, setText]
}
