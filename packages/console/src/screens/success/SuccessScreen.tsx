import { resources } from '@courtcrier/contract/resources/registry.ts'
import { Link, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { pageLabel } from '../../i18n/labels.ts'
import { type Face, useFaces } from '../../resource/face.ts'
import { iconOf } from '../../resource/icon-of.ts'
import { useRole, useSession } from '../../session/session-store.ts'
import { getPreviousRoute } from '../../shell/follow-routes.ts'
import { hrefOf, type NavEntry, useNavEntries } from '../../shell/nav-plan.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import classes from './success.module.css'

/** Shows the landing page of a role without a dashboard, and after a denial: what is missing, and what is available. */
export default function SuccessScreen() {
  const { t } = useTranslation()
  const session = useSession()
  const role = useRole()
  const { denied }: { denied?: string } = useSearch({ strict: false })
  const entries = useNavEntries()
  return (
    <div className={classes.page}>
      <PageHeader title={denied ? t('success.denied') : t('success.title', { name: session?.user.fullName ?? '' })} />
      <div className={classes.body}>
        {denied && <Denial path={denied} roleName={role.name} />}
        <p>{t(entries.length > 0 ? 'success.pages' : 'success.noPages')}</p>
        <ul className={classes.pages}>
          {entries.map((entry) => (
            <li key={hrefOf(entry)}>
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
  const key = accessKeyOf(path, useFaces())
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
  const EntryIcon = iconOf(entry.icon)
  return (
    <Link to={entry.route} search={(entry.search ?? {}) as never} {...(entry.hash ? { hash: entry.hash } : {})}>
      <EntryIcon size={18} stroke={1.6} aria-hidden />
      {pageLabel(entry)}
    </Link>
  )
}

/** Returns the role's flag that opens a path: that of the longest registered route it starts with. */
function accessKeyOf(path: string, faces: readonly Face[]): string | undefined {
  const routes = [
    ...faces.flatMap(({ screen }) => screen ?? []),
    ...resources.map(({ route, access }) => ({ route, accessKey: access })),
  ]
  const fitting = routes.filter(({ route }) => path === route || path.startsWith(`${route.split('/$')[0]}/`))
  return fitting.toSorted((a, b) => b.route.length - a.route.length)[0]?.accessKey || undefined
}
