import { Drawer, VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useListKeys } from '../../../resource/list/use-list-keys.ts'
import type { RecordLayout } from '../../../resource/list/use-record-layout.ts'
import { useOpenAfterMount } from '../../../ui/use-open-after-mount.ts'
import classes from './ItemFrame.module.css'
import { ItemPanel } from './ItemPanel.tsx'
import type { ItemFrameProps } from './item-frame.ts'

/** Shows the open notice in the layout that fits; loaded after the list, which users read first. */
export default function ItemFrame({
  id,
  layout,
  ...shared
}: Omit<ItemFrameProps, 'id'> & { id: string | undefined; layout: RecordLayout }) {
  if (!id) return null
  if (layout === 'over') return <ItemOver id={id} {...shared} />
  return layout === 'page' ? <ItemPage key={id} id={id} {...shared} /> : <ItemBeside id={id} {...shared} />
}

/** Shows one notice as a page: the filing details and the email, side by side if there is room. */
function ItemPage(props: ItemFrameProps) {
  const { t } = useTranslation()
  useListKeys({ Escape: props.place.close })
  return (
    <div className={classes.page}>
      <VisuallyHidden component="h1">{t('inbox.title')}</VisuallyHidden>
      <ItemPanel isPage {...props} />
    </div>
  )
}

/** Shows the open notice next to the list, if there is room for both. */
function ItemBeside(props: ItemFrameProps) {
  const { t } = useTranslation()
  return (
    <aside className={classes.beside} aria-label={t('inbox.item.region')}>
      <ItemPanel {...props} />
    </aside>
  )
}

/**
 * Shows the open notice over the list. It comes and goes with the key, without an animation: the next key is for what is
 * seen then.
 */
function ItemOver(props: ItemFrameProps) {
  const { t } = useTranslation()
  const { place } = props
  const isOpen = useOpenAfterMount(true)
  return (
    // The inbox handles Escape, and leaves it to anything open above the notice. Focus returns to the current row, which
    // may not be the one it was opened from.
    <Drawer.Root
      opened={isOpen}
      onClose={place.close}
      position="right"
      size="auto"
      closeOnEscape={false}
      returnFocus={false}
      transitionProps={{ duration: 0 }}
    >
      <Drawer.Overlay backgroundOpacity={0.25} />
      <Drawer.Content aria-label={t('inbox.item.region')} classNames={{ content: classes.over }}>
        <ItemPanel {...props} />
      </Drawer.Content>
    </Drawer.Root>
  )
}
