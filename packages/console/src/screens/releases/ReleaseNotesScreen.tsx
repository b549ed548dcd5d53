import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { lazy } from '../../ui/lazy.ts'
import './text.ts'
import { LoadingRows } from '../../ui/Loading.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { AboutPages } from './AboutPages.tsx'
import classes from './about.module.css'

// The changelog is longer than all else that the page loads.
const ReleaseList = lazy(() => import('./ReleaseList.tsx'))

/** Shows the changes from the changelog in this build. */
export default function ReleaseNotesScreen() {
  const { t } = useTranslation()
  return (
    <div className={classes.page}>
      <PageHeader title={t('nav.releaseNotes')}>
        <AboutPages />
      </PageHeader>
      <Suspense fallback={<LoadingRows count={8} />}>
        <ReleaseList />
      </Suspense>
    </div>
  )
}
