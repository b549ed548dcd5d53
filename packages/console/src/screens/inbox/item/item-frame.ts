import type { InboxPlace } from '../use-inbox-place.ts'
import type { ItemActing } from '../use-item-actions.ts'

export interface ItemPanelProps extends ItemFrameProps {
  isPage?: boolean
}

export interface ItemFrameProps {
  id: string
  place: InboxPlace
  acting: ItemActing
  /** Opens the form for the item's case. */
  onCreateCase: (id: string) => void
}
