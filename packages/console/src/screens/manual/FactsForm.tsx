import { Checkbox, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useRecordSearch } from '../../fields/record-search.ts'
import { LateSelect } from '../../ui/choice/LateSelect.tsx'
import classes from './manual.module.css'
import type { FilingFacts } from './manual-state.ts'

export type FactErrors = Partial<Record<keyof FilingFacts, string>>

interface FactsFormProps {
  facts: FilingFacts
  errors: FactErrors
  onChange: (part: Partial<FilingFacts>) => void
  /** The result of looking up the docket number, below the case. */
  match: ReactNode
}

/** Edits the known facts of the filing, prefilled with what was read from files. */
export function FactsForm({ facts, errors, onChange, match }: FactsFormProps) {
  const { t } = useTranslation()
  const line = (key: 'docketNumber' | 'documentNumber' | 'filedBy' | 'event' | 'filedDate', max: number) => ({
    label: t(`manual.facts.${key}`),
    maxLength: max,
    error: errors[key],
    value: facts[key],
    'data-fact': key,
    onChange: (event: { currentTarget: HTMLInputElement }) => onChange({ [key]: event.currentTarget.value }),
  })
  return (
    <div className={classes.facts}>
      <RecordChoice
        entity="ecfx_jurisdiction"
        label={t('manual.facts.court')}
        fact="courtId"
        value={facts.courtId}
        error={errors.courtId}
        required
        onChange={(courtId) => onChange({ courtId })}
      />
      <TextInput required {...line('docketNumber', 255)} />
      <div className={classes.wide}>
        <RecordChoice
          entity="case"
          label={t('manual.facts.case')}
          fact="caseId"
          value={facts.caseId}
          error={errors.caseId}
          onChange={(caseId) => onChange({ caseId })}
        />
        {match}
      </div>
      <TextInput required className={classes.wide} placeholder={t('manual.facts.eventHint')} {...line('event', 1000)} />
      <TextInput {...line('documentNumber', 60)} />
      <TextInput type="date" {...line('filedDate', 10)} />
      <TextInput className={classes.wide} {...line('filedBy', 500)} />
      <Textarea
        className={classes.wide}
        classNames={{ input: classes.record }}
        label={t('manual.facts.docketText')}
        autosize
        minRows={3}
        maxRows={12}
        error={errors.docketText}
        value={facts.docketText}
        onChange={(event) => onChange({ docketText: event.currentTarget.value })}
      />
      <Checkbox
        className={classes.wide}
        label={t('manual.facts.sealed')}
        checked={facts.isSealed}
        onChange={(event) => onChange({ isSealed: event.currentTarget.checked })}
      />
    </div>
  )
}

interface RecordChoiceProps {
  entity: string
  label: string
  fact: keyof FilingFacts
  value: string
  error: string | undefined
  required?: boolean
  onChange: (id: string) => void
}

function RecordChoice({ entity, label, fact, value, error, required = false, onChange }: RecordChoiceProps) {
  const { choice } = useRecordSearch(entity, value ? [value] : [])
  return (
    <LateSelect
      {...choice}
      clearable={!required}
      required={required}
      data-fact={fact}
      label={label}
      error={error}
      value={value || null}
      onChange={(id) => onChange(id ?? '')}
    />
  )
}
