import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { translated } from '../i18n/i18n.ts'
import { EmptyState } from './EmptyState.tsx'

/** Something could not be loaded: the reason as a sentence, and trying again. */
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
