import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { EmptyState } from './EmptyState.tsx'
import { translated } from './translated.ts'

interface ErrorStateProps {
  error: unknown
  retry?: () => void
  /** Whether it takes the place of a whole page. */
  isPage?: boolean
}

/** Shows that something could not be loaded: the reason as a sentence, and a retry. */
export function ErrorState({ error, retry, isPage = false }: ErrorStateProps) {
  const { t } = useTranslation()
  return (
    <div role="alert">
      <EmptyState
        isPage={isPage}
        title={t('state.failed')}
        text={translated(error instanceof Error ? error.message : String(error))}
        action={
          retry && (
            <Button variant="default" onClick={retry}>
              {t('state.retry')}
            </Button>
          )
        }
      />
    </div>
  )
}
