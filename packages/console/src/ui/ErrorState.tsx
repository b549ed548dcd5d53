import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { EmptyState } from './EmptyState.tsx'
import { translated } from './translated.ts'

/** Shows that something could not be loaded: the reason as a sentence, and a retry. */
export function ErrorState({ error, retry }: { error: unknown; retry?: () => void }) {
  const { t } = useTranslation()
  return (
    <div role="alert">
      <EmptyState
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
