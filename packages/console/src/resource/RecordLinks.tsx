import { hasFeature } from '@courtcrier/contract/features.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'
import { systemEvent } from '@courtcrier/contract/resources/system-event.ts'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { eventsAbout, mayReadLog } from '../screens/event-logs/log-link.ts'
import { recordOverlays } from '../screens/record-overlays.ts'
import { hasRecordPage, recordPagePath } from '../screens/record-page-path.ts'
import { mayFollow, trailPath } from '../screens/trail/trail-path.ts'
import { useFirm } from '../session/firm.ts'
import { useRole } from '../session/session-store.ts'
import classes from './form.module.css'
import { resourceWord } from './labels.ts'
import { withOverlay } from './overlay-link.ts'

/** From a record to its page, to what the log has of it, and to the notice it belongs to. */
export function RecordLinks({ resource, id }: { resource: Resource; id: string }) {
  const { t } = useTranslation()
  const role = useRole()
  const firm = useFirm()
  const trail = trailPath(resource.name, id)
  const hasPage = hasRecordPage(resource.name)
  const hasLog = mayReadLog(role) && resource !== systemEvent && !resource.isVirtual
  const hasTrail = trail !== undefined && mayFollow(role)
  const overlays = Object.entries(recordOverlays[resource.name] ?? {}).filter(
    ([, { feature }]) => !feature || hasFeature(firm, feature),
  )
  if (!hasPage && overlays.length === 0 && !hasLog && !hasTrail) return null
  return (
    <nav className={classes.links} aria-label={t('recordLinks.label')}>
      {hasPage && (
        <Link to={recordPagePath(resource, id)}>
          {t('recordLinks.page', { record: resourceWord(resource, 'one') })}
        </Link>
      )}
      {overlays.map(([name, { titleKey }]) => (
        <Link key={name} to={resource.route} search={withOverlay(name, id)({})}>
          {t(titleKey)}
        </Link>
      ))}
      {hasTrail && <Link to={trail}>{t('recordLinks.trail')}</Link>}
      {hasLog && <Link {...eventsAbout(resource.name, id)}>{t('recordLinks.log')}</Link>}
    </nav>
  )
}
