import { type ConditionRow, gapOf } from '@courtcrier/contract/condition-rows.ts'
import { ecfxJurisdiction } from '@courtcrier/contract/resources/ecfx-jurisdiction.ts'
import { conditionOperators } from '@courtcrier/contract/rule-condition.ts'
import { conditionRecords } from '@courtcrier/contract/rule-facts.ts'
import { ActionIcon, NativeSelect, TagsInput, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addChoice } from '../../fields/create-in-place.ts'
import { useRecordSearch } from '../../fields/record-search.ts'
import classes from './condition.module.css'
import { aboutField, rowFields } from './condition-edit.ts'
import { operatorKeys } from './condition-words.ts'

interface ConditionLineProps {
  row: ConditionRow
  /** Whether to mark what is missing at once: someone tried to save. */
  isChecked: boolean
  /** Its number among the lines. */
  name: string
  onChange: (row: ConditionRow) => void
  onRemove: () => void
}

/** Edits one line: field, comparison, and values. Once it is left, a missing value is marked where it belongs. */
export function ConditionLine({ row, name, isChecked, onChange, onRemove }: ConditionLineProps) {
  const { t } = useTranslation()
  const [isLeft, setLeft] = useState(false)
  const gap = isChecked || isLeft ? gapOf(row) : undefined
  const field = row.kind === 'time' ? 'time' : row.field
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a visible legend
    <div
      role="group"
      aria-label={t('condition.line', { name })}
      className={classes.line}
      data-line={name}
      onBlur={({ currentTarget, relatedTarget }) => setLeft(!currentTarget.contains(relatedTarget))}
    >
      <NativeSelect
        size="sm"
        aria-label={t('condition.field')}
        data={rowFields.map((known) => ({ value: known, label: t(`condition.fields.${known}`) }))}
        value={field}
        onChange={({ currentTarget: { value } }) => {
          const chosen = rowFields.find((known) => known === value)
          if (chosen) onChange(aboutField(row, chosen))
        }}
      />
      {row.kind === 'time' ? (
        <span className={classes.between}>{t('condition.between')}</span>
      ) : (
        <NativeSelect
          size="sm"
          aria-label={t('condition.operator')}
          data={conditionOperators.map((known) => ({
            value: known,
            label: t(`condition.operators.${operatorKeys[known]}`),
          }))}
          value={row.operator}
          onChange={({ currentTarget: { value } }) => {
            const operator = conditionOperators.find((known) => known === value)
            if (operator) onChange({ ...row, operator })
          }}
        />
      )}
      <ActionIcon variant="subtle" color="gray" aria-label={t('condition.remove', { name })} onClick={onRemove}>
        <IconX size={16} />
      </ActionIcon>
      <div className={classes.values}>
        {row.kind === 'time' ? (
          <Times row={row} gap={gap} onChange={onChange} />
        ) : (
          // Suggestions and typed text must not carry over to another field.
          <Values key={field} row={row} gap={gap} onChange={(values) => onChange({ ...row, values })} />
        )}
      </div>
    </div>
  )
}

type TimeRow = Extract<ConditionRow, { kind: 'time' }>

type Gap = ReturnType<typeof gapOf>

function Times({ row, gap, onChange }: { row: TimeRow; gap: Gap; onChange: (row: TimeRow) => void }) {
  const { t } = useTranslation()
  return (['from', 'to'] as const).map((key) => (
    <TextInput
      key={key}
      type="time"
      size="sm"
      className={classes.time}
      aria-label={t(`condition.${key}`)}
      error={gap && row[key] === '' && t('condition.missingTime')}
      value={row[key]}
      onChange={(event) => onChange({ ...row, [key]: event.currentTarget.value })}
    />
  ))
}

interface ValuesProps {
  row: Extract<ConditionRow, { kind: 'test' }>
  gap: Gap
  onChange: (values: string[]) => void
}

/**
 * Edits values, any of which may match; for fields backed by the firm's records, suggests those whose name matches the
 * typed text.
 */
function Values({ row, gap, onChange }: ValuesProps) {
  const { t } = useTranslation()
  const entity = conditionRecords[row.field]
  const search = useRecordSearch(entity ?? '', [])
  const [typed, setTyped] = useState('')
  // Only during typing: a list that stays open covers the next line.
  const isTyping = typed.trim() !== ''
  const offered = isTyping ? search.options.filter(({ value }) => value !== addChoice) : []
  const shownValue = ({ value, label }: (typeof offered)[number]) => {
    const found = search.rows.find(({ id }) => id === value)
    // Courts are named as lawyers cite them.
    return (entity === ecfxJurisdiction.name && String(found?.citation ?? '')) || label
  }
  const options = new Map(offered.map((option) => [shownValue(option), option]))
  return (
    <TagsInput
      size="sm"
      classNames={{ inputField: classes.typed }}
      aria-label={t('condition.values')}
      placeholder={row.values.length > 0 ? undefined : t(entity ? 'input.typeToSearch' : 'condition.typeValue')}
      error={gap && t(entity ? 'condition.missingRecord' : 'condition.missingValue')}
      data={[...options.keys()]}
      renderOption={({ option }) => {
        const shown = options.get(option.value)
        return shown ? search.renderOption({ option: shown }) : option.value
      }}
      filter={({ options }) => options}
      // Names contain commas.
      splitChars={[';', '\n']}
      value={[...row.values]}
      onChange={(values) => onChange(values.filter((value) => value.trim() !== ''))}
      onSearchChange={(text) => {
        setTyped(text)
        search.setText(text)
      }}
      onDropdownOpen={search.open}
    />
  )
}
