import { courtDocument } from '@courtcrier/contract/resources/document.ts'
import { VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { getRow } from '../../session/api.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingPage } from '../../ui/Loading.tsx'
import PdfViewer from '../inbox/pdf/PdfViewer.tsx'

/** Where a link to a document in a mail leads: the document itself. */
export default function LoadDocumentScreen() {
  const { t } = useTranslation()
  const { id = '' }: { id?: string } = useParams({ strict: false })
  const { data, error, refetch } = useQuery({
    queryKey: [courtDocument.name, 'row', id],
    queryFn: ({ signal }) => getRow(courtDocument, id, signal),
  })
  return (
    <>
      <VisuallyHidden component="h1">{t('loadDocument.route')}</VisuallyHidden>
      {error && !data && <ErrorState error={error} retry={() => void refetch()} />}
      {!error && !data && <LoadingPage />}
      {data && <PdfViewer key={id} document={data} />}
    </>
  )
}
