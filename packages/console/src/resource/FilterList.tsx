import { findField, type Resource } from '@courtcrier/contract/resource.ts'
import { Menu } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Anchor } from '../ui/LatePopup.tsx'
import { MenuAt } from '../ui/MenuAt.tsx'
import { fieldLabel } from './labels.ts'
import classes from './list.module.css'
import { isDateKind } from './table-state.ts'

interface FilterListProps {
  anchor: Anchor
  resource: Resource
  keys: readonly string[]
  /** Whether a date is filtered by already, beside which there is no second. */
  hasDate: boolean
  onAdd: (key: string) => void
}

/** The fields by which a table can be filtered further. */
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
