import type { ConditionRow, ConditionRows } from '@courtcrier/contract/condition-rows.ts'
import { Button, NativeSelect } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ConditionLine } from './ConditionLine.tsx'
import classes from './condition.module.css'
import { isGroup, joinedBy, type RowPath, withNewGroup, withNewRow, withoutRow, withRow } from './condition-edit.ts'

interface ConditionBuilderProps {
  rows: ConditionRows
  /** Whether to mark incomplete lines that haven't been left yet. */
  isChecked: boolean
  onChange: (rows: ConditionRows) => void
}

/** Edits the lines of a condition, with the word that joins them before each. */
export function ConditionBuilder({ rows, isChecked, onChange }: ConditionBuilderProps) {
  const { t } = useTranslation()
  const { root, focusLater } = useFocusLater()
  const changeAnd = (next: ConditionRows, focus: string) => {
    focusLater(focus)
    onChange(next)
  }
  const line = (row: ConditionRow, path: RowPath) => (
    <ConditionLine
      row={row}
      name={nameOf(path)}
      isChecked={isChecked}
      onChange={(next) => onChange(withRow(rows, path, next))}
      onRemove={() => changeAnd(withoutRow(rows, path), addButton)}
    />
  )
  const joiner = (index: number) => (
    <Joiner kind={rows.kind} index={index} onChange={(kind) => onChange(joinedBy(rows, kind))} />
  )
  return (
    <div ref={root}>
      <ul className={classes.list}>
        {rows.of.map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other identity and no state
          <li key={index} className={classes.part}>
            {joiner(index)}
            {isGroup(part) ? (
              <Group
                name={nameOf([index])}
                onAdd={() => changeAnd(withNewRow(rows, index), lineField([index, part.of.length]))}
              >
                {part.of.map((row, inner) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: as above
                  <li key={inner} className={classes.part}>
                    {/* The word that joins a group's lines follows from the one outside. */}
                    <span className={classes.join}>{inner > 0 && t(`condition.${part.kind}`)}</span>
                    {line(row, [index, inner])}
                  </li>
                ))}
              </Group>
            ) : (
              line(part, [index])
            )}
          </li>
        ))}
      </ul>
      <div className={classes.adding}>
        <AddButton data-add onClick={() => changeAnd(withNewRow(rows), lineField([rows.of.length]))}>
          {t('condition.addLine')}
        </AddButton>
        {rows.of.length > 0 && (
          <AddButton onClick={() => changeAnd(withNewGroup(rows), lineField([rows.of.length, 0]))}>
            {t(rows.kind === 'and' ? 'condition.addAnyOf' : 'condition.addAllOf')}
          </AddButton>
        )}
      </div>
    </div>
  )
}

function Group({ name, onAdd, children }: { name: string; onAdd: () => void; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <div className={classes.group}>
      <ul className={classes.list} aria-label={t('condition.group', { name })}>
        {children}
      </ul>
      <AddButton onClick={onAdd}>{t('condition.addToGroup')}</AddButton>
    </div>
  )
}

/** Shows the word that joins all lines, which can be changed at the second line. */
function Joiner({
  kind,
  index,
  onChange,
}: {
  kind: 'and' | 'or'
  index: number
  onChange: (kind: 'and' | 'or') => void
}) {
  const { t } = useTranslation()
  if (index !== 1)
    return <span className={classes.join}>{t(index === 0 ? 'condition.when' : `condition.${kind}`)}</span>
  return (
    <NativeSelect
      className={classes.join}
      size="xs"
      aria-label={t('condition.joined')}
      data={(['and', 'or'] as const).map((word) => ({ value: word, label: t(`condition.${word}`) }))}
      value={kind}
      onChange={(event) => onChange(event.currentTarget.value === 'or' ? 'or' : 'and')}
    />
  )
}

function AddButton({ onClick, children, ...rest }: { onClick: () => void; children: ReactNode; 'data-add'?: true }) {
  return (
    <Button
      {...rest}
      size="compact-sm"
      variant="subtle"
      leftSection={<IconPlus size={14} aria-hidden />}
      onClick={onClick}
    >
      {children}
    </Button>
  )
}

const addButton = '[data-add]'

function lineField(path: RowPath): string {
  return `[data-line="${nameOf(path)}"] select`
}

/** Returns `2`, or `2.1` in a group. */
function nameOf(path: RowPath): string {
  return path.map((index) => index + 1).join('.')
}

/** Moves focus after a change: the focused element may be gone. */
function useFocusLater() {
  const root = useRef<HTMLDivElement>(null)
  const wanted = useRef<string>(undefined)
  useEffect(() => {
    if (!wanted.current) return
    root.current?.querySelector<HTMLElement>(wanted.current)?.focus()
    wanted.current = undefined
  })
  return {
    root,
    focusLater: (selector: string) => {
      wanted.current = selector
    },
  }
}
