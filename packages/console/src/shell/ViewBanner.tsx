import { Button } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import './view-text.ts'
import { useSession } from '../session/session-store.ts'
import { leaveView } from '../session/view-as.ts'
import { useAction } from '../ui/use-action.ts'
import classes from './ViewBanner.module.css'

/** Shows on every page that another role is being viewed as, with the way back. */
export default function ViewBanner() {
  const { t } = useTranslation()
  const session = useSession()
  const navigate = useNavigate()
  const leave = useAction(async (roleId: string) => {
    await leaveView()
    await navigate({ to: '/security-roles', search: { id: roleId } })
  })
  if (!session?.ownRole) return null
  const { id, name } = session.role
  return (
    <section className={classes.banner} aria-label={t('viewBanner.sentence', { role: name })}>
      <IconEye size={18} stroke={1.6} aria-hidden />
      <p>
        <b>{t('viewBanner.sentence', { role: name })}</b> {t('viewBanner.readOnly')}
      </p>
      <Button size="compact-sm" variant="default" loading={leave.isBusy} onClick={() => void leave.run(id)}>
        {t('viewBanner.leave')}
      </Button>
    </section>
  )
}
