import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconArrowsUpDown } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { lazy } from '../../ui/lazy.ts'
import type { TransferView } from './ExportDialog.tsx'
import './menu-text.ts'
import { LatePopup } from '../../ui/LatePopup.tsx'

const loadList = () => import('./TransferList.tsx')
const ExportDialog = lazy(() => import('./ExportDialog.tsx'))

/** Opens a table's exports and imports. */
export function TransferMenu(view: TransferView) {
  const { t } = useTranslation()
  const { resource } = view
  // The palette opens the page with this request to start an export.
  const wantsExport = useLocation({ select: ({ state }) => (state as { wantsExport?: boolean }).wantsExport === true })
  const [isOpen, dialog] = useDisclosure(wantsExport)
  useEffect(() => {
    if (wantsExport) dialog.open()
  }, [wantsExport, dialog.open])
  return (
    <>
      <LatePopup
        kind="menu"
        load={loadList}
        props={{ resource, onExport: dialog.open }}
        target={(target) => (
          <Button {...target} variant="default" leftSection={<IconArrowsUpDown size={16} aria-hidden />}>
            {t('transferMenu.label')}
          </Button>
        )}
      />
      {isOpen && (
        <Suspense>
          <ExportDialog view={view} onClose={dialog.close} />
        </Suspense>
      )}
    </>
  )
}
