import type { FoundFiling as MatchedFiling, TextPiece } from '@courtcrier/contract/calls/full-text.ts'
import type { CourtDocument } from '@courtcrier/contract/resources/document.ts'
import { type Envelope, envelope as filing } from '@courtcrier/contract/resources/envelope.ts'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { formatDay } from '../../ui/format-time.ts'
import classes from './text-search.module.css'

/** Shows a filing with the words: what it is, and each place with the page it is on. */
export function FoundFiling({ found, freeText }: { found: MatchedFiling; freeText: string }) {
  const { t } = useTranslation()
  const row = found.envelope as Partial<Envelope> & { id: string; createdAt: string }
  const { event, caseName, docketNumber, date, createdAt, documentNumber } = row
  // Noon is on the same day in every zone a firm may be in.
  const facts = [documentNumber, docketNumber, formatDay(date ? `${date}T12:00:00Z` : createdAt)]
  return (
    <article className={classes.filing}>
      <h2 className={classes.title}>{caseName || event || t('textSearch.untitled')}</h2>
      <p className={classes.facts}>
        {caseName && event && <span>{event}</span>}
        <span className="num">{facts.filter(Boolean).join(' · ')}</span>
        <Link to={filing.route} search={{ id: row.id }} data-result>
          {t('textSearch.filing')}
        </Link>
      </p>
      {found.docketText && (
        <p className={classes.place}>
          <span className={classes.where}>{t('textSearch.docketText')}</span>
          <span className={classes.record}>
            <Pieces pieces={found.docketText} />
          </span>
        </p>
      )}
      {found.documents.map((place) => (
        <FoundDocument key={String(place.document.id)} place={place} freeText={freeText} />
      ))}
      {found.moreDocuments > 0 && (
        <p className={classes.quiet}>{t('textSearch.documents', { count: found.moreDocuments })}</p>
      )}
    </article>
  )
}

function FoundDocument({ place, freeText }: { place: MatchedFiling['documents'][number]; freeText: string }) {
  const { t } = useTranslation()
  const { id, title, number } = place.document as Partial<CourtDocument> & { id: string }
  const { page, pages, pieces } = place
  const name = [number, title].filter(Boolean).join(' ')
  return (
    <Link
      to="/load-document/$id"
      params={{ id }}
      search={{ q: freeText, page } as never}
      className={classes.place}
      data-result
    >
      <span className={classes.where}>
        <b>{name}</b>
        <span className="num">{t('textSearch.page', { page })}</span>
        {pages > 1 && <span className={classes.quiet}>{t('textSearch.pages', { count: pages - 1 })}</span>}
      </span>
      <span className={classes.text}>
        <Pieces pieces={pieces} />
      </span>
    </Link>
  )
}

/** A text with its found words marked. */
function Pieces({ pieces }: { pieces: readonly TextPiece[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never change their order
  return pieces.map(({ text, found }, index) => (found ? <mark key={index}>{text}</mark> : text))
}
