import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { apiBytes } from '../../session/api.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingPage } from '../../ui/Loading.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'

/** Where a link to a document in a mail leads: one press away from the document. */
export default function LoadDocumentScreen() {
  const { t } = useTranslation()
  const { id = '' }: { id?: string } = useParams({ strict: false })
  const { data, error, refetch } = useQuery({
    queryKey: ['document', 'content', id],
    queryFn: ({ signal }) => apiBytes(`/api/v1/document/${encodeURIComponent(id)}/content`, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const address = useObjectUrl(data)
  return (
    <>
      <PageHeader title={t('loadDocument.route')} />
      {error && <ErrorState error={error} retry={() => void refetch()} />}
      {!error && !address && <LoadingPage />}
      {address && <EmptyState title={t('loadDocument.ready')} action={<OpenButtons address={address} />} />}
    </>
  )
}

function OpenButtons({ address }: { address: string }) {
  const { t } = useTranslation()
  return (
    <>
      <Button component="a" href={address} target="_blank" rel="noopener">
        {t('loadDocument.open')}
      </Button>
      <Button component="a" href={address} download="document.pdf" variant="default">
        {t('loadDocument.download')}
      </Button>
    </>
  )
}

function useObjectUrl(bytes: Uint8Array<ArrayBuffer> | undefined): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!bytes) return
    const made = URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }))
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [bytes])
  return address
}
