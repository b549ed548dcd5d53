import { useTranslation } from 'react-i18next'
import classes from './ItemFrame.module.css'
import { ItemPanel } from './ItemPanel.tsx'
import type { ItemFrameProps } from './item-frame.ts'

/** The open notice beside the list, where there is room for both. */
export function ItemBeside(props: ItemFrameProps) {
  const { t } = useTranslation()
  return (
    <aside className={classes.beside} aria-label={t('inbox.item.region')}>
      <ItemPanel {...props} />
    </aside>
  )
}
