import type { Field } from '@courtcrier/contract/fields/field.ts'
import { isEqualValue, validateInput } from '@courtcrier/contract/input.ts'
import { type AnyRow, findField, type Resource } from '@courtcrier/contract/resource.ts'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChoices } from '../fields/choices.ts'
import { fieldLabel } from '../i18n/labels.ts'
import { sentenceOf } from '../i18n/problem-sentence.ts'
import { useRole } from '../session/session-store.ts'
import classes from './CellEditor.module.css'
import type { CellStep } from './cell-editing.ts'
import type { Conflict } from './conflict.ts'
import type { Refusal } from './refused-cells.ts'
import { saveCell } from './save-cell.ts'

interface CellEditorProps {
  resource: Resource
  row: AnyRow
  fieldKey: string
  /** What was entered before and isn't saved, for correction. */
  refusal: Refusal | undefined
  /** Editing has ended: focus stays on the cell, or moves to the next one to edit. */
  onLeave: (step: CellStep) => void
  onConflict: (conflict: Conflict) => void
  /** Called with what isn't saved, and without it once that is corrected or given up. */
  onRefuse: (refusal?: Refusal) => void
}

/**
 * Edits a cell's value: Enter saves, Tab saves and moves on, Escape restores the old value. A value that can't be saved
 * stays in the cell, with the reason.
 */
export default function CellEditor(props: CellEditorProps) {
  const { resource, row: shown, fieldKey, refusal, onLeave, onConflict, onRefuse } = props
  const field = findField(resource, fieldKey)
  const role = useRole()
  // An edit applies to the record as it was when editing began, whatever arrives in the meantime.
  const [row] = useState(shown)
  const [value, setValue] = useState<unknown>(refusal ? refusal.value : row[fieldKey])
  const isLeft = useRef(false)
  const problemId = useId()
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const input = root.current?.querySelector<HTMLInputElement | HTMLSelectElement>('input, select')
    input?.focus()
    if (input instanceof HTMLInputElement && input.type === 'text') input.select()
  }, [])
  if (!field) return null
  const result = validateInput(resource, { [fieldKey]: value }, { role, current: row })
  const invalid = 'problems' in result ? sentenceOf(result.problems[0]?.code ?? '') : undefined
  const problem = invalid ?? (refusal && isEqualValue(value, refusal.value) ? refusal.problem : undefined)
  const leave = (step: CellStep) => {
    isLeft.current = true
    onLeave(step)
  }
  const save = (step: CellStep) => {
    // What the server refused may be saved as it is: someone may have removed the reason.
    if (isLeft.current || invalid) return
    leave(step)
    onRefuse()
    if (isEqualValue(value ?? null, row[fieldKey] ?? null)) return
    void saveCell({ resource, row, key: fieldKey, value }).then((outcome) => {
      if (outcome && 'conflict' in outcome) onConflict(outcome.conflict)
      if (outcome && 'refusal' in outcome) onRefuse(outcome.refusal)
    })
  }
  const putAside = () => {
    if (isLeft.current) return
    if (problem) onRefuse({ value, problem })
    leave('stay')
  }
  const giveUp = () => {
    onRefuse()
    leave('stay')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'Tab' ? (event.shiftKey ? 'previous' : 'next') : 'stay'
    if (!['Enter', 'Tab', 'Escape'].includes(event.key)) return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') giveUp()
    else save(step)
  }
  return (
    <div ref={root} className={classes.editor}>
      <CellInput
        field={field}
        value={value}
        onChange={setValue}
        onKeyDown={onKeyDown}
        // Switching windows is no reason to save a half-typed value.
        onBlur={() => document.hasFocus() && (problem ? putAside() : save('stay'))}
        aria-label={fieldLabel(resource, fieldKey)}
        aria-invalid={problem !== undefined}
        aria-describedby={problem ? problemId : undefined}
      />
      {problem && (
        <span id={problemId} role="alert" className={classes.problem}>
          {problem}
        </span>
      )}
    </div>
  )
}

interface CellInputProps {
  field: Field
  value: unknown
  onChange: (value: unknown) => void
  onBlur: () => void
  onKeyDown: (event: KeyboardEvent) => void
  'aria-label': string
  'aria-invalid': boolean
  'aria-describedby': string | undefined
}

function CellInput({ field, value, onChange, ...rest }: CellInputProps) {
  const { t } = useTranslation()
  const choices = useChoices(field)
  const text = value === null || value === undefined ? '' : String(value)
  if (field.kind === 'boolean')
    return (
      <select {...rest} value={text || 'false'} onChange={(event) => onChange(event.target.value === 'true')}>
        <option value="true">{t('input.yes')}</option>
        <option value="false">{t('input.no')}</option>
      </select>
    )
  if (field.kind === 'select')
    return (
      <select {...rest} value={text} onChange={(event) => onChange(event.target.value || null)}>
        {!(field.required && text) && <option value="" />}
        {choices.map(({ value: choice, label }) => (
          <option key={choice} value={choice}>
            {label}
          </option>
        ))}
      </select>
    )
  return (
    <input
      {...rest}
      type={field.kind === 'date' ? 'date' : 'text'}
      inputMode={field.kind === 'number' ? 'decimal' : undefined}
      autoComplete="off"
      value={text}
      onChange={(event) => onChange(typedValue(field, event.target.value))}
    />
  )
}

/** Anything that isn't a number stays as typed, so that the validator can say so. */
function typedValue(field: Field, text: string): unknown {
  if (text === '') return null
  return field.kind === 'number' && /^\s*-?\d+(\.\d+)?\s*$/.test(text) ? Number(text) : text
}
