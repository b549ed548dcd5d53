import type { AnyRow, Resource } from '@courtcrier/contract/resource.ts'
import { type SavedView, savedView } from '@courtcrier/contract/resources/saved-view.ts'
import { useTranslation } from 'react-i18next'
import { createRow, deleteRow, updateRow } from '../../session/api.ts'
import { notifyFailure } from '../../session/notify-failure.ts'
import { offerUndo } from '../../session/offer-undo.ts'
import { queryClient } from '../../session/query-client.ts'
import { copyText } from '../../ui/copy-text.ts'
import { notify } from '../../ui/notices.ts'
import type { Arrangement } from '../use-table-layout.ts'
import type { useTableState } from '../use-table-state.ts'
import { savedParts } from './view-place.ts'

export interface ViewMenuProps {
  resource: Resource
  table: ReturnType<typeof useTableState>
  arrangement: Arrangement
}

/** Whether a new view is created or the current one is changed. */
export type ViewTask = 'new' | 'edit'

/** Returns the actions on the current view; each announces its result. */
export function useViewActions({ resource, table, arrangement }: ViewMenuProps) {
  const { t } = useTranslation()
  const { view } = table
  const told = (action: (view: SavedView) => Promise<void>) => () => {
    if (view) void action(view).catch(notifyFailure)
  }
  return {
    save: told(async (shown) => {
      await change(shown, savedParts(table.state, arrangement.layout, resource))
      arrangement.reset()
      table.showView(shown)
      notify({ color: 'success', text: t('views.saved', { name: shown.name }) })
    }),
    reset: told(async (shown) => {
      arrangement.reset()
      table.showView(shown)
    }),
    copyLink: async () => {
      if (await copyText(window.location.origin + table.addressHere()))
        notify({ color: 'success', text: t('views.copied') })
    },
    toggleDefault: told(async (shown) => {
      await change(shown, { isDefault: !shown.isDefault })
      const text = t(shown.isDefault ? 'views.defaultGone' : 'views.defaultSet', { name: shown.name })
      notify({ color: 'success', text })
    }),
    remove: told(async (shown) => {
      const undoId = await deleteRow(savedView, shown.id)
      // The shown state stays, but without a name.
      table.leaveView()
      await refreshViews()
      offerUndo({ resource: savedView, text: t('views.deleted', { name: shown.name }), undoId })
    }),
  }
}

async function change(view: SavedView, values: AnyRow): Promise<void> {
  await updateRow(savedView, view.id, values)
  await refreshViews()
}

/** Saves the shown state as a named view. Throws `ApiFailure`. */
export async function createView(
  { resource, table, arrangement }: ViewMenuProps,
  values: Pick<SavedView, 'name' | 'audience' | 'roleId'>,
): Promise<void> {
  const parts = savedParts(table.state, arrangement.layout, resource)
  const created = await createRow(savedView, { ...values, entity: resource.name, ...parts })
  await refreshViews()
  if (table.view) arrangement.reset()
  table.showView(created)
}

/** Changes the view's name or its audience. Throws `ApiFailure`. */
export async function editView(
  view: SavedView,
  values: Pick<SavedView, 'name' | 'audience' | 'roleId'>,
): Promise<void> {
  await change(view, values)
}

function refreshViews(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: [savedView.name] })
}
