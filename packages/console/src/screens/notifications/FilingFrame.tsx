import { Drawer } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RecordLayout } from '../../resource/list/use-record-layout.ts'
import { useOpenAfterMount } from '../../ui/use-open-after-mount.ts'
import frame from '../inbox/item/ItemFrame.module.css'
import { FilingPanel } from './FilingPanel.tsx'

interface FilingFrameProps {
  id: string | undefined
  layout: RecordLayout
  onClose: () => void
}

/** Shows the open filing in the layout that fits; loaded after the list, which users read first. */
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

/** Shows the filing over the list. Closed without an ID; it still shows the last one while closing. */
function FilingOver({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const { t } = useTranslation()
  const [lastId, setLastId] = useState(id)
  if (id && id !== lastId) setLastId(id)
  const isOpen = useOpenAfterMount(id !== undefined)
  useEscape(id !== undefined, onClose)
  return (
    // Escape first closes anything open in the panel or above it, such as a document.
    <Drawer.Root opened={isOpen} onClose={onClose} position="right" size="auto" closeOnEscape={false}>
      <Drawer.Overlay backgroundOpacity={0.25} />
      <Drawer.Content aria-label={t('told.filing.region')} classNames={{ content: frame.over }}>
        {lastId && <FilingPanel key={lastId} id={lastId} onClose={onClose} />}
      </Drawer.Content>
    </Drawer.Root>
  )
}

/** Closes on Escape, wherever the focus is, unless a document with its own keys or a dialog above it has it. */
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
