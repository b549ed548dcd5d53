import { Button } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useListKeys } from '../../resource/list/use-list-keys.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/Loading.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { FoundFiling } from './FoundFiling.tsx'
import { SearchField } from './SearchField.tsx'
import './text.ts'
import classes from './text-search.module.css'
import { useTextSearch } from './use-text-search.ts'

/** Finds filings by the words of their docket text and their documents. */
export default function TextSearchScreen() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { q = '' }: { q?: unknown } = useSearch({ strict: false })
  const freeText = String(q).trim()
  const field = useRef<HTMLInputElement>(null)
  const results = useRef<HTMLDivElement>(null)
  const search = (text: string) =>
    void navigate({ to: '.', search: (text === '' ? {} : { q: text }) as never, replace: true })
  const step = (by: 1 | -1) => () => moveFocus(results.current, by)
  useListKeys({ j: step(1), k: step(-1), '/': () => field.current?.focus() })
  return (
    <div className={classes.page}>
      <PageHeader title={t('nav.textSearch')}>
        <SearchField freeText={freeText} onSearch={search} fieldRef={field} />
      </PageHeader>
      <div ref={results} className={classes.results}>
        {freeText === '' ? (
          <EmptyState title={t('textSearch.start.title')} text={t('textSearch.start.text')} />
        ) : (
          <Results freeText={freeText} />
        )}
      </div>
    </div>
  )
}

function Results({ freeText }: { freeText: string }) {
  const { t } = useTranslation()
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useTextSearch(freeText)
  if (isPending) return <LoadingRows />
  if (!data) return <ErrorState error={error} retry={() => void refetch()} />
  const filings = data.pages.flatMap((page) => page.filings)
  const isReading = data.pages.some((page) => page.isReading)
  return (
    <>
      {isReading && (
        <p role="status" className={classes.quiet}>
          {t('textSearch.reading')}
        </p>
      )}
      {filings.length === 0 && (
        <EmptyState
          title={t('textSearch.empty.title')}
          text={hasNextPage ? t('textSearch.empty.older') : t('textSearch.empty.text')}
        />
      )}
      <section aria-label={t('textSearch.results')}>
        {filings.map((found) => (
          <FoundFiling key={String(found.envelope.id)} found={found} freeText={freeText} />
        ))}
      </section>
      {error && <ErrorState error={error} retry={() => void fetchNextPage()} />}
      {hasNextPage && !error && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('textSearch.more')}
        </Button>
      )}
      {filings.length > 0 && <p className={classes.quiet}>{t('textSearch.keys')}</p>}
    </>
  )
}

/** Moves to the next or previous result; from elsewhere to the first. */
function moveFocus(list: HTMLElement | null, by: 1 | -1): void {
  const all = [...(list?.querySelectorAll<HTMLElement>('[data-result]') ?? [])]
  const at = all.indexOf(document.activeElement as HTMLElement)
  all[at === -1 ? 0 : at + by]?.focus()
}
