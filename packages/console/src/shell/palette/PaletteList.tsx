import { useTranslation } from 'react-i18next'
import classes from './palette.module.css'
import type { PaletteGroup, PaletteItem } from './palette-item.ts'

export const listId = 'palette-list'

export function optionId(index: number): string {
  return `palette-${index}`
}

interface PaletteListProps {
  groups: readonly PaletteGroup[]
  selected: number
  onChoose: (item: PaletteItem) => void
}

/** Shows the matches, by group. Focus stays in the field above. */
export function PaletteList({ groups, selected, onChoose }: PaletteListProps) {
  const { t } = useTranslation()
  const starts = groups.map((_, at) => groups.slice(0, at).reduce((sum, { items }) => sum + items.length, 0))
  return (
    <div id={listId} className={classes.list} role="listbox" aria-label={t('palette.results')}>
      {groups.map((group, at) => (
        // biome-ignore lint/a11y/useSemanticElements: a list box has groups, not fieldsets
        <div key={group.name} role="group" aria-labelledby={`${listId}-${group.name}`}>
          <div id={`${listId}-${group.name}`} className={classes.heading} role="presentation">
            {group.label}
          </div>
          {group.items.map((item, index) => (
            <Item
              key={item.id}
              item={item}
              index={(starts[at] ?? 0) + index}
              isSelected={(starts[at] ?? 0) + index === selected}
              onChoose={onChoose}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

interface ItemProps {
  item: PaletteItem
  index: number
  isSelected: boolean
  onChoose: (item: PaletteItem) => void
}

function Item({ item, index, isSelected, onChoose }: ItemProps) {
  const { icon: ItemIcon, label, detail } = item
  return (
    // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the field has the focus, and clicks it with Enter
    <div
      id={optionId(index)}
      role="option"
      aria-selected={isSelected}
      className={classes.item}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onChoose(item)}
    >
      <ItemIcon className={classes.icon} size={18} stroke={1.6} aria-hidden />
      <span className={classes.label}>
        <bdi>{label}</bdi>
      </span>
      {detail && <span className={classes.detail}>{detail}</span>}
    </div>
  )
}
