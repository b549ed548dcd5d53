import { Popover, type PopoverProps } from '@mantine/core'
import { AnchorTarget } from './AnchorTarget.tsx'
import type { Anchor } from './LatePopup.tsx'
import { useOpenAfterMount } from './use-open-after-mount.ts'

interface PopoverAtProps extends Pick<PopoverProps, 'position' | 'width' | 'withinPortal' | 'children'> {
  anchor: Anchor
  label: string
  className?: string
}

/** Shows a panel at an existing button. It traps focus while it is open. */
export function PopoverAt({ anchor, label, className, children, ...placing }: PopoverAtProps) {
  const isOpen = useOpenAfterMount(anchor.isOpen)
  return (
    <Popover {...placing} id={anchor.id} opened={isOpen} onChange={anchor.onChange} trapFocus returnFocus>
      <Popover.Target>
        <AnchorTarget element={anchor.element} />
      </Popover.Target>
      <Popover.Dropdown aria-label={label} className={className}>
        {children}
      </Popover.Dropdown>
    </Popover>
  )
}
