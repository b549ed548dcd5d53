import { subjectAccess } from '@courtcrier/contract/access.ts'
import { replayWebhookCall, type WebhookCallPage } from '@courtcrier/contract/calls/webhooks.ts'
import { webhook } from '@courtcrier/contract/resources/webhook.ts'
import { Button, Modal } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ask } from '../../session/ask.ts'
import { useRole } from '../../session/session-store.ts'
import { useTitleOf } from '../../session/titles.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingFields } from '../../ui/Loading.tsx'
import { notify } from '../../ui/notices.ts'
import { useFocusBack } from '../../ui/use-focus-back.ts'
import { CallItem } from './CallItem.tsx'
import { CallTools } from './CallTools.tsx'
import { callsKey, fetchCalls } from './calls.ts'
import './text.ts'
import classes from './webhooks.module.css'

/** Polling interval while a call is in progress. */
const pollMs = 3000

/** Lists a webhook's calls with their responses; sends a test, or a call again. */
export default function WebhookCalls({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation()
  const { data: name } = useTitleOf(webhook.name, id)
  useFocusBack()
  const mayAct = subjectAccess(webhook.subject, useRole()) === 'FULL'
  const query = useCalls(id)
  const { data, error, refetch } = query
  const calls = data?.pages.flatMap((page) => page.calls) ?? []
  const replay = async (callId: string) => {
    await ask(replayWebhookCall, { id, callId })
    notify({ color: 'success', text: t('webhookCalls.replayed') })
    await refetch()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('webhookCalls.title', { name: name ?? '' })}
      size="xl"
      closeButtonProps={{ 'aria-label': t('webhookCalls.close') }}
    >
      {mayAct && <CallTools id={id} onTested={() => void refetch()} />}
      {error && !data && <ErrorState error={error} retry={() => void refetch()} />}
      {!data && !error && <LoadingFields count={3} />}
      {data && calls.length === 0 && <EmptyState title={t('webhookCalls.none')} text={t('webhookCalls.noneText')} />}
      {calls.length > 0 && (
        <>
          <p className={classes.lead}>{t('webhookCalls.lead')}</p>
          <ul className={classes.calls}>
            {calls.map((call) => (
              <CallItem key={call.id} call={call} {...(mayAct ? { onReplay: () => replay(call.id) } : {})} />
            ))}
          </ul>
        </>
      )}
      {query.hasNextPage && (
        <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('webhookCalls.older')}
        </Button>
      )}
    </Modal>
  )
}

function useCalls(id: string) {
  return useInfiniteQuery({
    queryKey: callsKey(id),
    queryFn: ({ pageParam, signal }) => fetchCalls(id, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: WebhookCallPage) => page.next ?? undefined,
    refetchInterval: ({ state }) => (state.data?.pages.some(isUnderWay) ? pollMs : false),
  })
}

function isUnderWay({ calls }: WebhookCallPage): boolean {
  return calls.some(({ status }) => status === 'waiting' || status === 'sending')
}
