import type { CaseRecipients } from '@courtcrier/contract/calls/case-page.ts'
import { notificationRule } from '@courtcrier/contract/resources/notification-rule.ts'
import { useTranslation } from 'react-i18next'
import { RecordReference } from '../../../resource/RecordReference.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { formatList } from '../../../ui/format-list.ts'
import { LoadingRows } from '../../../ui/Loading.tsx'
import { translated } from '../../../ui/translated.ts'
import classes from './case-page.module.css'
import { useCaseRecipients } from './case-queries.ts'
import { PeopleList } from './PeopleList.tsx'
import people from './people.module.css'

/** Shows who gets notified of the case's filings, why and how, who doesn't, and which rules depend on the filing. */
export function PeopleTab({ id }: { id: string }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useCaseRecipients(id)
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <LoadingRows count={3} />
  const { recipients, leftOut, rules, hasHiddenFirmAddresses } = data
  if (!recipients) return <p className={classes.note}>{t('casePage.people.hidden')}</p>
  return (
    <div className={classes.sections}>
      <section aria-labelledby="case-people">
        <h2 id="case-people">{t('casePage.people.title')}</h2>
        {recipients.length === 0 ? (
          <EmptyState title={t('casePage.people.none')} text={t('casePage.people.noneText')} />
        ) : (
          <PeopleList recipients={recipients} isFull />
        )}
        {hasHiddenFirmAddresses && <p className={classes.quiet}>{t('casePage.people.firmHidden')}</p>}
        {!rules && <p className={classes.quiet}>{t('casePage.people.rulesHidden')}</p>}
      </section>
      {leftOut.length > 0 && <LeftOut leftOut={leftOut} />}
      {rules && rules.length > 0 && <Rules rules={rules} />}
    </div>
  )
}

function LeftOut({ leftOut }: Pick<CaseRecipients, 'leftOut'>) {
  const { t } = useTranslation()
  return (
    <section aria-labelledby="case-left-out">
      <h2 id="case-left-out">{t('casePage.people.leftOut')}</h2>
      <ul className={`${people.people} ${people.full}`}>
        {leftOut.map(({ who, reason }) => (
          <li key={who}>
            <div>{who}</div>
            <small>{translated(reason)}</small>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Rules({ rules }: { rules: NonNullable<CaseRecipients['rules']> }) {
  const { t } = useTranslation()
  return (
    <section aria-labelledby="case-rules">
      <h2 id="case-rules">{t('casePage.people.rules')}</h2>
      <ul className={`${people.people} ${people.full}`}>
        {rules.map(({ id, name, condition, include, exclude }) => (
          <li key={id}>
            <div>
              <RecordReference entity={notificationRule.name} id={id}>
                {name}
              </RecordReference>
              <small>{t('casePage.people.when', { condition })}</small>
            </div>
            <div>
              {include.length > 0 && <small>{t('casePage.people.includes', { emails: formatList(include) })}</small>}
              {exclude.length > 0 && <small>{t('casePage.people.excludes', { emails: formatList(exclude) })}</small>}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
