import type { CaseRecipient } from '@courtcrier/contract/calls/case-page.ts'
import { findField } from '@courtcrier/contract/resource.ts'
import { delivery } from '@courtcrier/contract/resources/delivery.ts'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { choiceLabel } from '../../../i18n/labels.ts'
import { RecordReference } from '../../../resource/RecordReference.tsx'
import { formatClock } from '../../../ui/format-time.ts'
import classes from './people.module.css'

interface PeopleListProps {
  recipients: readonly CaseRecipient[]
  /** Whether each setting says which level it comes from. */
  isFull?: boolean
}

/** Lists who gets notified, why and how. */
export function PeopleList({ recipients, isFull = false }: PeopleListProps) {
  const { t } = useTranslation()
  return (
    <ul className={isFull ? `${classes.people} ${classes.full}` : classes.people}>
      {recipients.map((recipient) => (
        <li key={recipient.email}>
          <div>
            <Name recipient={recipient} />
            {isFull && recipient.name && <small>{recipient.email}</small>}
          </div>
          <div>
            <small>{reasonOf(recipient, t)}</small>
            <small>{howOf(recipient, { t, isFull }).join(' · ')}</small>
          </div>
        </li>
      ))}
    </ul>
  )
}

/** An additional address is named by itself: its owner is the reason it is notified. */
function Name({ recipient: { name, email, timekeeperId, why } }: { recipient: CaseRecipient }) {
  if (why !== 'case' || !timekeeperId || !name) return <>{email}</>
  return (
    <RecordReference entity="timekeeper" id={timekeeperId}>
      {name}
    </RecordReference>
  )
}

function reasonOf({ why, name, ruleName }: CaseRecipient, t: TFunction): string {
  if (why === 'timekeeper' && name) return t('casePage.people.why.timekeeperOf', { name })
  return t(`casePage.people.why.${why}`, { name: ruleName ?? '' })
}

/** Returns the method and the cadence, in words, with the level they come from. */
function howOf({ method, cadence, time }: CaseRecipient, { t, isFull }: { t: TFunction; isFull: boolean }): string[] {
  const said = (value: string, level: string) =>
    isFull ? t('casePage.people.setting', { value, from: t(`casePage.people.from.${level}`) }) : value
  const rhythm = cadence && wordOf('cadence', cadence.value)
  const timed = rhythm && time ? t('casePage.people.at', { cadence: rhythm, time: formatClock(time.value) }) : rhythm
  return [
    ...(method ? [said(wordOf('method', method.value), method.level)] : []),
    ...(cadence && timed ? [said(timed, cadence.level)] : []),
  ]
}

function wordOf(key: 'method' | 'cadence', value: string): string {
  const field = findField(delivery, key)
  return field ? choiceLabel(field, value) : value
}
