import { tryRule } from '@courtcrier/contract/calls/previews.ts'
import { hasGaps } from '@courtcrier/contract/condition-rows.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { envelope } from '@courtcrier/contract/resources/envelope.ts'
import { notificationRule } from '@courtcrier/contract/resources/notification-rule.ts'
import { parseDraft } from '@courtcrier/contract/rule-condition.ts'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { fieldLabel } from '../../i18n/labels.ts'
import panel from '../../resource/FormPanel.module.css'
import { FormPanel } from '../../resource/FormPanel.tsx'
import { recordLink } from '../../resource/record-address.ts'
import { ask } from '../../session/ask.ts'
import { TriedList } from '../trials/TriedList.tsx'
import '../trials/text.ts'
import { writtenInWords } from './condition-words.ts'
import classes from './notification-rules.module.css'
import './text.ts'

const settleMs = 400

/** Shows a rule as a sentence below its fields, and the past notices it would have caught. */
export default function RuleTrial({ values }: { values: AnyRow }) {
  const { t } = useTranslation()
  const written = String(values.template ?? '')
  const [template] = useDebouncedValue(written, settleMs)
  const draft = parseDraft(template)
  const isUnfinished = 'condition' in draft && hasGaps(draft.condition)
  const trial = useQuery({
    queryKey: ['envelope', 'rule-trial', template],
    queryFn: () => ask(tryRule, { body: { template } }),
    placeholderData: keepPreviousData,
    enabled: !isUnfinished,
  })
  if (isUnfinished)
    return (
      <FormPanel title={t('ruleTrial.title')} query={{ ...trial, error: null, data: true }} lines={1}>
        {() => <p role="status">{t('ruleTrial.unfinished')}</p>}
      </FormPanel>
    )
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
            <p role="status">{t('trial.count', { count, looked })}</p>
            <TriedList tried={caught} to={(id) => recordLink(envelope, id)} />
          </>
        )
      }
    </FormPanel>
  )

  function sentenceOf({ includeEmails, excludeEmails }: AnyRow): string {
    const condition = writtenInWords(written)
    const when = condition === undefined ? t('ruleTrial.always') : t('ruleTrial.when', { condition })
    const list = (emails: unknown) => (Array.isArray(emails) ? emails.join(', ') : '')
    const parts = [
      list(includeEmails) && t('ruleTrial.tell', { emails: list(includeEmails) }),
      list(excludeEmails) && t('ruleTrial.leaveOut', { emails: list(excludeEmails) }),
    ].filter(Boolean)
    return parts.length > 0 ? `${when} ${parts.join(` ${t('ruleTrial.and')} `)}.` : `${when} …`
  }
}
