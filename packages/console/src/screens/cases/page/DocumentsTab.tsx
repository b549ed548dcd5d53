import { courtDocument } from '@courtcrier/contract/resources/document.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { filedRows } from '../../../session/api.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { LoadingRows } from '../../../ui/Loading.tsx'
import classes from './case-page.module.css'
import type { DocketDocument } from './case-queries.ts'
import { Document } from './DocketLine.tsx'
import lines from './docket.module.css'
import { type useCasePlace, withParam } from './use-case-place.ts'
import { WithDocument } from './WithDocument.tsx'

const pageSize = 50

/** Lists every document of the case, newest first, each with the filing it belongs to. */
export function DocumentsTab({ id, place }: { id: string; place: ReturnType<typeof useCasePlace> }) {
  const { t } = useTranslation()
  const { page } = place
  const { data, error, refetch } = useQuery({
    queryKey: [courtDocument.name, 'filed', 'case', id, 'list', page],
    queryFn: ({ signal }) =>
      filedRows(courtDocument, { under: 'case', id }, { max: pageSize, offset: (page - 1) * pageSize }, signal),
    placeholderData: keepPreviousData,
  })
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <LoadingRows />
  if (data.total === 0)
    return <EmptyState title={t('casePage.documents.none')} text={t('casePage.documents.noneText')} />
  const documents = data.rows as readonly DocketDocument[]
  const isNumbered = documents.some(({ number }) => number)
  const at = (next: number) => withParam('page', next > 1 ? String(next) : undefined) as never
  return (
    <WithDocument documents={documents} openId={place.documentId} onOpen={place.openDocument}>
      <ul className={lines.list} data-unnumbered={!isNumbered || undefined} aria-label={t('casePage.tabs.documents')}>
        {documents.map((document) => (
          <li key={document.id}>
            {isNumbered && <span className={`num ${lines.listNumber}`}>{document.number ?? ''}</span>}
            <Document
              document={document}
              isOpen={document.id === place.documentId}
              onOpen={() => place.openDocument(document.id)}
            />
            {document.envelopeId && (
              <Link
                to="."
                className={lines.toFiling}
                search={withParam('filing', document.envelopeId) as never}
                resetScroll={false}
                preload={false}
              >
                {t('casePage.documents.filing')}
              </Link>
            )}
          </li>
        ))}
      </ul>
      {data.total > pageSize && (
        <nav className={classes.pager} aria-label={t('casePage.documents.pages')}>
          {page > 1 && (
            <Link to="." search={at(page - 1)}>
              {t('casePage.documents.newer')}
            </Link>
          )}
          {page * pageSize < data.total && (
            <Link to="." search={at(page + 1)}>
              {t('casePage.documents.older')}
            </Link>
          )}
        </nav>
      )}
    </WithDocument>
  )
}
