import { useTranslation } from 'react-i18next'
import type { InboxPlace } from '../use-inbox-place.ts'
import type { ItemActing } from '../use-item-actions.ts'
import classes from './ItemFrame.module.css'
import { ItemPanel } from './ItemPanel.tsx'

export interface ItemFrameProps {
  id: string
  place: InboxPlace
  acting: ItemActing
  /** Opens the form for the case of an item. */
  onCreateCase: (id: string) => void
}

/** The open notice beside the list, where there is room for both. */
export function ItemBeside(props: ItemFrameProps) {
  const { t } = useTranslation()
  return (
    <aside className={classes.beside} aria-label={t('inbox.item.region')}>
      <ItemPanel {...props} />
    </aside>
  )
}
