import { Drawer } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOpenAfterMount } from '../../ui/use-open-after-mount.ts'
import frame from '../inbox/item/ItemFrame.module.css'
import { FilingPanel } from './FilingPanel.tsx'

/** Where the open filing stands. */
export type FilingLayout = 'beside' | 'over' | 'page'

interface FilingFrameProps {
  id: string | undefined
  layout: FilingLayout
  onClose: () => void
}

/** The open filing as the room allows it; loaded after the list, which is read first. */
export default function FilingFrame({ id, layout, onClose }: FilingFrameProps) {
  const { t } = useTranslation()
  if (layout === 'over') return <FilingOver id={id} onClose={onClose} />
  if (!id) return null
  if (layout === 'page') return <FilingPanel key={id} id={id} isPage onClose={onClose} />
  return (
    <aside className={frame.beside} aria-label={t('told.filing.region')}>
      <FilingPanel key={id} id={id} onClose={onClose} />
    </aside>
  )
}

/** Closed without an id; then it still shows the last one while it goes. */
function FilingOver({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const { t } = useTranslation()
  const [lastId, setLastId] = useState(id)
  if (id && id !== lastId) setLastId(id)
  const isOpen = useOpenAfterMount(id !== undefined)
  useEscape(id !== undefined, onClose)
  return (
    // Escape first closes what stands open in the panel or above it, such as a document.
    <Drawer.Root opened={isOpen} onClose={onClose} position="right" size="auto" closeOnEscape={false}>
      <Drawer.Overlay backgroundOpacity={0.25} />
      <Drawer.Content aria-label={t('told.filing.region')} classNames={{ content: frame.over }}>
        {lastId && <FilingPanel key={lastId} id={lastId} onClose={onClose} />}
      </Drawer.Content>
    </Drawer.Root>
  )
}

/** Closes by Escape, wherever the focus is, unless a document with keys of its own or a question above it has it. */
function useEscape(isOpen: boolean, onClose: () => void): void {
  const latest = useRef(onClose)
  latest.current = onClose
  useEffect(() => {
    if (!isOpen) return
    const onKey = ({ key, target, defaultPrevented }: KeyboardEvent) => {
      const isTaken = target instanceof Element && target.closest('[data-own-keys]') !== null
      const isAsked = document.querySelectorAll('[role="dialog"]').length > 1
      if (key === 'Escape' && !defaultPrevented && !isTaken && !isAsked) latest.current()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [isOpen])
}
