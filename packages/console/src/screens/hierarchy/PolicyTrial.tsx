import { explainPolicy, type PolicyExplanation } from '@courtcrier/contract/calls/settings.ts'
import { courtCase } from '@courtcrier/contract/resources/case.ts'
import { storagePolicy } from '@courtcrier/contract/resources/storage-policy.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRecordSearch } from '../../fields/record-search.ts'
import { resourceWord } from '../../i18n/labels.ts'
import { ask } from '../../session/ask.ts'
import { LateSelect } from '../../ui/choice/LateSelect.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/Loading.tsx'
import { translated } from '../../ui/translated.ts'
import classes from './hierarchy.module.css'
import { levelName } from './level-name.ts'

/** Tests the order on a case: which policy applies, and the result at every level. `order` is the order tested. */
export function PolicyTrial({ order }: { order: string }) {
  const { t } = useTranslation()
  const [caseId, setCaseId] = useState<string | null>(null)
  const search = useRecordSearch(courtCase.name, caseId ? [caseId] : [])
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['firm', 'storage-trial', caseId, order],
    queryFn: ({ signal }) => ask(explainPolicy, { id: caseId ?? '' }, { signal }),
    enabled: caseId !== null,
  })
  return (
    <section aria-labelledby="trial" className={classes.trial}>
      <h2 id="trial">{t('hierarchy.try')}</h2>
      <p className={classes.hint}>{t('hierarchy.tryText', { policy: resourceWord(storagePolicy, 'one') })}</p>
      <LateSelect {...search.choice} clearable label={t('hierarchy.case')} value={caseId} onChange={setCaseId} />
      {caseId && error && <ErrorState error={error} retry={() => void refetch()} />}
      {caseId && isPending && <LoadingRows count={3} />}
      {caseId && data && <Answer explanation={data} />}
    </section>
  )
}

function Answer({ explanation: { sentence, winner, levels } }: { explanation: PolicyExplanation }) {
  const { t } = useTranslation()
  return (
    <>
      <p role="status" className={classes.sentence}>
        {translated(sentence)}
      </p>
      <ol className={classes.opinions}>
        {levels.map(({ level, record, has_record, policy }) => (
          <li key={level} data-wins={level === winner || undefined}>
            <span>
              {levelName(level)}
              {record && <span className={classes.quiet}>{record.title}</span>}
            </span>
            <span>
              {policy ? (
                <Link to={storagePolicy.route} search={{ id: policy.id }}>
                  {policy.name}
                </Link>
              ) : (
                <span className={classes.quiet}>{t(has_record ? 'hierarchy.noPolicy' : 'hierarchy.noRecord')}</span>
              )}
              {level === winner && <b className={classes.wins}>{t('hierarchy.wins')}</b>}
            </span>
          </li>
        ))}
      </ol>
    </>
  )
}
