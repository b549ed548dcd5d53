import { Drawer } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { FirmMark } from './FirmMark.tsx'
import { Navigation } from './Navigation.tsx'
import classes from './Shell.module.css'

interface NarrowNavigationProps {
  isOpen: boolean
  onClose: () => void
}

/** Shows the navigation as an overlay, when there is no room next to the page. */
export default function NarrowNavigation({ isOpen, onClose }: NarrowNavigationProps) {
  const { t } = useTranslation()
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      size={298}
      title={<FirmMark />}
      closeButtonProps={{ 'aria-label': t('shell.closeMenu') }}
      classNames={{ body: classes.overBody, content: classes.overContent, header: classes.overHeader }}
    >
      <Navigation />
    </Drawer>
  )
}
