import type { ConditionRow } from '@courtcrier/contract/condition-rows.ts'
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

interface ConditionLineProps {
  row: ConditionRow
  /** Its number among the lines. */
  name: string
  onChange: (row: ConditionRow) => void
  onRemove: () => void
}

/** One line: what is looked at, how, and what it is compared to. The words are those that the typed text has. */
export function ConditionLine({ row, name, onChange, onRemove }: ConditionLineProps) {
  const { t } = useTranslation()
  const field = row.kind === 'time' ? 'time' : row.field
  return (
    // biome-ignore lint/a11y/useSemanticElements: a field set would need a legend that is seen
    <div role="group" aria-label={t('condition.line', { name })} className={classes.line} data-line={name}>
      <NativeSelect
        size="sm"
        aria-label={t('condition.field')}
        data={[...rowFields]}
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
          data={[...conditionOperators]}
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
          <Times row={row} onChange={onChange} />
        ) : (
          // A field's suggestions and what was typed for them are no other field's.
          <Values key={field} row={row} onChange={(values) => onChange({ ...row, values })} />
        )}
      </div>
    </div>
  )
}

type TimeRow = Extract<ConditionRow, { kind: 'time' }>

function Times({ row, onChange }: { row: TimeRow; onChange: (row: TimeRow) => void }) {
  const { t } = useTranslation()
  return (['from', 'to'] as const).map((key) => (
    <TextInput
      key={key}
      type="time"
      size="sm"
      className={classes.time}
      aria-label={t(`condition.${key}`)}
      value={row[key]}
      onChange={(event) => onChange({ ...row, [key]: event.currentTarget.value })}
    />
  ))
}

interface ValuesProps {
  row: Extract<ConditionRow, { kind: 'test' }>
  onChange: (values: string[]) => void
}

/** Any of these; of what the firm keeps records, those are offered whose name fits what is typed. */
function Values({ row, onChange }: ValuesProps) {
  const { t } = useTranslation()
  const entity = conditionRecords[row.field]
  const search = useRecordSearch(entity ?? '', [])
  const [typed, setTyped] = useState('')
  // Only while one types: a list that stays open lies over the next line.
  const offered = typed.trim() === '' ? [] : search.options.filter(({ value }) => value !== addChoice)
  return (
    <TagsInput
      size="sm"
      classNames={{ inputField: classes.typed }}
      aria-label={t('condition.values')}
      placeholder={row.values.length > 0 ? undefined : t(entity ? 'input.typeToSearch' : 'condition.typeValue')}
      data={[...new Set(offered.map(({ label }) => label))]}
      filter={({ options }) => options}
      // Names have commas in them.
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
