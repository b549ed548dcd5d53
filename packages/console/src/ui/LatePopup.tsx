import { type ComponentType, type ReactNode, useId, useState } from 'react'
import { useLate } from './use-late.ts'

/** What a popup hangs on, and whether it is open. */
export interface Anchor {
  element: HTMLElement | null
  /** The target's; the popup's is derived from it, so that each can name the other. */
  id: string
  isOpen: boolean
  onChange: (isOpen: boolean) => void
}

/** What makes a button the target of a popup. */
interface TargetProps {
  ref: (element: HTMLElement | null) => void
  id: string
  'aria-haspopup': 'menu' | 'dialog'
  'aria-expanded': boolean
  'aria-controls': string | undefined
  onClick: () => void
  onPointerEnter: () => void
  onFocus: () => void
}

interface LatePopupProps<P extends object> {
  kind: 'menu' | 'dialog'
  /** Loads what opens: a component that renders `MenuAt` or `PopoverAt`. */
  load: () => Promise<{ default: ComponentType<P & { anchor: Anchor }> }>
  props: P
  target: (props: TargetProps) => ReactNode
  /** Whether it is open, where something else than the target opens it too. */
  isOpen?: boolean
  onChange?: (isOpen: boolean) => void
}

/**
 * A button, and a menu or panel that is loaded when someone reaches for the button: what places a popup and moves
 * through it weighs more than most pages do by themselves, and few visits open one.
 */
export function LatePopup<P extends object>({ kind, load, props, target, ...held }: LatePopupProps<P>) {
  const id = useId()
  const [element, setElement] = useState<HTMLElement | null>(null)
  const [isOpened, setOpened] = useState(false)
  const isOpen = held.isOpen ?? isOpened
  const onChange = held.onChange ?? setOpened
  const { Late: Popup, preload } = useLate(load, isOpen)
  return (
    <>
      {target({
        ref: setElement,
        id,
        'aria-haspopup': kind,
        'aria-expanded': isOpen,
        'aria-controls': isOpen ? `${id}-dropdown` : undefined,
        onClick: () => onChange(!isOpen),
        onPointerEnter: preload,
        onFocus: preload,
      })}
      {Popup && <Popup {...props} anchor={{ element, id, isOpen, onChange }} />}
    </>
  )
}
