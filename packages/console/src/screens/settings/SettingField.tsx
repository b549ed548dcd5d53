import { isEqualValue, validateValue } from '@courtcrier/contract/input.ts'
import { fieldAccess, findField } from '@courtcrier/contract/resource.ts'
import { firm } from '@courtcrier/contract/resources/firm.ts'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { inputOf } from '../../fields/inputs.ts'
import { controlOf } from '../../fields/registry.ts'
import { fieldInWords, fieldLabel } from '../../i18n/labels.ts'
import { sentenceOf } from '../../i18n/problem-sentence.ts'
import { useRole } from '../../session/session-store.ts'
import { SaveNote } from './SaveNote.tsx'
import classes from './settings.module.css'
import { type FirmSettings, useEditedValue } from './use-firm-settings.ts'

interface SettingFieldProps {
  settings: FirmSettings
  fieldKey: string
  /** Called with every value, saved or not. */
  onEdit?: (value: unknown) => void
}

/** Shows one setting of the firm: its input with its state, or its value for read-only roles. */
export function SettingField({ settings, fieldKey, onEdit }: SettingFieldProps) {
  const role = useRole()
  if (fieldAccess(firm, fieldKey, role) === 'DENY') return null
  return settings.canWrite(fieldKey) ? (
    <Edited settings={settings} fieldKey={fieldKey} {...(onEdit ? { onEdit } : {})} />
  ) : (
    <Shown settings={settings} fieldKey={fieldKey} />
  )
}

function Edited({ settings, fieldKey, onEdit }: SettingFieldProps) {
  const { intended, stateOf, save, undo, again } = settings
  const field = fieldInWords(firm, fieldKey)
  const [problem, setProblem] = useState<string>()
  const kept = intended(fieldKey)
  const state = stateOf(fieldKey)
  const edited = useEditedValue<unknown>(kept, {
    save: (value) => save(fieldKey, value),
    // A value that could not be saved is retried when it is typed again.
    isSame: (a, b) => state?.is !== 'failed' && isEqualValue(a, b),
  })
  // The stored value may be spelled differently from the typed one, and may be changed elsewhere.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of the stored value matters
  useEffect(edited.settle, [JSON.stringify(kept)])
  if (!field) return null
  const Input = inputOf(field)
  const label = fieldLabel(firm, fieldKey)
  const change = (value: unknown) => {
    const result = validateValue(field, value)
    setProblem('code' in result ? sentenceOf(result.code) : undefined)
    edited.change(value, { isValid: 'value' in result, isWhole: controlOf(field).isChosen })
    onEdit?.(value)
  }
  const takeBack = () => {
    edited.forget()
    undo(fieldKey)
  }
  return (
    <div className={classes.field} data-key={fieldKey}>
      <Input
        key={field.kind === 'map' ? JSON.stringify(kept) : undefined}
        field={field}
        label={label}
        value={edited.value}
        onChange={change}
        onBlur={edited.flush}
        error={problem}
      />
      <SaveNote state={problem ? undefined : state} label={label} onUndo={takeBack} onAgain={() => again(fieldKey)} />
    </div>
  )
}

function Shown({ settings: { row }, fieldKey }: SettingFieldProps) {
  const { t } = useTranslation()
  const field = findField(firm, fieldKey)
  if (!field) return null
  const { Cell } = controlOf(field)
  const value = row?.[fieldKey]
  const isEmpty = value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
  return (
    <Fact label={fieldLabel(firm, fieldKey)}>
      {isEmpty ? (
        <span className={classes.quiet}>{t('settings.unset')}</span>
      ) : (
        <Cell field={field} value={value} isFull />
      )}
    </Fact>
  )
}

/** Shows a read-only value. */
function Fact({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <dl className={classes.fact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </dl>
  )
}
