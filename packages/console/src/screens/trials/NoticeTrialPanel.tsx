import type { NoticeTrial } from '@courtcrier/contract/calls/trials.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'
import { inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FormPanel } from '../../resource/FormPanel.tsx'
import { recordLink } from '../../resource/record-address.ts'
import { useSettledValue } from '../../ui/use-settled-value.ts'
import { TriedList } from './TriedList.tsx'
import './text.ts'

interface NoticeTrialPanelProps<Draft> {
  resource: Resource
  draft: Draft
  /** Whether the draft says enough to be tried. */
  isComplete?: boolean
  ask: (draft: Draft, signal: AbortSignal) => Promise<NoticeTrial>
}

const settleMs = 400

/** Shows below a form what its unsaved record would have done with past notices, beside what happened to them. */
export function NoticeTrialPanel<Draft extends object>({
  resource,
  draft,
  isComplete = true,
  ask,
}: NoticeTrialPanelProps<Draft>) {
  const { t } = useTranslation()
  const settled = useSettledValue(draft, settleMs)
  const trial = useQuery({
    queryKey: [inboxItem.name, 'trial', resource.name, settled],
    queryFn: ({ signal }) => ask(settled, signal),
    placeholderData: keepPreviousData,
    enabled: isComplete,
  })
  if (!isComplete)
    return (
      <FormPanel title={t('trial.title')} query={{ ...trial, error: null, data: true }} lines={1}>
        {() => <p role="status">{t('trial.incomplete')}</p>}
      </FormPanel>
    )
  return (
    <FormPanel title={t('trial.title')} query={trial} lines={4}>
      {({ count, looked, caught }) => (
        <>
          <p role="status">{t('trial.count', { count, looked })}</p>
          <TriedList tried={caught} to={(id) => recordLink(inboxItem, id)} />
        </>
      )}
    </FormPanel>
  )
}
