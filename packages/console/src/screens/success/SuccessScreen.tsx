import { resources } from '@courtcrier/contract/resources/registry.ts'
import { Link, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { getPreviousRoute } from '../../app/follow-routes.ts'
import { laterRoutes } from '../../app/later-routes.ts'
import { useRole, useSession } from '../../session/session-store.ts'
import { pageLabel } from '../../shell/nav-label.ts'
import { type NavEntry, navigationOf } from '../../shell/nav-plan.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { screens } from '../registry.ts'
import classes from './success.module.css'

/** Where a log-in lands that has no page of its own, and who was denied one: what is missing, and what there is. */
export default function SuccessScreen() {
  const { t } = useTranslation()
  const session = useSession()
  const role = useRole()
  const { denied }: { denied?: string } = useSearch({ strict: false })
  const entries = navigationOf(role).flatMap((section) => section.entries)
  return (
    <div className={classes.page}>
      <PageHeader title={denied ? t('success.denied') : t('success.title', { name: session?.user.fullName ?? '' })} />
      <div className={classes.body}>
        {denied && <Denial path={denied} roleName={role.name} />}
        <p>{t(entries.length > 0 ? 'success.pages' : 'success.noPages')}</p>
        <ul className={classes.pages}>
          {entries.map((entry) => (
            <li key={entry.route}>
              <PageLink entry={entry} />
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

function Denial({ path, roleName }: { path: string; roleName: string }) {
  const { t } = useTranslation()
  const key = accessKeyOf(path)
  const previous = getPreviousRoute()
  return (
    <div className={classes.denial} role="status">
      <p>{t('success.role', { role: roleName, path })}</p>
      {key && <p>{t('success.missing', { key })}</p>}
      <p>{t('success.ask')}</p>
      {previous && previous !== '/success' && (
        <p>
          <Link to={previous.split('?')[0] ?? '/'}>{t('success.back')}</Link>
        </p>
      )}
    </div>
  )
}

function PageLink({ entry }: { entry: NavEntry }) {
  useTranslation()
  const { icon: EntryIcon } = entry
  return (
    <Link to={entry.route}>
      <EntryIcon size={18} stroke={1.6} aria-hidden />
      {pageLabel(entry)}
    </Link>
  )
}

/** The role's flag that opens a path: that of the longest registered route it begins with. */
function accessKeyOf(path: string): string | undefined {
  const routes = [
    ...screens.map(({ route, accessKey }) => ({ route, accessKey })),
    ...resources.map(({ route, access }) => ({ route, accessKey: access })),
    ...laterRoutes,
    { route: '/load-notice', accessKey: 'inboxItemAccess' },
    { route: '/load-document', accessKey: 'documentAccess' },
    { route: '/load-dms', accessKey: 'documentAccess' },
  ]
  const fitting = routes.filter(({ route }) => path === route || path.startsWith(`${route.split('/$')[0]}/`))
  return fitting.toSorted((a, b) => b.route.length - a.route.length)[0]?.accessKey || undefined
}
