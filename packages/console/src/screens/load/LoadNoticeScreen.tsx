import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { itemQuery } from '../inbox/item/item-view.ts'
import { LoadingSteps } from './LoadingSteps.tsx'
import { Problem } from './Problem.tsx'
import './text.ts'

/**
 * Opens the target of a link to a notice in an email: the notice is loaded first, so that its page appears immediately.
 */
export default function LoadNoticeScreen() {
  const { t } = useTranslation()
  const { id = '' }: { id?: string } = useParams({ strict: false })
  const { data, error, refetch } = useQuery(itemQuery(id))
  if (data) return <Navigate to={`/inbox-items/id/${encodeURIComponent(id)}`} replace />
  if (error) return <Problem title={t('load.noticeFailed')} error={error} retry={() => void refetch()} />
  return <LoadingSteps title={t('load.notice')} step={1} of={2} />
}
