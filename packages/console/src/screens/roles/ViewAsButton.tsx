import { Button, Tooltip } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../session/session-store.ts'
import { viewAs } from '../../session/view-as.ts'
import { notify } from '../../ui/notices.ts'
import { useAction } from '../../ui/use-action.ts'

/** Shows the console as the role sees it. Not offered for the role that one has. */
export function ViewAsButton({ roleId, isBlocked }: { roleId: string; isBlocked: boolean }) {
  const { t } = useTranslation()
  const session = useSession()
  const navigate = useNavigate()
  const look = useAction(async () => {
    try {
      await viewAs(roleId)
    } catch (cause) {
      notify({ color: 'error', text: cause instanceof Error ? cause.message : String(cause) })
      throw cause
    }
    await navigate({ to: '/dashboard', search: {} })
  })
  if (!session || session.role.id === roleId || session.ownRole) return null
  return (
    <Tooltip label={t('roles.viewFirst')} disabled={!isBlocked}>
      <Button
        variant="default"
        loading={look.isBusy}
        data-disabled={isBlocked || undefined}
        aria-disabled={isBlocked || undefined}
        onClick={() => !isBlocked && void look.run()}
      >
        {t('roles.viewAs')}
      </Button>
    </Tooltip>
  )
}
