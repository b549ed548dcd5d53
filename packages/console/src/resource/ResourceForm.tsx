import { rowFromJson } from '@courtcrier/contract/json.ts'
import type { AnyRow, Resource } from '@courtcrier/contract/resource.ts'
import { secretsIn } from '@courtcrier/contract/secrets.ts'
import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveRow } from '../session/api.ts'
import { ApiFailure } from '../session/api-failure.ts'
import { isAnnounced } from '../session/notify-failure.ts'
import { offerUndo } from '../session/offer-undo.ts'
import { useRole } from '../session/session-store.ts'
import { LoadingFields } from '../ui/Loading.tsx'
import { notify } from '../ui/notices.ts'
import { meanwhileKeys } from './conflict.ts'
import { DeleteButton } from './DeleteButton.tsx'
import { ErrorSummary } from './ErrorSummary.tsx'
import { FormFields } from './FormFields.tsx'
import { FormSections } from './FormSections.tsx'
import { useFace } from './face.ts'
import './form-text.ts'
import { resourceWord } from '../i18n/labels.ts'
import classes from './form.module.css'
import { problemsFrom } from './form-problems.ts'
import { type FormScope, formKeys, isWritable, valuesToSend } from './form-values.ts'
import { GoneNote, GoneRecord } from './GoneRecord.tsx'
import { LeaveGuard } from './LeaveGuard.tsx'
import { MeanwhileNote } from './MeanwhileNote.tsx'
import { RecordFacts } from './RecordFacts.tsx'
import { stepsOf } from './steps.ts'
import { useCanWrite } from './use-can-write.ts'
import { type RecordForm, useRecordForm } from './use-record-form.ts'

interface ResourceFormProps {
  resource: Resource
  /** The record; for a new one its empty values. */
  row: AnyRow
  isNew?: boolean
  /** Whether it was deleted since it was opened. */
  isGone?: boolean
  onDone: () => void
}

/**
 * Shows a record's form, rendered from the definition: fields the role may not see are absent, read-only ones disabled.
 */
export function ResourceForm({ resource, row, isNew = false, isGone = false, onDone }: ResourceFormProps) {
  const { t } = useTranslation()
  const role = useRole()
  const scope = { resource, role, row, isNew }
  const keys = formKeys(scope)
  const canSave = keys.some((key) => isWritable(key, scope))
  const canDelete = useCanWrite(resource) && !isNew && !isGone
  const { form, leave, draft, base, takeOver } = useRecordForm(scope)
  const [looking, setLooking] = useState<'no' | 'asked' | 'refused'>('no')
  const steps = stepsOf(scope, form.values)
  const summary = useSummary(form)
  const { follow, followUp } = useFollowUp()
  const save = useSave(() => ({ ...scope, row: base.current }), {
    onSaved: (saved) => {
      if (isNew) followUp(saved)
      leave(onDone)
    },
    onConflict: (theirs, mine) => {
      if (meanwhileKeys(keys, { base: base.current, theirs, mine }).length > 0) return setLooking('refused')
      // The other change affects nothing shown here, or equals this one.
      base.current = theirs
      save.mutate(mine)
    },
    onProblems: (problems) => {
      form.setErrors(problems)
      summary.show()
    },
  })
  const { form: Panel, shows = [] } = useFace(resource).panels ?? {}
  const facts = Object.keys(resource.fields).filter((key) => !keys.includes(key) && !shows.includes(key))
  if (isGone && !form.isDirty()) return <GoneRecord />
  return (
    <form className={classes.form} noValidate onSubmit={form.onSubmit((values) => save.mutate(values), summary.show)}>
      <div className={classes.fields}>
        {!canSave && <p className={classes.quiet}>{t('noForm.readOnly')}</p>}
        {isGone && <GoneNote />}
        {draft && <DraftNote onDiscard={draft.startOver} />}
        {!isNew && (
          <MeanwhileNote
            {...{ scope, form, base: base.current, takeOver, looking }}
            onLook={setLooking}
            onSave={(values) => save.mutate(values)}
          />
        )}
        {summary.problems.length > 0 && (
          <ErrorSummary resource={resource} problems={summary.problems} onGo={summary.go} ref={summary.ref} />
        )}
        {isNew || steps.length < 2 ? (
          <FormFields form={form} scope={scope} keys={keys} />
        ) : (
          <FormSections form={form} scope={scope} steps={steps} />
        )}
        {Panel && (
          <Suspense fallback={<LoadingPanel />}>
            <Panel resource={resource} row={row} values={form.values} isNew={isNew} follow={follow} />
          </Suspense>
        )}
        {!isNew && <RecordFacts resource={resource} row={row} role={role} keys={facts} />}
      </div>
      <footer className={classes.footer}>
        {canSave && (
          <Button type="submit" loading={save.isPending} disabled={isGone || (!isNew && !form.isDirty())}>
            {isNew ? t('formPanel.create', { record: resourceWord(resource, 'one') }) : t('formPanel.save')}
          </Button>
        )}
        <Button variant="default" onClick={onDone}>
          {t(canSave ? 'formPanel.cancel' : 'formPanel.close')}
        </Button>
        <ProblemCount count={Object.values(form.errors).filter(Boolean).length} />
        {canDelete && <DeleteButton resource={resource} row={row} onDeleted={() => leave(onDone)} />}
      </footer>
      <LeaveGuard isDirty={() => form.isDirty()} isLeaving={leave.isAllowed} onGiveUp={() => leave(() => {})} />
    </form>
  )
}

