import type { Resource } from '@courtcrier/contract/resource.ts'
import { Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Anchor } from '../../ui/LatePopup.tsx'
import { MenuAt } from '../../ui/MenuAt.tsx'
import { notify } from '../../ui/notices.ts'
import { useCanWrite } from '../use-can-write.ts'
import { downloadTemplate } from './calls.ts'
import { importRoute, isImportable } from './importable.ts'
import './menu-text.ts'

interface TransferListProps {
  anchor: Anchor
  resource: Resource
  onExport: () => void
}

/** Lists the exports and imports available for a table. */
export default function TransferList({ anchor, resource, onExport }: TransferListProps) {
  const { t } = useTranslation()
  const canImport = useCanWrite(resource) && isImportable(resource)
  const template = () => {
    downloadTemplate(resource).catch((error: Error) => notify({ color: 'error', text: error.message }))
  }
  return (
    <MenuAt anchor={anchor} position="bottom-end" withinPortal={false}>
      <Menu.Item onClick={onExport}>{t('transferMenu.exportView')}</Menu.Item>
      {canImport && (
        <Menu.Item renderRoot={(props) => <Link {...props} to={importRoute(resource)} />}>
          {t('transferMenu.importFile')}
        </Menu.Item>
      )}
      {canImport && <Menu.Item onClick={template}>{t('transferMenu.template')}</Menu.Item>}
      <Menu.Divider />
      <Menu.Item renderRoot={(props) => <Link {...props} to="/exports" />}>{t('transferMenu.place')}</Menu.Item>
    </MenuAt>
  )
}
