import { VisuallyHidden } from '@mantine/core'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useInboxKeys } from '../use-inbox-keys.ts'
import classes from './ItemFrame.module.css'
import { ItemPanel } from './ItemPanel.tsx'
import type { ItemFrameProps } from './item-frame.ts'

/** One notice as a page of its own: what was understood and the mail side by side where there is room. */
export function ItemPage(props: ItemFrameProps) {
  const { t } = useTranslation()
  const root = useRef<HTMLDivElement>(null)
  const ignore = () => {}
  useInboxKeys(root, {
    move: ignore,
    open: ignore,
    search: ignore,
    act: ignore,
    close: props.place.close,
    select: ignore,
    fix: ignore,
    sheet: ignore,
  })
  return (
    <div ref={root} className={classes.page}>
      <VisuallyHidden component="h1">{t('inbox.title')}</VisuallyHidden>
      <ItemPanel isPage {...props} />
    </div>
  )
}
