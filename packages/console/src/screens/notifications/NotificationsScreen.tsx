import { envelope } from '@courtcrier/contract/resources/envelope.ts'
import classes from '../../resource/list/List.module.css'
import { useRecordLayout } from '../../resource/list/use-record-layout.ts'
import { useTableState } from '../../resource/use-table-state.ts'
import { LoadingFields } from '../../ui/Loading.tsx'
import { useLate } from '../../ui/use-late.ts'
import { FilingList } from './FilingList.tsx'
import './text.ts'

const loadFrame = () => import('./FilingFrame.tsx')

/**
 * Shows every filing the firm received notice of, and who was notified. The open one is next to the list if there is
 * room, over it if there is less, and a page on a phone.
 */
export default function NotificationsScreen() {
  const table = useTableState(envelope)
  const layout = useRecordLayout()
  const { openId } = table
  const close = () => table.open(undefined)
  const { Late: FilingFrame } = useLate(loadFrame, openId !== undefined, { near: 'tr[data-id]' })
  const frame = FilingFrame && <FilingFrame id={openId} layout={layout} onClose={close} />
  if (openId && layout === 'page') return frame ?? <LoadingFields />
  return (
    <div className={classes.screen}>
      <FilingList table={table} />
      {frame}
    </div>
  )
}
