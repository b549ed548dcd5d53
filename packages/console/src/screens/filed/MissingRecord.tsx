import type { Resource } from '@courtcrier/contract/resource.ts'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { resourceWord } from '../../i18n/labels.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import './text.ts'

/** Shown for a record that doesn't exist or that the person may not see: the two must not be told apart. */
export function MissingRecord({ resource }: { resource: Resource }) {
  const { t } = useTranslation()
  const records = resourceWord(resource, 'many')
  return (
    <EmptyState
      isPage
      title={t('filed.missing', { record: resourceWord(resource, 'one') })}
      text={t('filed.missingText')}
      action={
        <Button variant="default" renderRoot={(props) => <Link {...props} to={resource.route} />}>
          {t('filed.back', { records })}
        </Button>
      }
    />
  )
}
