import { findResource } from '@courtcrier/contract/resources/registry.ts'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useRole } from '../../session/session-store.ts'
import { mayFollow, trailPath } from '../trail/trail-path.ts'
import type { ShownEvent } from './event.ts'
import classes from './event-logs.module.css'
import { eventsAbout, eventsBy } from './log-link.ts'

/** From one event to others: of the same record, by the same person, of the same notice. */
export function EventPivots({ event: { entity, entityId, userId } }: { event: ShownEvent }) {
  const { t } = useTranslation()
  const role = useRole()
  const resource = findResource(entity ?? '')
  const path = entity && entityId ? trailPath(entity, entityId) : undefined
  return (
    <nav className={classes.pivots} aria-label={t('events.pivots')}>
      {resource && entityId && <Link {...eventsAbout(resource.name, entityId)}>{t('events.aboutRecord')}</Link>}
      {userId && <Link {...eventsBy(userId)}>{t('events.byPerson')}</Link>}
      {path && mayFollow(role) && <Link to={path}>{t('events.trail')}</Link>}
    </nav>
  )
}
