import { type NoticeTrial, noticeTrialLimits } from '@courtcrier/contract/calls/trials.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'
import { inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import panel from '../../resource/FormPanel.module.css'
import { FormPanel } from '../../resource/FormPanel.tsx'
import { recordLink } from '../../resource/record-address.ts'
import { formatDateTime } from '../../ui/format-time.ts'
import { translated } from '../../ui/translated.ts'
import { useSettledValue } from '../../ui/use-settled-value.ts'
import { TriedList } from './TriedList.tsx'
import './text.ts'

interface NoticeTrialPanelProps<Draft, Trial extends NoticeTrial> {
  resource: Resource
  draft: Draft
  /** What is listed: notices if absent. */
  of?: Resource
  /** Content shown before the answer arrives. */
  lead?: ReactNode
  /** What to do while the draft is incomplete. */
  incomplete?: string
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
  of = inboxItem,
  lead,
  incomplete,
  isComplete = true,
  ask,
  wrongWith = () => [],
  detail,
}: NoticeTrialPanelProps<Draft, Trial>) {
  const { t } = useTranslation()
  const settled = useSettledValue(draft, settleMs)
  const trial = useQuery({
    queryKey: [of.name, 'trial', resource.name, settled],
    queryFn: ({ signal }) => ask(settled, signal),
    placeholderData: keepPreviousData,
    enabled: isComplete,
  })
  const title = t('trial.title')
  if (!isComplete)
    return (
      <FormPanel title={title} query={{ ...trial, error: null, data: true }} lines={1}>
        {() => <p role="status">{incomplete ?? t('trial.incomplete')}</p>}
      </FormPanel>
    )
  return (
    <FormPanel title={title} lead={lead} query={trial} lines={4}>
      {(found) => (
        <>
          {trial.isFetching && <p role="status">{t('trial.looking', { days: noticeTrialLimits.days })}</p>}
          <Answer found={found} wrong={wrongWith(found)} />
          {found.count > found.caught.length && found.caught.length > 0 && <p>{t('trial.recent')}</p>}
          <TriedList tried={found.caught} to={(id) => recordLink(of, id)} detail={detail} />
        </>
      )}
    </FormPanel>
  )
}

/** Says what is wrong with the draft, and how many notices it would have applied to. */
function Answer({ found, wrong }: { found: NoticeTrial & { untried?: number }; wrong: readonly string[] }) {
  const { t } = useTranslation()
  const { why, count, looked } = found
  const isTried = looked > 0 || wrong.length === 0
  return (
    <>
      {[...wrong, ...(why ? [translated(why)] : [])].map((sentence) => (
        <p key={sentence} role="status" className={panel.problem}>
          {sentence}
        </p>
      ))}
      {isTried && <p role="status">{t('trial.count', { count, looked })}</p>}
      {isTried && looked > 0 && <p>{extentOf(found, t).join(' ')}</p>}
    </>
  )
}

/** Says how far the trial came. */
function extentOf({ left, untried = 0 }: NoticeTrial & { untried?: number }, t: TFunction): readonly string[] {
  const { days } = noticeTrialLimits
  const before = left && formatDateTime(left.before)
  return [
    left ? t('trial.left', { count: left.count, days, before }) : t('trial.whole', { days }),
    ...(untried > 0 ? [t('trial.untried', { count: untried })] : []),
  ]
}
