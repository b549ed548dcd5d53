import type { Resource } from '@courtcrier/contract/resource.ts'
import { densities } from '@courtcrier/contract/view-state.ts'
import { ActionIcon, Button, Checkbox, SegmentedControl } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { fieldLabel } from '../i18n/labels.ts'
import type { Anchor } from '../ui/LatePopup.tsx'
import { PopoverAt } from '../ui/PopoverAt.tsx'
import { Tick } from '../ui/Tick.tsx'
import menuClasses from './ColumnPanel.module.css'
import type { Arrangement } from './use-table-layout.ts'

interface ColumnPanelProps {
  anchor: Anchor
  resource: Resource
  arrangement: Arrangement
}

/** Checkboxes and arrows for the columns, and the row height. */
export default function ColumnPanel({ anchor, resource, arrangement }: ColumnPanelProps) {
  const { t } = useTranslation()
  const { layout } = arrangement
  return (
    <PopoverAt
      anchor={anchor}
      label={t('table.arrangement')}
      className={menuClasses.panel}
      position="bottom-end"
      width={300}
      withinPortal={false}
    >
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
          data={densities.map((value) => ({ value, label: t(`table.${value}`) }))}
          value={layout.density}
          onChange={(density) => arrangement.change({ density })}
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
    </PopoverAt>
  )
}

function ColumnLine({ label, fieldKey, arrangement }: { label: string; fieldKey: string; arrangement: Arrangement }) {
  const { t } = useTranslation()
  const { columns } = arrangement.layout
  const place = columns.indexOf(fieldKey)
  const isShown = place >= 0
  return (
    <li>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the box is within it */}
      <label className={menuClasses.column}>
        <Tick
          label={t('table.show', { field: label })}
          isTicked={isShown}
          isDisabled={isShown && columns.length === 1}
          onTick={() => arrangement.toggle(fieldKey)}
        />
        <span>{label}</span>
      </label>
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
