import { isDateKind } from '@courtcrier/contract/date-filters.ts'
import { findField, type Resource } from '@courtcrier/contract/resource.ts'
import { Menu } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { fieldLabel } from '../i18n/labels.ts'
import type { Anchor } from '../ui/LatePopup.tsx'
import { MenuAt } from '../ui/MenuAt.tsx'
import classes from './list.module.css'

interface FilterListProps {
  anchor: Anchor
  resource: Resource
  keys: readonly string[]
  /** Whether the table is narrowed by dates already; there can't be a second date filter. */
  hasDate: boolean
  onAdd: (key: string) => void
}

/** Shows the fields that can be added as filters. */
export default function FilterList({ anchor, resource, keys, hasDate, onAdd }: FilterListProps) {
  const { t } = useTranslation()
  return (
    <MenuAt anchor={anchor} className={classes.columnMenu} position="bottom-start" withinPortal={false}>
      <Menu.Label>{t('list.filterBy')}</Menu.Label>
      {keys.map((key) => {
        const isSecondDate = hasDate && isDateKind(findField(resource, key))
        return (
          <Menu.Item
            key={key}
            disabled={isSecondDate}
            title={isSecondDate ? t('list.oneDateFilter') : undefined}
            onClick={() => onAdd(key)}
          >
            {fieldLabel(resource, key)}
          </Menu.Item>
        )
      })}
      {hasDate && <Menu.Label>{t('list.oneDateFilter')}</Menu.Label>}
    </MenuAt>
  )
}
