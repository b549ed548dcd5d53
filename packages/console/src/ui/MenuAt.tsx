import { Menu, type MenuProps } from '@mantine/core'
import { AnchorTarget } from './AnchorTarget.tsx'
import type { Anchor } from './LatePopup.tsx'
import { useOpenAfterMount } from './use-open-after-mount.ts'

interface MenuAtProps extends Pick<MenuProps, 'position' | 'width' | 'withinPortal' | 'children'> {
  anchor: Anchor
  className?: string
}

/** Shows a menu at an existing button. */
export function MenuAt({ anchor, className, children, ...placing }: MenuAtProps) {
  const isOpen = useOpenAfterMount(anchor.isOpen)
  return (
    // Its own handler runs first: otherwise the key that opens it would count as pressed outside, and close it.
    <Menu {...placing} id={anchor.id} opened={isOpen} onChange={anchor.onChange} clickOutsideCapture>
      <Menu.Target>
        <AnchorTarget element={anchor.element} />
      </Menu.Target>
      <Menu.Dropdown className={className}>{children}</Menu.Dropdown>
    </Menu>
  )
}
