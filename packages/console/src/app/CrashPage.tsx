import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../ui/EmptyState.tsx'
import classes from './CrashPage.module.css'

/**
 * Shows an error when a page can't be rendered, instead of a blank page. Uses no theme, since that may be the cause.
 */
export function CrashPage({ error }: { error: unknown }) {
  const { t } = useTranslation()
  useEffect(() => console.error(error), [error])
  const reload = (
    <button type="button" className={classes.reload} onClick={() => window.location.reload()}>
      {t('state.reload')}
    </button>
  )
  return (
    <main role="alert">
      <EmptyState title={t('state.crashed')} text={t('state.crashedText')} action={reload} />
    </main>
  )
}
