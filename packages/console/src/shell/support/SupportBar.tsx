import { Button } from '@mantine/core'
import { useLocation, useParams, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useRecentCalls } from '../../session/call-log.ts'
import { useSession } from '../../session/session-store.ts'
import { openOverlay } from '../../ui/overlays.ts'
import { usePreference } from '../../ui/preferences.ts'
import classes from './support.module.css'
import './text.ts'

/** Shows support mode: the IDs of the page's records, and how long the last call took and why. */
export default function SupportBar() {
  const { t } = useTranslation()
  const [, setOn] = usePreference('support', false)
  const session = useSession()
  const { pathname } = useLocation()
  const { id: inPath }: { id?: string } = useParams({ strict: false })
  const { id: inSearch }: { id?: string } = useSearch({ strict: false })
  const [call] = useRecentCalls()
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['page', pathname],
    ['record', inPath ?? inSearch],
    ['user', session?.user.id],
    ['role', session?.role.id],
    ['lastCall', call && t('support.call', { method: call.method, path: call.path, ms: call.ms }) + ofServer()],
    ['request', call?.requestId],
  ]
  return (
    <aside className={classes.bar} aria-label={t('support.bar')}>
      <dl>
        {facts.map(([name, value]) =>
          value ? (
            <div key={name}>
              <dt>{t(`support.${name}`)}</dt>
              <dd>{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
      <span className={classes.buttons}>
        <Button size="compact-xs" variant="default" onClick={() => openOverlay('support')}>
          {t('support.more')}
        </Button>
        <Button size="compact-xs" variant="default" onClick={() => setOn(false)}>
          {t('support.off')}
        </Button>
      </span>
    </aside>
  )

  function ofServer(): string {
    if (call?.serverMs === undefined) return ''
    return t('support.ofServer', { server: Math.round(call.serverMs), database: Math.round(call.databaseMs ?? 0) })
  }
}
