import { type ConditionRows, rowsOf } from '@courtcrier/contract/condition-rows.ts'
import { parseCondition, writeCondition } from '@courtcrier/contract/rule-condition.ts'
import { SegmentedControl } from '@mantine/core'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { InputProps } from '../../fields/face.ts'
import { longTextFace } from '../../fields/long-text.tsx'
import { ConditionBuilder } from './ConditionBuilder.tsx'
import classes from './condition.module.css'
import './text.ts'

/** A rule's condition, put together from lines or typed. Both are the same text; what lines can't hold stays typed. */
export default function ConditionInput(props: InputProps) {
  const { value, onChange, disabled } = props
  const { t } = useTranslation()
  const text = String(value ?? '')
  // As it was put together: the text of a line that is only begun can't be read back.
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
  const { Input } = longTextFace
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
            // Whoever types goes on typing, also when lines could hold it by now.
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
    // biome-ignore lint/a11y/useSemanticElements: the legend of a field set can't stand beside a control
    <div role="group" aria-labelledby={id} className={classes.lines} data-path={path} tabIndex={-1}>
      <span id={id} className={classes.label}>
        {label}
      </span>
      <ConditionBuilder rows={rows} onChange={onRows} />
      <p className={classes.written}>{text || t('condition.always')}</p>
      {error && <p className={classes.error}>{error}</p>}
    </div>
  )
}

function readRows(text: string): { rows: ConditionRows | undefined; problem?: string } {
  const parsed = parseCondition(text)
  return 'problem' in parsed ? { rows: undefined, problem: parsed.problem } : { rows: rowsOf(parsed.condition) }
}
