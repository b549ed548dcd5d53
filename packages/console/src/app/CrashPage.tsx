import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../ui/EmptyState.tsx'

/** Stands in for a page that cannot be drawn, so that nobody looks at nothing. Uses no theme: it may be what broke. */
export function CrashPage({ error }: { error: unknown }) {
  const { t } = useTranslation()
  useEffect(() => console.error(error), [error])
  const reload = (
    <button type="button" onClick={() => window.location.reload()}>
      {t('state.reload')}
    </button>
  )
  return (
    <main role="alert">
      <EmptyState title={t('state.crashed')} text={t('state.crashedText')} action={reload} />
    </main>
  )
}
