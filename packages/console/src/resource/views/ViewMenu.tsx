import type { Resource } from '@courtcrier/contract/resource.ts'
import { Menu } from '@mantine/core'
import { IconBookmark, IconChevronDown } from '@tabler/icons-react'
import { type ComponentType, lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import listClasses from '../list.module.css'
import type { Arrangement } from '../use-table-layout.ts'
import type { useTableState } from '../use-table-state.ts'
import classes from './ViewMenu.module.css'

const ViewDialog = lazy(() => import('./ViewDialog.tsx'))

export interface ViewMenuProps {
  resource: Resource
  table: ReturnType<typeof useTableState>
  arrangement: Arrangement
}

/** Whether a new view is asked for or the one that is shown is changed. */
export type ViewTask = 'new' | 'edit'

/** Which view of the table is shown, and whether it was changed; opens the list of all. */
export function ViewMenu(props: ViewMenuProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const [task, setTask] = useState<ViewTask>()
  // Loaded before the menu opens, which gives the focus to what is in it.
  const [List, setList] = useState<ComponentType<ViewMenuProps & { onTask: (task: ViewTask) => void }>>()
  const show = async (isShown: boolean) => {
    if (isShown && !List) {
      const { default: loaded } = await import('./ViewList.tsx')
      setList(() => loaded)
    }
    setOpen(isShown)
  }
  const { view, state, isStateChanged } = props.table
  const isChanged = view !== undefined && (isStateChanged || props.arrangement.isChanged)
  const name = view?.name ?? t(state.view === 'unmapped' ? 'table.unmapped' : `list.${state.view}`)
  return (
    <>
      <Menu
        opened={isOpen}
        onChange={(isShown) => void show(isShown)}
        position="bottom-start"
        width={280}
        withinPortal={false}
        withInitialFocusPlaceholder={false}
      >
        <Menu.Target>
          <button
            type="button"
            data-view-menu
            className={classes.button}
            aria-label={t(isChanged ? 'views.currentChanged' : 'views.current', { name })}
          >
            <IconBookmark size={16} aria-hidden />
            <span>{name}</span>
            {isChanged && <i title={t('views.changed')} />}
            <IconChevronDown size={14} aria-hidden />
          </button>
        </Menu.Target>
        <Menu.Dropdown className={listClasses.columnMenu}>{List && <List {...props} onTask={setTask} />}</Menu.Dropdown>
      </Menu>
      {task && (
        <Suspense>
          <ViewDialog {...props} task={task} onClose={() => setTask(undefined)} />
        </Suspense>
      )}
    </>
  )
}
