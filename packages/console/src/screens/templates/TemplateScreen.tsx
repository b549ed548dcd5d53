import { emailTemplate } from '@courtcrier/contract/resources/email-template.ts'
import { Button } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import './text.ts'
import '../../resource/form-text.ts'
import { resourceWord } from '../../i18n/labels.ts'
import { ApiFailure } from '../../session/api-failure.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingPage } from '../../ui/Loading.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { TemplateForm } from './TemplateForm.tsx'
import { useTemplateRow } from './use-template.ts'

/** Edits one email template next to a preview of its email. */
export default function TemplateScreen() {
  const { t } = useTranslation()
  const { id = '' }: { id?: string } = useParams({ strict: false })
  const { data, error, refetch } = useTemplateRow(id)
  if (data) return <TemplateForm key={id} row={data} id={id} />
  if (!error) return <LoadingPage />
  const isGone = error instanceof ApiFailure && error.status === 404
  const back = (
    <Button variant="default" renderRoot={(props) => <Link {...props} to={emailTemplate.route} />}>
      {t('template.back', { records: resourceWord(emailTemplate, 'many') })}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('nav.editTemplate')} />
      {isGone ? (
        <EmptyState title={t('template.notFound')} text={t('noForm.notFound')} action={back} />
      ) : (
        <ErrorState error={error} retry={() => void refetch()} />
      )}
    </>
  )
}
