import { type ConditionRows, hasGaps, rowsOf } from '@courtcrier/contract/condition-rows.ts'
import { parseDraft, writeCondition } from '@courtcrier/contract/rule-condition.ts'
import { SegmentedControl } from '@mantine/core'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { InputProps } from '../../fields/control.ts'
import { inputOf } from '../../fields/inputs.ts'
import { ConditionBuilder } from './ConditionBuilder.tsx'
import classes from './condition.module.css'
import './text.ts'

/**
 * Edits a rule's condition, built from lines or typed. Both produce the same text; a condition that lines can't
 * represent stays typed.
 */
export default function ConditionInput(props: InputProps) {
  const { value, onChange, disabled } = props
  const { t } = useTranslation()
  const text = String(value ?? '')
  // The lines being built: a group of one line is lost in the text.
  const [draft, setDraft] = useState<{ rows: ConditionRows; text: string }>()
  const read = readRows(text)
  const rows = draft?.text === text ? draft.rows : read.rows
  const [wanted, setWanted] = useState<'lines' | 'text'>('lines')
  const shown = rows && !disabled ? wanted : 'text'
  const change = (next: ConditionRows) => {
    const written = writeCondition(next)
    setDraft({ rows: next, text: written })
    onChange(written || null)
  }
  const Input = inputOf(props.field)
  return (
    <div className={classes.input}>
      {!disabled && (
        <SegmentedControl
          className={classes.mode}
          size="xs"
          aria-label={t('condition.mode')}
          data={[
            { value: 'lines', label: t('condition.lines'), disabled: !rows },
            { value: 'text', label: t('condition.text') },
          ]}
          value={shown}
          onChange={(mode) => setWanted(mode === 'text' ? 'text' : 'lines')}
        />
      )}
      {rows && shown === 'lines' ? (
        <Lines {...props} rows={rows} text={text} onRows={change} />
      ) : (
        <Input
          {...props}
          onChange={(typed) => {
            // A user who types stays in the text, even once lines could represent it.
            setWanted('text')
            onChange(typed)
          }}
        />
      )}
      {!rows && !disabled && (
        <p role="status" className={classes.quiet}>
          {t(read.problem ? 'condition.unread' : 'condition.tooDeep')}
        </p>
      )}
    </div>
  )
}

interface LinesProps extends InputProps {
  rows: ConditionRows
  text: string
  onRows: (rows: ConditionRows) => void
}

function Lines({ label, error, rows, text, onRows, 'data-path': path }: LinesProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend can't be next to a control
    <div role="group" aria-labelledby={id} className={classes.lines} data-path={path} tabIndex={-1}>
      <span id={id} className={classes.label}>
        {label}
      </span>
      <ConditionBuilder rows={rows} isChecked={Boolean(error)} onChange={onRows} />
      {rows.of.length === 0 && (
        <p role="status" className={classes.all}>
          {t('condition.always')}
        </p>
      )}
      {error && <p className={classes.error}>{isUnfinished(text) ? t('condition.unfinished') : error}</p>}
    </div>
  )
}

function readRows(text: string): { rows: ConditionRows | undefined; problem?: string } {
  const parsed = parseDraft(text)
  return 'problem' in parsed ? { rows: undefined, problem: parsed.problem } : { rows: rowsOf(parsed.condition) }
}

function isUnfinished(text: string): boolean {
  const parsed = parseDraft(text)
  return 'condition' in parsed && hasGaps(parsed.condition)
}
