import type { Resource } from '@courtcrier/contract/resource.ts'
import { ActionIcon, Button, Checkbox, Popover, SegmentedControl } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconColumns3 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import menuClasses from './ColumnMenu.module.css'
import { fieldLabel } from './labels.ts'
import classes from './list.module.css'
import type { Arrangement } from './use-table-layout.ts'

interface ColumnMenuProps {
  resource: Resource
  arrangement: Arrangement
}

/** Which columns a table has and in what order, how high its rows are, and whether its first column stays. */
export function ColumnMenu({ resource, arrangement }: ColumnMenuProps) {
  const { t } = useTranslation()
  const { layout } = arrangement
  return (
    <Popover position="bottom-end" width={300} trapFocus returnFocus withinPortal={false}>
      <Popover.Target>
        <Button
          variant="default"
          size="xs"
          className={classes.columns}
          leftSection={<IconColumns3 size={16} aria-hidden />}
        >
          {t('list.columns')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('table.arrangement')} className={menuClasses.panel}>
        <ul className={menuClasses.list}>
          {arrangement.all.map((key) => (
            <ColumnLine key={key} label={fieldLabel(resource, key)} fieldKey={key} arrangement={arrangement} />
          ))}
        </ul>
        <div className={menuClasses.foot}>
          <SegmentedControl
            fullWidth
            size="xs"
            aria-label={t('table.density')}
            data={[
              { value: 'comfortable', label: t('table.comfortable') },
              { value: 'compact', label: t('table.compact') },
            ]}
            value={layout.isCompact ? 'compact' : 'comfortable'}
            onChange={(value) => arrangement.change({ isCompact: value === 'compact' })}
          />
          <Checkbox
            size="xs"
            label={t('table.pinned')}
            checked={layout.isPinned}
            onChange={(event) => arrangement.change({ isPinned: event.currentTarget.checked })}
          />
          <Button variant="default" size="xs" disabled={!arrangement.isChanged} onClick={arrangement.reset}>
            {t('list.columnsReset')}
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}

function ColumnLine({ label, fieldKey, arrangement }: { label: string; fieldKey: string; arrangement: Arrangement }) {
  const { t } = useTranslation()
  const { columns } = arrangement.layout
  const place = columns.indexOf(fieldKey)
  const isShown = place >= 0
  return (
    <li>
      <Checkbox
        size="xs"
        label={label}
        aria-label={t('table.show', { field: label })}
        checked={isShown}
        disabled={isShown && columns.length === 1}
        onChange={() => arrangement.toggle(fieldKey)}
      />
      {isShown && (
        <span>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('table.moveUp', { field: label })}
            aria-disabled={place === 0}
            onClick={() => arrangement.move(fieldKey, -1)}
          >
            <IconChevronUp size={16} />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('table.moveDown', { field: label })}
            aria-disabled={place === columns.length - 1}
            onClick={() => arrangement.move(fieldKey, 1)}
          >
            <IconChevronDown size={16} />
          </ActionIcon>
        </span>
      )}
    </li>
  )
}
