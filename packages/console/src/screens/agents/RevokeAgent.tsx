import { revokeAgent, revokeAgentToken } from '@courtcrier/contract/calls/agents.ts'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ask } from '../../session/ask.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import classes from './agents.module.css'
import { useReloadAgents } from './agents-query.ts'

/** What is to be revoked. */
export interface Revoked {
  kind: 'agent' | 'token'
  id: string
  name: string
}

interface RevokeAgentProps {
  revoked: Revoked | undefined
  onClose: () => void
}

/** Asks before an agent or its token is revoked. */
export function RevokeAgent({ revoked, onClose }: RevokeAgentProps) {
  const { t } = useTranslation()
  const reload = useReloadAgents()
  const revoke = useMutation({
    mutationFn: ({ kind, id }: Revoked) => ask(kind === 'agent' ? revokeAgent : revokeAgentToken, { id }),
    onSettled: () => {
      onClose()
      return reload()
    },
  })
  const [question, consequence] =
    revoked?.kind === 'token' ? ['tokenQuestion', 'tokenConsequence'] : ['question', 'consequence']
  return (
    <>
      {revoke.error && (
        <p role="alert" className={classes.failure}>
          {revoke.error.message}
        </p>
      )}
      <ConfirmDialog
        opened={revoked !== undefined}
        title={t(`agents.${question}`, { name: revoked?.name })}
        text={t(`agents.${consequence}`)}
        confirm={t('agents.revoke')}
        cancel={t('agents.keep')}
        isBusy={revoke.isPending}
        onConfirm={() => revoked && revoke.mutate(revoked)}
        onCancel={onClose}
      />
    </>
  )
}
