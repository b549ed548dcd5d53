import { envelope } from '@courtcrier/contract/resources/envelope.ts'
import { useMediaQuery } from '@mantine/hooks'
import { useTableState } from '../../resource/use-table-state.ts'
import { LoadingFields } from '../../ui/Loading.tsx'
import { useLate } from '../../ui/use-late.ts'
import type { FilingLayout } from './FilingFrame.tsx'
import { FilingList } from './FilingList.tsx'
import classes from './notifications.module.css'
import './text.ts'

const loadFrame = () => import('./FilingFrame.tsx')

/**
 * Every filing that the firm was told of, and who was told of it. The open one stands beside the list where there is
 * room, over it where there is less, and is a page on a phone.
 */
export default function NotificationsScreen() {
  const table = useTableState(envelope)
  const layout = useLayout()
  const { openId } = table
  const close = () => table.open(undefined)
  const { Late: FilingFrame } = useLate(loadFrame, openId !== undefined, { isLikely: true })
  const frame = FilingFrame && <FilingFrame id={openId} layout={layout} onClose={close} />
  if (openId && layout === 'page') return frame ?? <LoadingFields />
  return (
    <div className={classes.screen}>
      <FilingList table={table} />
      {frame}
    </div>
  )
}

function useLayout(): FilingLayout {
  const options = { getInitialValueInEffect: false }
  const isWide = useMediaQuery('(min-width: 1600px)', true, options)
  const isPhone = useMediaQuery('(max-width: 699.98px)', false, options)
  if (isWide) return 'beside'
  return isPhone ? 'page' : 'over'
}
