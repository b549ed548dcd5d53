import { type AnyRow, emptyRow, findField, type Resource } from '@courtcrier/contract/resource.ts'
import { getResource } from '@courtcrier/contract/resources/registry.ts'
import { Button, Modal } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { InPlaceRequest } from '../fields/create-in-place.ts'
import { useRole } from '../session/session-store.ts'
import { useAskFirst } from '../ui/use-ask-first.tsx'
import { ErrorSummary } from './ErrorSummary.tsx'
import { FormFields } from './FormFields.tsx'
import './form-text.ts'
import { resourceWord } from '../i18n/labels.ts'
import { formKeys, isWritable } from './form-values.ts'
import { ProblemCount, useSave, useSummary } from './ResourceForm.tsx'
import stepper from './stepper.module.css'
import { useRecordForm } from './use-record-form.ts'

interface InPlaceDialogProps {
  request: InPlaceRequest
  /** How many such dialogs are below. */
  level: number
  /** Only the top one closes with a key. */
  isTop: boolean
  onClose: () => void
}

/** Shows a small form over the form, which creates the record a field didn't find, and chooses it there. */
export default function InPlaceDialog({ request, level, isTop, onClose }: InPlaceDialogProps) {
  const { t } = useTranslation()
  const resource = getResource(request.entity)
  const { close, isAsking, question, onInput } = useAskFirst(onClose)
  return (
    <Modal
      opened
      onClose={close}
      onInput={onInput}
      closeOnEscape={isTop && !isAsking}
      returnFocus={false}
      closeOnClickOutside={false}
      title={t('formPanel.newTitle', { record: resourceWord(resource, 'one') })}
      closeButtonProps={{ 'aria-label': t('formPanel.close') }}
      size={520 - 20 * level}
      zIndex={210 + 10 * level}
    >
      {question}
      <InPlaceForm resource={resource} request={request} onClose={onClose} />
    </Modal>
  )
}

interface InPlaceFormProps {
  resource: Resource
  request: InPlaceRequest
  onClose: () => void
}

function InPlaceForm({ resource, request, onClose }: InPlaceFormProps) {
  const { t } = useTranslation()
  const role = useRole()
  const queryClient = useQueryClient()
  const [row] = useState(() => ({ ...emptyRow(resource), ...prefilled(resource, request.text) }))
  const scope = { resource, role, row, isNew: true }
  const { form } = useRecordForm(scope, { hasDraft: false })
  const summary = useSummary(form)
  const save = useSave(() => scope, {
    onSaved: (saved: AnyRow) => {
      queryClient.setQueryData([resource.name, 'title', String(saved.id)], String(saved[resource.title] ?? ''))
      request.onCreated(String(saved.id))
      onClose()
    },
    onProblems: (problems) => {
      form.setErrors(problems)
      summary.show()
    },
  })
  const keys = formKeys(scope).filter((key) => isWritable(key, scope))
  const needed = keys.filter((key) => isAskedFirst(resource, key))
  const leading = [resource.title, resource.likeness?.number ?? ''].filter((key) => needed.includes(key))
  const first = [...leading, ...needed.filter((key) => !leading.includes(key))]
  const more = keys.filter((key) => !first.includes(key))
  return (
    <form noValidate onSubmit={form.onSubmit((values) => save.mutate(values), summary.show)}>
      {summary.problems.length > 0 && (
        <ErrorSummary resource={resource} problems={summary.problems} onGo={summary.go} ref={summary.ref} />
      )}
      <FormFields form={form} scope={scope} keys={first} />
      {more.length > 0 && (
        <details className={stepper.more}>
          <summary>{t('inPlace.more')}</summary>
          <FormFields form={form} scope={scope} keys={more} />
        </details>
      )}
      <div className={stepper.actions}>
        <Button type="submit" loading={save.isPending}>
          {t('formPanel.create', { record: resourceWord(resource, 'one') })}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('inPlace.cancel')}
        </Button>
        <ProblemCount count={Object.values(form.errors).filter(Boolean).length} />
      </div>
    </form>
  )
}

/** Returns whether the field is the name, or required and without a default. */
function isAskedFirst(resource: Resource, key: string): boolean {
  const field = findField(resource, key)
  const isNeeded = (field?.required || Boolean(field?.minItems)) && field?.default === undefined
  return key === resource.title || isNeeded === true
}

/** Treats a single word with a digit as a number if the resource has one; anything else as a name. */
function prefilled(resource: Resource, text: string): AnyRow {
  const number = resource.likeness?.number
  return { [number && /^\S+$/.test(text) && /\d/.test(text) ? number : resource.title]: text }
}
