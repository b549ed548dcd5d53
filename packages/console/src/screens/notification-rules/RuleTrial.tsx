import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { notificationRule } from '@courtcrier/contract/resources/notification-rule.ts'
import type { RuleTrial as Trial } from '@courtcrier/contract/rule-trial.ts'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import panel from '../../resource/FormPanel.module.css'
import { FormPanel } from '../../resource/FormPanel.tsx'
import { fieldLabel } from '../../resource/labels.ts'
import { apiSend } from '../../session/api.ts'
import { formatDateTime } from '../../ui/format-time.ts'
import classes from './notification-rules.module.css'
import './text.ts'

const settleMs = 400

/** Below a rule's fields: the rule as a sentence, and the past notices that it would have caught. */
export default function RuleTrial({ values }: { values: AnyRow }) {
  const { t } = useTranslation()
  const [template] = useDebouncedValue(String(values.template ?? ''), settleMs)
  const trial = useQuery({
    queryKey: ['envelope', 'rule-trial', template],
    queryFn: () => apiSend<Trial>('POST', '/api/v1/notification_rule/try', { template }),
    placeholderData: keepPreviousData,
  })
  return (
    <FormPanel
      title={t('ruleTrial.title')}
      lead={<p className={classes.sentence}>{sentenceOf(values)}</p>}
      query={trial}
      lines={4}
    >
      {({ problem, caught, count, looked }) =>
        problem ? (
          <p role="status" className={panel.problem}>
            {problem.message}{' '}
            {t('ruleTrial.at', { field: fieldLabel(notificationRule, 'template'), at: problem.at + 1 })}
          </p>
        ) : (
          <>
            <p role="status">{t('ruleTrial.count', { count, looked })}</p>
            {caught.length > 0 && <CaughtList caught={caught} />}
          </>
        )
      }
    </FormPanel>
  )

  function sentenceOf({ template: condition, includeEmails, excludeEmails }: AnyRow): string {
    const when = condition ? t('ruleTrial.when', { condition }) : t('ruleTrial.always')
    const list = (emails: unknown) => (Array.isArray(emails) ? emails.join(', ') : '')
    const parts = [
      list(includeEmails) && t('ruleTrial.tell', { emails: list(includeEmails) }),
      list(excludeEmails) && t('ruleTrial.leaveOut', { emails: list(excludeEmails) }),
    ].filter(Boolean)
    return parts.length > 0 ? `${when} ${parts.join(` ${t('ruleTrial.and')} `)}.` : `${when} …`
  }
}

function CaughtList({ caught }: Pick<Trial, 'caught'>) {
  const { t } = useTranslation()
  return (
    <ul className={panel.list}>
      {caught.map(({ id, title, at }) => (
        <li key={id} className={classes.caught}>
          <Link to="/ecfx-notification" search={{ id } as never} target="_blank">
            {title || t('ruleTrial.untitled')}
          </Link>
          <time dateTime={at}>{formatDateTime(at)}</time>
        </li>
      ))}
    </ul>
  )
}
