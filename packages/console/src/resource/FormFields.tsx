import { type Field, isEmptyValue } from '@courtcrier/contract/fields/field.ts'
import { labelFromKey } from '@courtcrier/contract/names.ts'
import { type AnyRow, findField } from '@courtcrier/contract/resource.ts'
import { Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { inputOf } from '../fields/inputs.ts'
import { isApplicable, isOffered } from '../fields/offered.ts'
import { fieldInWords, fieldLabel } from '../i18n/labels.ts'
import { sentenceOf } from '../i18n/problem-sentence.ts'
import { isTyping } from '../ui/is-typing.ts'
import { LoadingFields } from '../ui/Loading.tsx'
import { EnclosingFormContext } from './enclosing-form.ts'
import { useFace } from './face.ts'
import classes from './form.module.css'
import { type FormScope, isNeeded, isWritable } from './form-values.ts'
import { recordLink } from './record-address.ts'
import { SimilarNote } from './SimilarNote.tsx'
import type { RecordForm } from './use-record-form.ts'
import { useTaken } from './use-taken.ts'

interface FormFieldsProps {
  form: RecordForm
  scope: FormScope
  keys: readonly string[]
}

/** Shows the inputs, in the definition's order; fields that belong together are under one heading. */
export function FormFields({ form, scope, keys }: FormFieldsProps) {
  const offered = keys.filter((key) => {
    const field = findField(scope.resource, key)
    return field && isOffered(field) && (isApplicable(field, form.values) || Boolean(form.errors[key]))
  })
  const isOpen = (key: string) => isWritable(key, scope) && isEmptyValue(scope.row[key])
  const first = scope.isNew ? (offered.find(isOpen) ?? offered.find((key) => isWritable(key, scope))) : undefined
  const groups = Map.groupBy(offered, (key) => findField(scope.resource, key)?.within ?? '')
  return (
    <EnclosingFormContext value={{ scope, values: form.values }}>
      {[...groups].map(([name, members]) => (
        <Group key={name} name={name} form={form} scope={scope} keys={members} shown={keys} first={first} />
      ))}
    </EnclosingFormContext>
  )
}

interface GroupProps extends FormFieldsProps {
  name: string
  /** The fields of all groups. */
  shown: readonly string[]
  /** The field that is focused first. */
  first: string | undefined
}

function Group({ name, form, scope, keys, shown, first }: GroupProps) {
  const { t } = useTranslation()
  const draw = (key: string) => (
    <FormField key={key} form={form} scope={scope} shown={shown} fieldKey={key} isFirst={key === first} />
  )
  if (name === '') return <div className={classes.grid}>{keys.map(draw)}</div>
  const isMap = (key: string) => findField(scope.resource, key)?.kind === 'map'
  const maps = keys.filter(isMap)
  return (
    <section className={classes.group}>
      <h3>{t(`group.${scope.resource.name}.${name}`, { defaultValue: labelFromKey(name) })}</h3>
      <div className={classes.grid}>{keys.filter((key) => !isMap(key)).map(draw)}</div>
      {maps.length > 0 && (
        <details>
          <summary>{t('formPanel.byField')}</summary>
          <div className={classes.grid}>{maps.map(draw)}</div>
        </details>
      )}
    </section>
  )
}

const halfKinds = new Set(['number', 'boolean', 'date', 'timeOfDay', 'select', 'color', 'timestamp'])

interface FormFieldProps extends Pick<GroupProps, 'form' | 'scope' | 'shown'> {
  fieldKey: string
  isFirst: boolean
}

function FormField(props: FormFieldProps) {
  const field = fieldInWords(props.scope.resource, props.fieldKey, props.form.values)
  return field ? <KnownField {...props} field={field} /> : null
}

function KnownField({ form, scope, shown, fieldKey, isFirst, field }: FormFieldProps & { field: Field }) {
  const own = useFace(scope.resource).inputs?.[fieldKey]
  const Input = own ?? inputOf(field)
  const { error, ...input } = form.getInputProps(fieldKey)
  const taken = useTaken(scope, { key: fieldKey, keys: shown, values: form.values })
  return (
    <div data-half={halfKinds.has(field.kind) || undefined}>
      <Suspense fallback={<LoadingFields count={1} />}>
        <Input
          field={isNeeded(fieldKey, form.values, scope) ? { ...field, required: true } : field}
          label={fieldLabel(scope.resource, fieldKey)}
          disabled={!isWritable(fieldKey, scope)}
          data-autofocus={isFirst ? true : undefined}
          error={taken ? <TakenNote scope={scope} taken={taken} /> : error}
          {...input}
        />
        {isFirst && <FirstFocus find={() => form.getInputNode(fieldKey)} />}
      </Suspense>
      {scope.resource.likeness?.number === fieldKey && <SimilarNote scope={scope} values={form.values} />}
    </div>
  )
}

/**
 * Focuses the first field of a new record once its input is loaded: a dialog that was open before gave the focus to its
 * first button, or its form to the heading of the step.
 */
function FirstFocus({ find }: { find: () => HTMLElement | null }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the input is there
  useEffect(() => {
    // Not before the dialog has noted where to return the focus.
    const timer = setTimeout(() => {
      const input = find()
      if (input && !isPlaced(input)) input.focus({ preventScroll: true })
    })
    return () => clearTimeout(timer)
  }, [])
  return null
}

/** Returns whether the focus is where someone wants it: in another field or on a button of the form, or where they type. */
function isPlaced(input: HTMLElement): boolean {
  const { activeElement } = document
  const isInForm = input.closest('form')?.contains(activeElement) && !activeElement?.matches('h3')
  return Boolean(isInForm) || isTyping(activeElement)
}

/** Says that this value must be unique, and which record has it. */
function TakenNote({ scope, taken }: { scope: FormScope; taken: AnyRow }) {
  const { t } = useTranslation()
  const { resource } = scope
  const title = String(taken[resource.title] ?? '') || t('taken.unnamed')
  return (
    <>
      {sentenceOf('not_unique')}{' '}
      <a className={classes.taken} href={recordLink(resource, String(taken.id))} target="_blank" rel="noreferrer">
        {t('taken.link', { title })}
      </a>
    </>
  )
}
