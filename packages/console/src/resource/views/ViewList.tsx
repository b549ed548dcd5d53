import './text.ts'
import { Menu } from '@mantine/core'
import { IconCheck, IconStar } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useRole } from '../../session/session-store.ts'
import type { Anchor } from '../../ui/LatePopup.tsx'
import { MenuAt } from '../../ui/MenuAt.tsx'
import listClasses from '../list.module.css'
import { viewKey, viewsOf } from '../table-state.ts'
import type { ViewMenuProps, ViewTask } from './use-view-actions.ts'
import { useViewActions } from './use-view-actions.ts'
import classes from './ViewMenu.module.css'
import { groupViews, mayChangeView, mayKeepForOthers } from './view-rights.ts'

interface ViewListProps extends ViewMenuProps {
  anchor: Anchor
  onTask: (task: ViewTask) => void
}

/** Lists all views of the table, built-in ones first, and the actions for the current one. */
export default function ViewList({ anchor, ...props }: ViewListProps) {
  const { t } = useTranslation()
  const { resource, table } = props
  const role = useRole()
  return (
    <MenuAt anchor={anchor} className={listClasses.columnMenu} position="bottom-start" width={280} withinPortal={false}>
      {viewsOf(resource, role).map((view) => (
        <Menu.Item
          key={view}
          data-autofocus={(!table.view && table.state.view === view) || undefined}
          rightSection={!table.view && table.state.view === view && <Mark isCurrent />}
          onClick={() => table.showPlain(view)}
        >
          {t(viewKey(view))}
        </Menu.Item>
      ))}
      {groupViews(table.views, role).map(([group, views]) => [
        <Menu.Label key={group}>{t(`views.${group}`)}</Menu.Label>,
        ...views.map((view) => (
          <Menu.Item
            key={view.id}
            data-autofocus={view.id === table.view?.id || undefined}
            rightSection={<Mark isCurrent={view.id === table.view?.id} isDefault={view.isDefault} />}
            onClick={() => table.showView(view)}
          >
            {view.name}
          </Menu.Item>
        )),
      ])}
      <Menu.Divider />
      <ViewChoices {...props} />
    </MenuAt>
  )
}

/** Shows the actions for the current view; changing a saved one requires permission. */
function ViewChoices({ onTask, ...props }: Omit<ViewListProps, 'anchor'>) {
  const { t } = useTranslation()
  const role = useRole()
  const actions = useViewActions(props)
  const { view, isStateChanged } = props.table
  const isSame = !isStateChanged && !props.arrangement.isChanged
  const mayChange = view !== undefined && mayChangeView(view, role)
  return (
    <>
      {mayChange && (
        <Menu.Item disabled={isSame} onClick={actions.save}>
          {t('views.save')}
        </Menu.Item>
      )}
      <Menu.Item onClick={() => onTask('new')}>{t('views.saveAs')}</Menu.Item>
      {view && (
        <Menu.Item disabled={isSame} onClick={actions.reset}>
          {t('views.reset')}
        </Menu.Item>
      )}
      <Menu.Item onClick={actions.copyLink}>{t('views.copyLink')}</Menu.Item>
      {mayChange && (
        <>
          <Menu.Item onClick={() => onTask('edit')}>
            {t(mayKeepForOthers(role) ? 'views.renameAndShare' : 'views.rename')}
          </Menu.Item>
          <Menu.Item onClick={actions.toggleDefault}>
            {t(view.isDefault ? 'views.noDefault' : `views.makeDefault.${view.audience}`)}
          </Menu.Item>
          <Menu.Item onClick={actions.remove}>{t('views.delete')}</Menu.Item>
        </>
      )}
    </>
  )
}

function Mark({ isCurrent, isDefault }: { isCurrent: boolean; isDefault?: boolean }) {
  const { t } = useTranslation()
  if (!isCurrent && !isDefault) return null
  return (
    <span className={classes.mark}>
      {isDefault && <IconStar size={14} role="img" aria-label={t('views.isDefault')} />}
      {isCurrent && <IconCheck size={14} role="img" aria-label={t('views.isCurrent')} />}
    </span>
  )
}
