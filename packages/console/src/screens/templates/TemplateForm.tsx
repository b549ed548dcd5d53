import { writePlaceholder } from '@courtcrier/contract/placeholders.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { fieldAccess } from '@courtcrier/contract/resource.ts'
import { emailTemplate } from '@courtcrier/contract/resources/email-template.ts'
import type { TemplateKind } from '@courtcrier/contract/template-kinds.ts'
import { templateStarters } from '@courtcrier/contract/template-starters.ts'
import { Button, SegmentedControl, Textarea, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { Editor } from '@tiptap/react'
import { type FormEvent, type KeyboardEvent, Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldLabel, resourceLabel, resourceWord } from '../../i18n/labels.ts'
import { DeleteButton } from '../../resource/DeleteButton.tsx'
import { LeaveGuard } from '../../resource/LeaveGuard.tsx'
import { useCanWrite } from '../../resource/use-can-write.ts'
import { useRole } from '../../session/session-store.ts'
import { Crumbs } from '../../ui/Crumbs.tsx'
import { focusOnMount } from '../../ui/focus-on-mount.ts'
import { LoadingFields } from '../../ui/Loading.tsx'
import { lazy } from '../../ui/lazy.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { KindSelect } from './KindSelect.tsx'
import { PlaceholderSelect } from './PlaceholderSelect.tsx'
import { TemplatePreview } from './TemplatePreview.tsx'
import classes from './templates.module.css'
import { useInsertion } from './use-insertion.ts'
import { newTemplate, type TemplateKey, useTemplateForm } from './use-template.ts'

// The editor is as large as the rest of the page's code.
const TemplateBody = lazy(() => import('./TemplateBody.tsx'))
const TemplateSubject = lazy(() => import('./TemplateSubject.tsx'))

const keys: readonly TemplateKey[] = ['kind', 'name', 'subject', 'body']

/** Edits a template's kind, name, subject and body, with a preview of the email next to them. */
export function TemplateForm({ row, id }: { row: AnyRow; id: string }) {
  const { t } = useTranslation()
  const role = useRole()
  const navigate = useNavigate()
  const writable = keys.filter((key) => fieldAccess(emailTemplate, key, role) === 'FULL')
  const form = useTemplateForm(row, { writable })
  const { values, save, isBusy, isDirty } = form
  const isLeaving = useRef(false)
  const submit = async (event?: FormEvent) => {
    event?.preventDefault()
    const kept = await save()
    if (!kept || id !== newTemplate) return
    isLeaving.current = true
    await navigate({ to: '/templates/edit/$id', params: { id: kept }, replace: true } as never)
  }
  const saveByKey = (event: KeyboardEvent) => {
    if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    if (isDirty) void submit()
  }
  const leave = () => {
    isLeaving.current = true
    void navigate({ to: emailTemplate.route })
  }
  const title = values.name || t('formPanel.newTitle', { record: resourceWord(emailTemplate, 'one') })
  const canDelete = useCanWrite(emailTemplate)
  return (
    <form className={classes.page} onSubmit={submit} onKeyDown={saveByKey} noValidate>
      <PageHeader
        title={title}
        crumbs={
          <Crumbs above={[{ to: emailTemplate.route, label: resourceLabel(emailTemplate, 'many') }]} here={title} />
        }
        aside={isDirty && t('template.unsaved')}
        actions={
          <>
            {canDelete && id !== newTemplate && <DeleteButton resource={emailTemplate} row={row} onDeleted={leave} />}
            {writable.length > 0 && (
              <Button type="submit" loading={isBusy} disabled={!isDirty}>
                {id === newTemplate
                  ? t('formPanel.create', { record: resourceWord(emailTemplate, 'one') })
                  : t('formPanel.save')}
              </Button>
            )}
          </>
        }
      />
      <div className={classes.columns}>
        <Fields form={form} writable={writable} isNew={id === newTemplate} />
        <TemplatePreview kind={values.kind} subject={values.subject} body={values.body} />
      </div>
      <LeaveGuard isDirty={() => isDirty} isLeaving={() => isLeaving.current} />
    </form>
  )
}

interface FieldsProps {
  form: ReturnType<typeof useTemplateForm>
  writable: readonly TemplateKey[]
  isNew: boolean
}

function Fields({ form, writable, isNew }: FieldsProps) {
  const { t } = useTranslation()
  const { values, version, change, replace, errors } = form
  const canWrite = (key: TemplateKey) => writable.includes(key)
  const { focused, insert, insertLoop, setEditor, setSubjectEditor } = useInsertion({ change, values })
  const isEmpty = values.subject.trim() === '' && values.body.trim() === ''
  return (
    <div className={classes.fields}>
      {writable.length === 0 && <p className={classes.hint}>{t('template.readOnly')}</p>}
      {errors.form && (
        <p role="alert" className={classes.problems}>
          {errors.form}
        </p>
      )}
      <KindSelect
        kind={values.kind}
        canWrite={canWrite('kind')}
        error={errors.kind}
        onChange={(kind) => replace({ kind })}
      />
      <TextInput
        label={fieldLabel(emailTemplate, 'name')}
        withAsterisk
        maxLength={120}
        ref={isNew ? focusOnMount : undefined}
        value={values.name}
        readOnly={!canWrite('name')}
        error={errors.name}
        onChange={({ currentTarget: { value } }) => change('name', value)}
      />
      <Suspense fallback={<LoadingFields count={1} />}>
        <TemplateSubject
          key={version}
          label={fieldLabel(emailTemplate, 'subject')}
          kind={values.kind}
          subject={values.subject}
          error={errors.subject}
          canWrite={canWrite('subject')}
          onChange={(subject) => change('subject', subject)}
          onFocus={() => focused('subject')}
          onReady={setSubjectEditor}
        />
      </Suspense>
      {writable.length > 0 && <PlaceholderSelect kind={values.kind} onInsert={insert} onInsertLoop={insertLoop} />}
      {isEmpty && canWrite('body') && (
        <Button
          variant="default"
          onClick={() => {
            const { subject, body } = templateStarters[values.kind]
            replace({ subject, body })
          }}
        >
          {t('template.start')}
        </Button>
      )}
      <Body
        key={version}
        kind={values.kind}
        body={values.body}
        error={errors.body}
        canWrite={canWrite('body')}
        onChange={(body) => change('body', body)}
        onFocus={() => focused('body')}
        onReady={setEditor}
      />
      {writable.length > 0 && <p className={classes.hint}>{t('template.keys')}</p>}
    </div>
  )
}

interface BodyProps {
  kind: TemplateKind
  body: string
  error: string | undefined
  canWrite: boolean
  onChange: (body: string) => void
  onFocus: () => void
  onReady: (editor: Editor | undefined) => void
}

/** Edits the body as text with chips, or as its source. */
function Body({ kind, body, error, canWrite, onChange, onFocus, onReady }: BodyProps) {
  const { t } = useTranslation()
  const [isSource, setSource] = useState(false)
  const [isUnfit, setUnfit] = useState(false)
  const showSource = () => {
    setSource(true)
    setUnfit(true)
  }
  const label = fieldLabel(emailTemplate, 'body')
  return (
    <div>
      <div className={classes.bodyHead}>
        <span className={classes.label}>{label}</span>
        <SegmentedControl
          size="xs"
          aria-label={t('template.view')}
          value={isSource ? 'source' : 'text'}
          onChange={(view) => {
            setSource(view === 'source')
            setUnfit(false)
          }}
          data={(['text', 'source'] as const).map((value) => ({ value, label: t(`template.${value}`) }))}
        />
      </div>
      {isUnfit && (
        <p role="status" className={classes.hint}>
          {t('template.sourceOnly')}
        </p>
      )}
      {isSource ? (
        <Textarea
          aria-label={label}
          description={t('template.sourceHint', { example: writePlaceholder('case.name') })}
          autosize
          minRows={12}
          maxRows={28}
          maxLength={100_000}
          classNames={{ input: classes.source ?? '' }}
          spellCheck={false}
          value={body}
          readOnly={!canWrite}
          onFocus={onFocus}
          onChange={({ currentTarget: { value } }) => onChange(value)}
        />
      ) : (
        <Suspense fallback={<LoadingFields count={2} />}>
          <TemplateBody {...{ label, kind, body, canWrite, onChange, onFocus, onReady }} onUnfit={showSource} />
        </Suspense>
      )}
      {error && (
        <p role="alert" className={classes.error}>
          {error}
        </p>
      )}
    </div>
  )
}
