import { type ComponentType, type ReactNode, type Ref, useId, useImperativeHandle, useState } from 'react'
import { useLate } from './use-late.ts'

/** The target of a popup, and whether it is open. */
export interface Anchor {
  element: HTMLElement | null
  /** The target's ID; the popup's is derived from it, so that each can name the other. */
  id: string
  isOpen: boolean
  onChange: (isOpen: boolean) => void
}

/** Attributes that make a button the target of a popup. */
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

/** Opens the popup by key. The button is focused first, so that it regains focus when the popup closes. */
export interface PopupHandle {
  open: () => void
}

interface LatePopupProps<P extends object> {
  handle?: Ref<PopupHandle>
  kind: 'menu' | 'dialog'
  /** Loads its content: a component that renders `MenuAt` or `PopoverAt`. */
  load: () => Promise<{ default: ComponentType<P & { anchor: Anchor }> }>
  props: P
  target: (props: TargetProps) => ReactNode
  /** Whether it is open, if something other than the target opens it too. */
  isOpen?: boolean
  onChange?: (isOpen: boolean) => void
}

/**
 * Shows a button, and a menu or panel that is loaded when someone moves to the button: positioning a popup and
 * navigating it takes more code than most pages have, and few visits open one.
 */
export function LatePopup<P extends object>({ kind, load, props, target, handle, ...held }: LatePopupProps<P>) {
  const id = useId()
  const [element, setElement] = useState<HTMLElement | null>(null)
  const [isOpened, setOpened] = useState(false)
  const isOpen = held.isOpen ?? isOpened
  const onChange = held.onChange ?? setOpened
  const { Late: Popup, preload } = useLate(load, isOpen)
  useImperativeHandle(handle, () => ({
    open: () => {
      element?.focus()
      onChange(true)
    },
  }))
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
