import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'

/** Shows that billing is planned but not in this version. */
export default function LaterScreen() {
  const { t } = useTranslation()
  const action = (
    <Button variant="default" renderRoot={(props) => <Link {...props} to="/settings" />}>
      {t('later.back')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('nav.billing')} />
      <EmptyState title={t('later.lead')} text={t('later.text')} action={action} />
    </>
  )
}
