import { useMediaQuery } from '@mantine/hooks'
import { InboxList } from './InboxList.tsx'
import classes from './InboxScreen.module.css'
import { ItemBeside } from './item/ItemBeside.tsx'
import { ItemOver } from './item/ItemOver.tsx'
import { ItemPage } from './item/ItemPage.tsx'
import './text.ts'
import { useInboxPlace } from './use-inbox-place.ts'
import { useItemActions } from './use-item-actions.ts'

/**
 * The inbox: the list of received notices, live, and the one that is open. It opens beside the list where there
 * is room, over it where there is less, and as a page on a phone or when it is opened by its address.
 */
export default function InboxScreen() {
  const place = useInboxPlace()
  const acting = useItemActions()
  const layout = useLayout()
  const { openId } = place
  const isPage = openId !== undefined && (layout === 'page' || !place.isFromList)
  if (isPage) return <ItemPage key={openId} id={openId} place={place} acting={acting} />
  return (
    <div className={classes.screen}>
      <InboxList place={place} acting={acting} />
      {openId && layout === 'beside' && <ItemBeside id={openId} place={place} acting={acting} />}
      {layout === 'over' && <ItemOver id={openId} place={place} acting={acting} />}
    </div>
  )
}

function useLayout(): 'beside' | 'over' | 'page' {
  const options = { getInitialValueInEffect: false }
  const isWide = useMediaQuery('(min-width: 1600px)', true, options)
  const isPhone = useMediaQuery('(max-width: 699.98px)', false, options)
  if (isWide) return 'beside'
  return isPhone ? 'page' : 'over'
}
