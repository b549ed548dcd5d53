import { Button, VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/EmptyState.tsx'
import './text.ts'

interface ProblemProps {
  title: string
  error: unknown
  retry: () => void
  /** An additional action. */
  action?: ReactNode
}

/** Shows why a link can't be opened, with a retry and an alternative. */
export function Problem({ title, error, retry, action }: ProblemProps) {
  const { t } = useTranslation()
  return (
    <div role="alert">
      <VisuallyHidden component="h1">{title}</VisuallyHidden>
      <EmptyState
        title={title}
        text={error instanceof Error ? error.message : String(error)}
        action={
          <>
            <Button onClick={retry}>{t('state.retry')}</Button>
            {action}
            <Button variant="default" renderRoot={(props) => <Link {...props} to="/dashboard" />}>
              {t('load.home')}
            </Button>
          </>
        }
      />
    </div>
  )
}
