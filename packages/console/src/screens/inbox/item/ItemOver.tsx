import { Drawer } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOpenAfterMount } from '../../../ui/use-open-after-mount.ts'
import classes from './ItemFrame.module.css'
import { ItemPanel } from './ItemPanel.tsx'
import type { ItemFrameProps } from './item-frame.ts'

/** The open notice over the list. Closed without an id; then it still shows the last one while it goes. */
export function ItemOver({ id, place, ...props }: Omit<ItemFrameProps, 'id'> & { id?: string }) {
  const { t } = useTranslation()
  const [lastId, setLastId] = useState(id)
  if (id && id !== lastId) setLastId(id)
  const isOpen = useOpenAfterMount(id !== undefined)
  return (
    // Escape is a key of the inbox, which leaves it to whatever stands open above the notice.
    <Drawer.Root opened={isOpen} onClose={place.close} position="right" size="auto" closeOnEscape={false}>
      <Drawer.Overlay backgroundOpacity={0.25} />
      <Drawer.Content aria-label={t('inbox.item.region')} classNames={{ content: classes.over }}>
        {lastId && <ItemPanel id={lastId} place={place} {...props} />}
      </Drawer.Content>
    </Drawer.Root>
  )
}
