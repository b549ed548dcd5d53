import type { SearchQuery } from '@courtcrier/contract/query.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'
import { Button, Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconArrowsUpDown } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import './menu-text.ts'
import type { Selection } from '../resource/row-selection.ts'
import { useCanWrite } from '../resource/use-can-write.ts'
import type { Total } from '../ui/format-total.ts'
import { notify } from '../ui/notices.ts'
import { importRoute, isImportable } from './importable.ts'

const ExportDialog = lazy(() => import('./ExportDialog.tsx'))

export interface TransferView {
  resource: Resource
  query: SearchQuery
  /** Columns as the table shows them. */
  columns: readonly string[]
  total: Total
  selection: Selection
}

/** What leads from a table to files and back. */
export function TransferMenu(view: TransferView) {
  const { t } = useTranslation()
  const { resource } = view
  const [isOpen, dialog] = useDisclosure(false)
  const canImport = useCanWrite(resource) && isImportable(resource)
  const template = () => {
    import('./calls.ts')
      .then(({ downloadTemplate }) => downloadTemplate(resource))
      .catch((error: Error) => notify({ color: 'error', text: error.message }))
  }
  return (
    <>
      <Menu position="bottom-end" withinPortal={false}>
        <Menu.Target>
          <Button variant="default" leftSection={<IconArrowsUpDown size={16} aria-hidden />}>
            {t('transferMenu.label')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={dialog.open}>{t('transferMenu.exportView')}</Menu.Item>
          {canImport && (
            <Menu.Item renderRoot={(props) => <Link {...props} to={importRoute(resource)} />}>
              {t('transferMenu.importFile')}
            </Menu.Item>
          )}
          {canImport && <Menu.Item onClick={template}>{t('transferMenu.template')}</Menu.Item>}
          <Menu.Divider />
          <Menu.Item renderRoot={(props) => <Link {...props} to="/exports" />}>{t('transferMenu.place')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isOpen && (
        <Suspense>
          <ExportDialog view={view} onClose={dialog.close} />
        </Suspense>
      )}
    </>
  )
}