/** Holds the place of a panel below the fields. */
export function LoadingPanel() {
  return (
    <div className={classes.waiting}>
      <LoadingFields count={2} />
    </div>
  )
}

/** Holds what the panel of a new record's form does once the record is saved. */
export function useFollowUp() {
  const chosen = useRef<(saved: AnyRow) => void>(undefined)
  const follow = useCallback((act: ((saved: AnyRow) => void) | undefined) => {
    chosen.current = act
  }, [])
  return { follow, followUp: (saved: AnyRow) => chosen.current?.(saved) }
}

/** Returns the problems that prevent saving, shown after the first attempt; the summary then takes focus. */
export function useSummary(form: RecordForm) {
  const ref = useRef<HTMLDivElement>(null)
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt focuses it again
  useEffect(() => ref.current?.focus(), [attempt])
  const problems = Object.entries(form.errors).flatMap(([key, sentence]) =>
    attempt > 0 && sentence ? [[key, String(sentence)] as const] : [],
  )
  const go = (key: string) => {
    const input = form.getInputNode(key)
    input?.closest('details')?.setAttribute('open', '')
    input?.focus()
  }
  return { ref, problems, go, show: () => setAttempt((count) => count + 1) }
}

export function DraftNote({ onDiscard }: { onDiscard: () => void }) {
  const { t } = useTranslation()
  return (
    <div role="status" className={classes.draft}>
      <span>{t('draft.restored')}</span>
      <Button size="compact-sm" variant="default" onClick={onDiscard}>
        {t('draft.discard')}
      </Button>
    </div>
  )
}

/** Announces the number to screen readers as it changes: the sentences are at their fields, possibly out of view. */
export function ProblemCount({ count }: { count: number }) {
  const { t } = useTranslation()
  return (
    <span role="status" className={classes.problems}>
      {count > 0 && t('formPanel.problems', { count })}
    </span>
  )
}

interface SaveOptions {
  onSaved: (row: AnyRow, undoId: string | undefined) => void
  /** Whether a message says that it was saved, and offers the undo. */
  isAnnounced?: boolean
  onProblems: (problems: Record<string, string>) => void
  /** Someone else has changed the record in the meantime. */
  onConflict?: (theirs: AnyRow, mine: AnyRow) => void
}

export function useSave(scopeOf: () => FormScope, options: SaveOptions) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const { resource } = scopeOf()
  return useMutation({
    mutationFn: (values: AnyRow) => {
      const { row, isNew } = scopeOf()
      const sent = valuesToSend(values, scopeOf())
      if (isNew) return saveRow(resource, { values: sent })
      return saveRow(resource, { id: String(row.id), values: sent, seenAt: timeOf(row) })
    },
    onSuccess: ({ row: saved, undoId }) => {
      const { isNew } = scopeOf()
      queryClient.setQueryData([resource.name, 'row', String(saved.id)], saved)
      void queryClient.invalidateQueries({ queryKey: [resource.name] })
      const title = String(saved[resource.title] ?? '')
      if (options.isAnnounced !== false)
        offerUndo({ resource, text: t(isNew ? 'formPanel.created' : 'formPanel.saved', { title }), undoId })
      options.onSaved(saved, undoId)
    },
    onError: (error, values) => {
      const current = error instanceof ApiFailure && error.status === 412 ? error.problem?.current : undefined
      if (current) {
        const theirs = { ...secretsIn(resource, scopeOf().row), ...rowFromJson(current) }
        queryClient.setQueryData([resource.name, 'row', String(theirs.id)], theirs)
        return options.onConflict?.(theirs, values)
      }
      const problems = error instanceof ApiFailure ? problemsFrom(error.problem) : {}
      options.onProblems(problems)
      if (!isAnnounced(error) && Object.keys(problems).length === 0) notify({ color: 'error', text: error.message })
    },
  })
}

function timeOf({ updatedAt }: AnyRow): string | undefined {
  return typeof updatedAt === 'string' ? updatedAt : undefined
}
