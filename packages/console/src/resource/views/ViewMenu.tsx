import { IconBookmark, IconChevronDown } from '@tabler/icons-react'
import { type Ref, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LatePopup, type PopupHandle } from '../../ui/LatePopup.tsx'
import { lazy } from '../../ui/lazy.ts'
import { viewKey } from '../table-state.ts'
import type { ViewMenuProps, ViewTask } from './use-view-actions.ts'
import classes from './ViewMenu.module.css'

const loadList = () => import('./ViewList.tsx')
const ViewDialog = lazy(() => import('./ViewDialog.tsx'))

/** Shows the current view of the table and whether it was changed; opens the list of all. */
export function ViewMenu({ handle, ...props }: ViewMenuProps & { handle?: Ref<PopupHandle> }) {
  const { t } = useTranslation()
  const [task, setTask] = useState<ViewTask>()
  const { view, state, isStateChanged } = props.table
  const isChanged = view !== undefined && (isStateChanged || props.arrangement.isChanged)
  const name = view?.name ?? t(viewKey(state.view))
  return (
    <>
      <LatePopup
        kind="menu"
        handle={handle}
        load={loadList}
        props={{ ...props, onTask: setTask }}
        target={(target) => (
          <button
            {...target}
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
        )}
      />
      {task && (
        <Suspense>
          <ViewDialog {...props} task={task} onClose={() => setTask(undefined)} />
        </Suspense>
      )}
    </>
  )
}
