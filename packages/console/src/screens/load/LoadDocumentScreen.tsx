import { noteOpened } from '@courtcrier/contract/calls/filings.ts'
import { deliveryParameter } from '@courtcrier/contract/resources/delivery.ts'
import { courtDocument } from '@courtcrier/contract/resources/document.ts'
import { envelope } from '@courtcrier/contract/resources/envelope.ts'
import { Button, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { getRow } from '../../session/api.ts'
import { ask } from '../../session/ask.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { hasFile } from '../inbox/item/document-word.ts'
import PdfViewer from '../inbox/pdf/PdfViewer.tsx'
import { LoadingSteps } from './LoadingSteps.tsx'
import { Problem } from './Problem.tsx'
import './text.ts'
import { translated } from '../../ui/translated.ts'

/** Opens the target of a link to a document in an email: the document itself. */
export default function LoadDocumentScreen() {
  const { t } = useTranslation()
  const { id = '' }: { id?: string } = useParams({ strict: false })
  const { data, error, refetch } = useQuery({
    queryKey: [courtDocument.name, 'row', id],
    queryFn: ({ signal }) => getRow(courtDocument, id, signal),
  })
  const search = useSearched()
  useNoteOpened(id, data !== undefined)
  if (error && !data) return <Problem title={t('load.documentFailed')} error={error} retry={() => void refetch()} />
  if (!data) return <LoadingSteps title={t('load.document')} step={1} of={2} />
  if (!hasFile(data)) return <NotKept sentence={data.sentence} envelopeId={data.envelopeId} />
  return (
    <>
      <VisuallyHidden component="h1">{t('loadDocument.route')}</VisuallyHidden>
      <PdfViewer key={id} document={data} search={search} />
    </>
  )
}

/** Returns the words and the page that the address names, as a link from a search does. */
function useSearched(): { freeText: string; page: number | undefined } | undefined {
  const { q, page }: { q?: unknown; page?: unknown } = useSearch({ strict: false })
  const freeText = q === undefined ? '' : String(q).trim()
  const number = Number(page)
  return freeText === '' ? undefined : { freeText, page: Number.isInteger(number) && number > 0 ? number : undefined }
}

function NotKept({ sentence, envelopeId }: { sentence: string | null | undefined; envelopeId: string | undefined }) {
  const { t } = useTranslation()
  const action = envelopeId && (
    <Button
      variant="default"
      renderRoot={(props) => <Link to={envelope.route} search={{ id: envelopeId }} {...props} />}
    >
      {t('load.showFiling')}
    </Button>
  )
  return (
    <>
      <VisuallyHidden component="h1">{t('loadDocument.route')}</VisuallyHidden>
      <EmptyState
        title={t('load.noFile')}
        text={sentence ? translated(sentence) : t('load.noFileReason')}
        action={action}
      />
    </>
  )
}

/** Records that a document was opened, at the delivery whose email led here, once it is on screen. */
function useNoteOpened(documentId: string, isShown: boolean): void {
  useEffect(() => {
    const deliveryId = new URLSearchParams(location.search).get(deliveryParameter)
    if (!isShown || !deliveryId) return
    // The document can be read whether or not its opening can be recorded.
    ask(noteOpened, { id: documentId, body: { delivery_id: deliveryId } }).catch(() => undefined)
  }, [documentId, isShown])
}
