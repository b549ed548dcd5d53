import { tryRule } from '@courtcrier/contract/calls/trials.ts'
import { hasGaps } from '@courtcrier/contract/condition-rows.ts'
import { isEmail } from '@courtcrier/contract/fields/email.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { envelope } from '@courtcrier/contract/resources/envelope.ts'
import { notificationRule } from '@courtcrier/contract/resources/notification-rule.ts'
import { parseDraft } from '@courtcrier/contract/rule-condition.ts'
import { useTranslation } from 'react-i18next'
import { fieldLabel } from '../../i18n/labels.ts'
import { NoticeTrialPanel } from '../trials/NoticeTrialPanel.tsx'
import { writtenInWords } from './condition-words.ts'
import classes from './notification-rules.module.css'
import './text.ts'

/** Shows a rule as a sentence below its fields, and whom it would have added and left out in past filings. */
export default function RuleTrial({ row, values }: { row: AnyRow; values: AnyRow }) {
  const { t } = useTranslation()
  const template = String(values.template ?? '')
  const parsed = parseDraft(template)
  const isUnfinished = 'condition' in parsed && hasGaps(parsed.condition)
  const draft = {
    id: row.id ? String(row.id) : null,
    template,
    includeEmails: emailsIn(values.includeEmails),
    excludeEmails: emailsIn(values.excludeEmails),
    isActive: values.isActive !== false,
  }
  return (
    <NoticeTrialPanel
      call={tryRule}
      resource={notificationRule}
      of={envelope}
      lead={<p className={classes.sentence}>{sentenceOf(values)}</p>}
      incomplete={t('ruleTrial.unfinished')}
      draft={draft}
      isComplete={!isUnfinished}
      wrongWith={({ problem }) => (problem ? [`${problem.message} ${placeOf(problem.at)}`] : [])}
    />
  )

  function placeOf(at: number): string {
    return t('ruleTrial.at', { field: fieldLabel(notificationRule, 'template'), at: at + 1 })
  }

  function sentenceOf({ includeEmails, excludeEmails }: AnyRow): string {
    const condition = writtenInWords(template)
    const when = condition === undefined ? t('ruleTrial.always') : t('ruleTrial.when', { condition })
    const list = (emails: unknown) => (Array.isArray(emails) ? emails.join(', ') : '')
    const parts = [
      list(includeEmails) && t('ruleTrial.tell', { emails: list(includeEmails) }),
      list(excludeEmails) && t('ruleTrial.leaveOut', { emails: list(excludeEmails) }),
    ].filter(Boolean)
    return parts.length > 0 ? `${when} ${parts.join(` ${t('ruleTrial.and')} `)}.` : `${when} …`
  }
}

/** An address that is still being typed isn't tried. */
function emailsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String).filter(isEmail) : []
}
