import { type AnyRow, findField, type Resource } from '@courtcrier/contract/resource.ts'
import { Button, NativeSelect, Select } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { inputOf } from '../fields/inputs.ts'
import { fieldLabel } from '../i18n/labels.ts'
import { useRole } from '../session/session-store.ts'
import classes from './BulkDialog.module.css'
import { Text } from './BulkOutcome.tsx'
import { bulkKeys, bulkProblems } from './bulk-edit.ts'

interface BulkEditFieldsProps {
  resource: Resource
  /**
   * The values shared by all selected records, by field; a field whose values differ is absent. Undefined while
   * loading.
   */
  common: AnyRow | undefined
  /** The fields the user has edited: only these are changed. */
  values: AnyRow
  isBusy: boolean
  onChange: (values: AnyRow) => void
  onLook: () => void
  onCancel: () => void
}

/** Chooses the fields to change and their values. */
export function BulkEditFields({ resource, common, values, isBusy, onChange, onLook, onCancel }: BulkEditFieldsProps) {
  const { t } = useTranslation()
  const scope = { resource, role: useRole() }
  const [chosen, setChosen] = useState<readonly string[]>(() => Object.keys(values))
  const problems = bulkProblems(values, scope)
  const isReady = Object.keys(values).length > 0 && Object.keys(problems).length === 0
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady) onLook()
  }
  const leave = (key: string) => {
    const { [key]: _, ...others } = values
    onChange(others)
    setChosen(chosen.filter((known) => known !== key))
  }
  const rest = bulkKeys(scope).filter((key) => !chosen.includes(key))
  return (
    <form noValidate onSubmit={submit}>
      <Text>{t('bulkEdit.lead')}</Text>
      <div className={classes.fields}>
        {chosen.map((key) => (
          <BulkField
            key={key}
            resource={resource}
            fieldKey={key}
            common={common}
            value={values[key]}
            isTouched={Object.hasOwn(values, key)}
            problem={problems[key]}
            onChange={(value) => onChange({ ...values, [key]: value ?? null })}
            onLeave={() => leave(key)}
          />
        ))}
        {rest.length > 0 && (
          <Select
            searchable
            data-autofocus={chosen.length === 0 || undefined}
            label={t('bulkEdit.addField')}
            placeholder={t('bulkEdit.chosen')}
            nothingFoundMessage={t('input.noMatch')}
            data={rest.map((key) => ({ value: key, label: fieldLabel(resource, key) }))}
            value={null}
            onChange={(key) => key && setChosen([...chosen, key])}
          />
        )}
      </div>
      <div className={classes.buttons}>
        <Button variant="default" onClick={onCancel}>
          {t('bulkEdit.cancel')}
        </Button>
        <Button type="submit" loading={isBusy} disabled={!isReady}>
          {t('bulkEdit.look')}
        </Button>
      </div>
    </form>
  )
}

interface BulkFieldProps {
  resource: Resource
  fieldKey: string
  common: AnyRow | undefined
  value: unknown
  isTouched: boolean
  problem: string | undefined
  onChange: (value: unknown) => void
  onLeave: () => void
}

function BulkField({ resource, fieldKey, common, value, isTouched, problem, onChange, onLeave }: BulkFieldProps) {
  const { t } = useTranslation()
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => root.current?.querySelector<HTMLElement>('input, textarea, select')?.focus(), [])
  const field = findField(resource, fieldKey)
  if (!field) return null
  const label = fieldLabel(resource, fieldKey)
  const isMixed = common !== undefined && !Object.hasOwn(common, fieldKey)
  const state = isTouched ? 'bulkEdit.touched' : isMixed ? 'bulkEdit.mixed' : 'bulkEdit.common'
  const Input = inputOf(field)
  return (
    <div ref={root} className={classes.field} data-touched={isTouched || undefined}>
      {field.kind === 'boolean' ? (
        <YesNo label={label} value={isTouched ? value : common?.[fieldKey]} isMixed={isMixed} onChange={onChange} />
      ) : (
        <Input
          field={field}
          label={label}
          value={isTouched ? value : common?.[fieldKey]}
          error={problem}
          onChange={onChange}
          {...(isMixed ? { placeholder: t('bulkEdit.mixed') } : {})}
        />
      )}
      <p className={classes.state}>
        <span>{isTouched || common ? t(state) : ''}</span>
        <Button
          size="compact-xs"
          variant="subtle"
          aria-label={t('bulkEdit.leaveField', { field: label })}
          onClick={onLeave}
        >
          {t('bulkEdit.leave')}
        </Button>
      </p>
    </div>
  )
}

interface YesNoProps {
  label: string
  value: unknown
  isMixed: boolean
  onChange: (value: boolean) => void
}

/** A switch couldn't show that the records differ. */
function YesNo({ label, value, isMixed, onChange }: YesNoProps) {
  const { t } = useTranslation()
  const isOpen = value === undefined
  const data = [
    ...(isOpen ? [{ value: '', label: isMixed ? t('bulkEdit.mixed') : '' }] : []),
    { value: 'true', label: t('input.yes') },
    { value: 'false', label: t('input.no') },
  ]
  return (
    <NativeSelect
      label={label}
      data={data}
      value={isOpen ? '' : String(value)}
      onChange={(event) => onChange(event.currentTarget.value === 'true')}
    />
  )
}
