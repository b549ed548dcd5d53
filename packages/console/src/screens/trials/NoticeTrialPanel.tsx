import type { NoticeTrial } from '@courtcrier/contract/calls/trials.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'
import { inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import panel from '../../resource/FormPanel.module.css'
import { FormPanel } from '../../resource/FormPanel.tsx'
import { recordLink } from '../../resource/record-address.ts'
import { translated } from '../../ui/translated.ts'
import { useSettledValue } from '../../ui/use-settled-value.ts'
import { TriedList } from './TriedList.tsx'
import './text.ts'

interface NoticeTrialPanelProps<Draft, Trial extends NoticeTrial> {
  resource: Resource
  draft: Draft
  /** Whether the draft says enough to be tried. */
  isComplete?: boolean
  ask: (draft: Draft, signal: AbortSignal) => Promise<Trial>
  /** What is wrong with the draft itself, if its answer says so. */
  wrongWith?: (trial: Trial) => readonly string[]
  /** What else is shown of each notice. */
  detail?: (tried: Trial['caught'][number]) => ReactNode
}

const settleMs = 400

/** Shows below a form what its unsaved record would have done with past notices, beside what happened to them. */
export function NoticeTrialPanel<Draft extends object, Trial extends NoticeTrial>({
  resource,
  draft,
  isComplete = true,
  ask,
  wrongWith = () => [],
  detail,
}: NoticeTrialPanelProps<Draft, Trial>) {
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
      {(found) => (
        <>
          {wrongWith(found).map((sentence) => (
            <p key={sentence} role="status" className={panel.problem}>
              {sentence}
            </p>
          ))}
          {found.why && (
            <p role="status" className={panel.problem}>
              {translated(found.why)}
            </p>
          )}
          <p role="status">{t('trial.count', { count: found.count, looked: found.looked })}</p>
          <TriedList tried={found.caught} to={(id) => recordLink(inboxItem, id)} detail={detail} />
        </>
      )}
    </FormPanel>
  )
}
