import type { Resource } from '@courtcrier/contract/resource.ts'
import { findResource } from '@courtcrier/contract/resources/registry.ts'
import { savedView } from '@courtcrier/contract/resources/saved-view.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { resourceLabel } from '../i18n/labels.ts'
import { searchRows } from '../session/api.ts'
import classes from './Navigation.module.css'
import { useNavEntries } from './nav-plan.ts'

/** More than this is found in the tables themselves. */
const most = 8

/** Shows the views the user saved, of the tables the role may open. */
export default function ViewLinks() {
  const { t } = useTranslation()
  const views = useOwnViews()
  if (views.length === 0) return null
  return (
    <div className={classes.views}>
      <h2 id="nav-views" className={classes.heading}>
        {t('shell.views')}
      </h2>
      <ul aria-labelledby="nav-views">
        {views.map(({ id, name, resource }) => (
          <li key={id}>
            <Link
              to={resource.route}
              search={{ viewId: id } as never}
              className={classes.entry}
              activeOptions={{ includeSearch: true }}
              title={resourceLabel(resource, 'many')}
            >
              <span>{name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

function useOwnViews(): { id: string; name: string; resource: Resource }[] {
  const entries = useNavEntries()
  const { data } = useQuery({
    // The first part is what a change of a view makes stale.
    queryKey: [savedView.name, 'drawer'],
    queryFn: ({ signal }) =>
      searchRows(savedView, { filters: [{ field: 'audience', in: ['self'] }], max: 100 }, signal),
  })
  const views = (data?.rows ?? []).flatMap(({ id, name, entity }) => {
    const resource = findResource(entity)
    const mayOpen = entries.some(({ route }) => route === resource?.route)
    return resource && mayOpen ? [{ id, name, resource }] : []
  })
  return views.slice(0, most)
}
