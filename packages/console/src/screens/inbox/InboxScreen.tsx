import { useMediaQuery } from '@mantine/hooks'
import { lazy, Suspense, useState } from 'react'
import { LoadingFields } from '../../ui/Loading.tsx'
import { useLate } from '../../ui/use-late.ts'
import { InboxList } from './InboxList.tsx'
import classes from './InboxScreen.module.css'
import type { ItemLayout } from './item/ItemFrame.tsx'
import '../../resource/text.ts'
import './text.ts'
import { useInboxPlace } from './use-inbox-place.ts'
import { useItemActions } from './use-item-actions.ts'

const loadFrame = () => import('./item/ItemFrame.tsx')
const NewCaseDrawer = lazy(() => import('./item/NewCaseDrawer.tsx'))

/**
 * The inbox: the list of received notices, live, and the one that is open. It opens beside the list where there
 * is room, over it where there is less, and as a page on a phone or when it is opened by its address.
 */
export default function InboxScreen() {
  const place = useInboxPlace()
  const acting = useItemActions()
  const layout = useLayout()
  const [caseFor, setCaseFor] = useState<string>()
  const { openId } = place
  const shared = { place, acting, onCreateCase: setCaseFor }
  const isPage = openId !== undefined && (layout === 'page' || !place.isFromList)
  // A notice is what most open next.
  const { Late: ItemFrame } = useLate(loadFrame, openId !== undefined, { isLikely: true })
  const frame = ItemFrame && <ItemFrame id={openId} layout={isPage ? 'page' : layout} {...shared} />
  return (
    <>
      {isPage ? (
        (frame ?? <LoadingFields />)
      ) : (
        <div className={classes.screen}>
          <InboxList {...shared} />
          {frame}
        </div>
      )}
      {caseFor && (
        <Suspense>
          <NewCaseDrawer key={caseFor} id={caseFor} acting={acting} onClose={() => setCaseFor(undefined)} />
        </Suspense>
      )}
    </>
  )
}

function useLayout(): ItemLayout {
  const options = { getInitialValueInEffect: false }
  const isWide = useMediaQuery('(min-width: 1600px)', true, options)
  const isPhone = useMediaQuery('(max-width: 699.98px)', false, options)
  if (isWide) return 'beside'
  return isPhone ? 'page' : 'over'
}
