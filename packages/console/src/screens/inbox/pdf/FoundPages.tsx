import { type DocumentText, findInDocument } from '@courtcrier/contract/calls/full-text.ts'
import { courtDocument } from '@courtcrier/contract/resources/document.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { ask } from '../../../session/ask.ts'
import { translated } from '../../../ui/translated.ts'
import classes from './PdfViewer.module.css'
import type { PdfEngine } from './pdf-engine.ts'

/** Words looked for in a document. */
export interface DocumentSearch {
  freeText: string
  page?: number | undefined
}

interface FoundPagesProps {
  id: string
  search: DocumentSearch
  engine: PdfEngine | undefined
  /** The page on screen. */
  page: number
}

/** A page per button; a document that has the words everywhere needs no more. */
const mostShown = 12

/** Shows on which pages of a document the words are, and marks them there. */
export function FoundPages({ id, search: { freeText, page: wanted }, engine, page }: FoundPagesProps) {
  const { t } = useTranslation()
  const { data, error } = useQuery({
    queryKey: [courtDocument.name, 'text', id, freeText],
    queryFn: ({ signal }) => ask(findInDocument, { id, query: { freeText } }, { signal }),
  })
  useEffect(() => {
    if (engine && data) engine.mark(marksOf(data, wanted))
  }, [engine, data, wanted])
  if (error) return <Note text={translated(error.message)} />
  if (!data) return null
  const { pages, state, sentence } = data
  const shown = pages.slice(0, mostShown)
  return (
    <section className={classes.found} aria-label={t('inbox.pdf.foundPages')}>
      <p role="status">
        {pages.length > 0
          ? t('inbox.pdf.foundOn', { text: freeText, count: pages.length })
          : t('inbox.pdf.foundNowhere', { text: freeText })}
      </p>
      {shown.map(({ page: number }) => (
        <Button
          key={number}
          size="compact-xs"
          variant={number === page ? 'light' : 'default'}
          aria-current={number === page ? 'true' : undefined}
          aria-label={t('inbox.pdf.foundPage', { page: number })}
          disabled={!engine}
          onClick={() => engine?.goToPage(number)}
        >
          {number}
        </Button>
      ))}
      {pages.length > shown.length && <span>{t('inbox.pdf.foundMore', { count: pages.length - shown.length })}</span>}
      {(state === 'waiting' || state === 'pictured') && <p>{t('inbox.pdf.stillReading')}</p>}
      {state === 'none' && <p>{t('inbox.pdf.neverRead')}</p>}
      {sentence && <p>{translated(sentence)}</p>}
    </section>
  )
}

function Note({ text }: { text: string }) {
  return (
    <div className={classes.found}>
      <p role="alert">{text}</p>
    </div>
  )
}

function marksOf({ pages, words }: DocumentText, wanted: number | undefined) {
  return {
    page: wanted ?? pages[0]?.page ?? 1,
    words,
    places: new Map(pages.filter(({ places }) => places.length > 0).map(({ page, places }) => [page, places])),
  }
}
