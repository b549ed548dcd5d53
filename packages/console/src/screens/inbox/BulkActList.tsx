import type { BulkAct } from '@courtcrier/contract/triage.ts'
import { Menu } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Anchor } from '../../ui/LatePopup.tsx'
import { MenuAt } from '../../ui/MenuAt.tsx'

interface BulkActListProps {
  anchor: Anchor
  isTooMany: boolean
  canAct: boolean
  onAct: (act: BulkAct) => void
  onCopyIds: () => void
}

const offered: readonly BulkAct[] = ['unarchive', 'cancel-dms', 'requeue-dms']

/** Lists the less common actions on the selection. */
export default function BulkActList({ anchor, isTooMany, canAct, onAct, onCopyIds }: BulkActListProps) {
  const { t } = useTranslation()
  return (
    <MenuAt anchor={anchor} position="top-end">
      {canAct &&
        offered.map((act) => (
          <Menu.Item key={act} disabled={isTooMany} onClick={() => onAct(act)}>
            {t(`inbox.bulk.${act}.verb`)}
          </Menu.Item>
        ))}
      <Menu.Item disabled={isTooMany} onClick={onCopyIds}>
        {t('list.copyIds')}
      </Menu.Item>
    </MenuAt>
  )
}
