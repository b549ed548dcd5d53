import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'

/** A page that the product will have and this version has not. */
export default function LaterScreen() {
  const { t } = useTranslation()
  const action = (
    <Button component={Link} to="/dashboard" variant="default">
      {t('later.back')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('later.title')} />
      <EmptyState title={t('later.lead')} text={t('later.text')} action={action} />
    </>
  )
}
