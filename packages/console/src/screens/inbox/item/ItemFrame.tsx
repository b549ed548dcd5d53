import { ItemBeside } from './ItemBeside.tsx'
import { ItemOver } from './ItemOver.tsx'
import { ItemPage } from './ItemPage.tsx'
import type { ItemFrameProps } from './item-frame.ts'

/** Where the open notice stands. */
export type ItemLayout = 'beside' | 'over' | 'page'

/** The open notice as the room allows it; loaded after the list, which is read first. */
export default function ItemFrame({
  id,
  layout,
  ...shared
}: Omit<ItemFrameProps, 'id'> & { id: string | undefined; layout: ItemLayout }) {
  if (layout === 'over') return <ItemOver id={id} {...shared} />
  if (!id) return null
  return layout === 'page' ? <ItemPage key={id} id={id} {...shared} /> : <ItemBeside id={id} {...shared} />
}
