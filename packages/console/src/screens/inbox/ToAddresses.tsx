import { routeAccess } from '@courtcrier/contract/access.ts'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useFirm } from '../../session/firm.ts'
import { useRole } from '../../session/session-store.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'

/** Leads to the addresses that courts send notices to: the next step of a firm without a notice. */
export function ToAddresses({ label }: { label: string }) {
  if (routeAccess('firmAccess', useRole()) === 'DENY') return null
  return (
    <Button variant="default" renderRoot={(props) => <Link {...props} to="/firm-information" hash="mail" />}>
      {label}
    </Button>
  )
}

/** Says what the inbox of a new firm is for, with the way to the address that courts send notices to. */
export function NoNoticesYet() {
  const { t } = useTranslation()
  const { incomingEmailAddresses } = useFirm()
  const address = incomingEmailAddresses?.[0]
  const text = address ? t('inbox.empty.text', { address }) : t('inbox.empty.textPlain')
  const action = <ToAddresses label={t('inbox.empty.toAddresses')} />
  return <EmptyState title={t('inbox.empty.title')} text={text} action={action} />
}
