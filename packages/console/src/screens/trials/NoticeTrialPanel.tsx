import type { AnswerOf, BodyOf, Call } from '@courtcrier/contract/calls/call.ts'
import { type NoticeTrial, noticeTrialLimits, type Tried } from '@courtcrier/contract/calls/trials.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'
import { inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import { Button } from '@mantine/core'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import panel from '../../resource/FormPanel.module.css'
import { FormPanel } from '../../resource/FormPanel.tsx'
import { recordLink } from '../../resource/record-address.ts'
import { formatNumber } from '../../ui/format-number.ts'
import { formatDateTime } from '../../ui/format-time.ts'
import { translated } from '../../ui/translated.ts'
import { TriedList } from './TriedList.tsx'
import classes from './trials.module.css'
import './text.ts'
import { type TrialState, useTrial } from './use-trial.ts'

interface NoticeTrialPanelProps<C extends Call> {
  call: C
  resource: Resource
  draft: BodyOf<C>
  /** What is listed: notices if absent. */
  of?: Resource
  /** Content shown before the answer arrives. */
  lead?: ReactNode
  /** What to do while the draft is incomplete. */
  incomplete?: string
  /** Whether the draft says enough to be tried. */
  isComplete?: boolean
  /** What is wrong with the draft itself, if its answer says so. */
  wrongWith?: (trial: AnswerOf<C>) => readonly string[]
  /** What else is shown of each notice. */
  detail?: (tried: CaughtBy<C>) => ReactNode
}

/** What is known of a notice that the trial found. */
type CaughtBy<C extends Call> = AnswerOf<C> extends { caught: readonly (infer Each)[] } ? Each : never

/** Shows below a form what its unsaved record would have done with past notices, beside what happened to them. */
export function NoticeTrialPanel<C extends Call>({
  call,
  resource,
  draft,
  of = inboxItem,
  lead,
  incomplete,
  isComplete = true,
  wrongWith = () => [],
  detail,
}: NoticeTrialPanelProps<C>) {
  const { t } = useTranslation()
  const { trial, stateOf, stop } = useTrial({ call, key: [resource.name, of.name], draft, isComplete })
  const title = t('trial.title')
  if (!isComplete)
    return (
      <FormPanel title={title} query={{ ...trial, error: null, data: true }} lines={1}>
        {() => <p role="status">{incomplete ?? t('trial.incomplete')}</p>}
      </FormPanel>
    )
  return (
    <FormPanel title={title} lead={lead} query={trial} lines={4}>
      {({ found, state }) => (
        <Findings
          found={found as NoticeTrial}
          state={stateOf({ found, state })}
          wrong={wrongWith(found)}
          course={{ isOld: trial.isPlaceholderData, problem: trial.error?.message, stop, again: trial.refetch }}
        >
          <TriedList
            tried={(found as NoticeTrial).caught as readonly (Tried & CaughtBy<C>)[]}
            to={(id) => recordLink(of, id)}
            detail={detail}
          />
        </Findings>
      )}
    </FormPanel>
  )
}

interface FindingsProps {
  found: NoticeTrial
  state: TrialState
  wrong: readonly string[]
  course: Omit<CourseProps, 'found' | 'state'>
  children: ReactNode
}

/** Shows what was found so far, and how far that is. */
function Findings({ found, state, wrong, course, children }: FindingsProps) {
  const { t } = useTranslation()
  return (
    <>
      <Course found={found} state={state} {...course} />
      <Answer found={found} wrong={wrong} state={state} />
      {found.count > found.caught.length && found.caught.length > 0 && <p>{t('trial.recent')}</p>}
      {children}
    </>
  )
}

interface CourseProps {
  found: NoticeTrial
  state: TrialState
  /** Whether what is shown is of the draft before. */
  isOld: boolean
  /** Why it broke off. */
  problem: string | undefined
  stop: () => void
  again: () => unknown
}

const dayMs = 86_400_000

/** Shows how far a trial has come while it goes on, which can be stopped. */
function Course({ found: { reached }, state, isOld, problem, stop, again }: CourseProps) {
  const { t } = useTranslation()
  const { days } = noticeTrialLimits
  const before = reached && formatDateTime(reached)
  if (state === 'whole') return null
  if (state === 'stopped')
    return (
      <div className={classes.course}>
        {problem && (
          <p role="alert" className={panel.problem}>
            {translated(problem)}
          </p>
        )}
        <p role="status">{before ? t('trial.stopped', { before, days }) : t('trial.stoppedEarly')}</p>
        <Button size="compact-sm" variant="default" onClick={() => void again()}>
          {t('trial.again')}
        </Button>
      </div>
    )
  const checked = reached && !isOld ? Math.min(Math.floor((Date.now() - Date.parse(reached)) / dayMs), days) : 0
  return (
    <div className={classes.course}>
      <p role="status">{t('trial.looking', { days })}</p>
      <progress aria-label={t('trial.progress')} max={days} value={checked} />
      {before && !isOld && <span>{t('trial.reached', { before })}</span>}
      <Button size="compact-sm" variant="default" onClick={stop}>
        {t('trial.stop')}
      </Button>
    </div>
  )
}

interface AnswerProps {
  found: NoticeTrial & { untried?: number }
  wrong: readonly string[]
  state: TrialState
}

/** Says what is wrong with the draft, and how many notices it would have applied to. */
function Answer({ found, wrong, state }: AnswerProps) {
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
      {/* Numbers that grow each second aren't announced. */}
      {isTried && (
        <p role={state === 'going' ? undefined : 'status'}>
          {t('trial.count', { count, looked: formatNumber(looked) })}
        </p>
      )}
      {isTried && looked > 0 && <p>{extentOf(found, state, t).join(' ')}</p>}
    </>
  )
}

/** Says how far the trial came. */
function extentOf({ left, untried = 0 }: AnswerProps['found'], state: TrialState, t: TFunction): readonly string[] {
  const { days } = noticeTrialLimits
  const before = left && formatDateTime(left.before)
  const whole = left ? t('trial.left', { count: left.count, days, before }) : t('trial.whole', { days })
  return [
    ...(state === 'whole' ? [whole] : []),
    ...(untried > 0 ? [t(state === 'going' ? 'trial.toTry' : 'trial.untried', { count: untried })] : []),
  ]
}
