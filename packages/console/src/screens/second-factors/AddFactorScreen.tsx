import { Button } from '@mantine/core'
import { QueryClientProvider, useIsMutating } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { lazy } from '../../ui/lazy.ts'
import '../../i18n/main-texts.ts'
import '../../ui/theme/main-styles.ts'
import './text.ts'
import { useConfirmation } from '../../session/confirmation.ts'
import { settleFactor } from '../../session/factor-due.ts'
import { hasPasskeys } from '../../session/passkeys.ts'
import { queryClient } from '../../session/query-client.ts'
import { useSession } from '../../session/session-store.ts'
import { reloadRole, signOut } from '../../session/sign-in.ts'
import { formatDateTime } from '../../ui/format-time.ts'
import { AddFactor } from './AddFactor.tsx'
import classes from './factors.module.css'

const ConfirmIdentity = lazy(() => import('../../shell/ConfirmIdentity.tsx'))

/** Asks a user whose role demands a second factor to add one: now or, until the day it is due, later. */
export default function AddFactorScreen() {
  const { t } = useTranslation()
  const due = useSession()?.factorDue
  const confirmation = useConfirmation()
  // Recovery codes are being made, which are shown once.
  const isMaking = useIsMutating({}, queryClient) > 0
  // The route's guard goes on to the page that was wanted.
  const done = () => void reloadRole().finally(settleFactor)
  if (!due) return null
  return (
    <QueryClientProvider client={queryClient}>
      <div className={classes.page}>
        <h1>{t('factors.dueTitle')}</h1>
        <p className={classes.lead}>
          {due.isOver || !due.at ? t('factors.dueOver') : t('factors.dueBy', { at: formatDateTime(due.at) })}
        </p>
        <AddFactor canPasskey={hasPasskeys()} onDone={done} />
        <div className={classes.buttons}>
          {!due.isOver && (
            <Button variant="subtle" disabled={isMaking} onClick={settleFactor}>
              {t('factors.later')}
            </Button>
          )}
          <Button variant="subtle" disabled={isMaking} onClick={() => void signOut()}>
            {t('factors.logOut')}
          </Button>
        </div>
      </div>
      <Suspense>{confirmation && <ConfirmIdentity settle={confirmation.settle} />}</Suspense>
    </QueryClientProvider>
  )
}
