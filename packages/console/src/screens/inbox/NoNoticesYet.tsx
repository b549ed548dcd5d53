import { useTranslation } from 'react-i18next'
import { useFirm } from '../../session/firm.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ToAddresses } from './ToAddresses.tsx'

/** Says what the inbox of a new firm is for, with the way to the address that courts send notices to. */
export function NoNoticesYet() {
  const { t } = useTranslation()
  const { incomingEmailAddresses } = useFirm()
  const address = incomingEmailAddresses?.[0]
  const text = address ? t('inbox.empty.text', { address }) : t('inbox.empty.textPlain')
  const action = <ToAddresses label={t('inbox.empty.toAddresses')} />
  return <EmptyState title={t('inbox.empty.title')} text={text} action={action} />
}
