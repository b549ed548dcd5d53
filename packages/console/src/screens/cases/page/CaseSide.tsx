import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import classes from './case-page.module.css'
import { useCaseRecipients } from './case-queries.ts'
import { PeopleList } from './PeopleList.tsx'
import type { CaseTab } from './use-case-place.ts'

interface CaseSideProps {
  id: string
  tabs: readonly CaseTab[]
  copies: number | null
}

/** Shows next to the docket who gets notified and how much is saved to the DMS, with links to both. */
export function CaseSide({ id, tabs, copies }: CaseSideProps) {
  const { t } = useTranslation()
  const hasPeople = tabs.includes('people')
  if (!hasPeople && !tabs.includes('copies')) return null
  return (
    <aside className={classes.side}>
      {hasPeople && <People id={id} />}
      {copies !== null && (
        <section aria-labelledby="case-side-copies">
          <h2 id="case-side-copies">{t('casePage.copies.title')}</h2>
          {copies === 0 ? (
            <p className={classes.quiet}>{t('casePage.copies.none')}</p>
          ) : (
            <Link to="." search={{ tab: 'copies' } as never}>
              {t('casePage.copies.count', { count: copies })}
            </Link>
          )}
        </section>
      )}
    </aside>
  )
}

function People({ id }: { id: string }) {
  const { t } = useTranslation()
  const { data } = useCaseRecipients(id)
  return (
    <section aria-labelledby="case-side-people" aria-busy={!data}>
      <h2 id="case-side-people">{t('casePage.people.title')}</h2>
      {data?.recipients && <PeopleList recipients={data.recipients} />}
      {data?.recipients?.length === 0 && <p className={classes.quiet}>{t('casePage.people.none')}</p>}
      {data && (
        <Link to="." search={{ tab: 'people' } as never}>
          {t('casePage.people.all')}
        </Link>
      )}
    </section>
  )
}
