import { rowFromJson } from '@courtcrier/contract/json.ts'
import type { AnyRow, Resource } from '@courtcrier/contract/resource.ts'
import { roleFromRow } from '@courtcrier/contract/resources/user-security-role.ts'
import { roleProblems } from '@courtcrier/contract/role-rules.ts'
import { Button, TextInput, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldLabel } from '../../i18n/labels.ts'
import { sentenceOf } from '../../i18n/problem-sentence.ts'
import { DeleteButton } from '../../resource/DeleteButton.tsx'
import formClasses from '../../resource/form.module.css'
import { problemsFrom, problemsOf } from '../../resource/form-problems.ts'
import { type FormScope, isWritable, valuesToSend } from '../../resource/form-values.ts'
import { LeaveGuard } from '../../resource/LeaveGuard.tsx'
import { DraftNote } from '../../resource/ResourceForm.tsx'
import { useCanWrite } from '../../resource/use-can-write.ts'
import { useRecordForm } from '../../resource/use-record-form.ts'
import { saveRow } from '../../session/api.ts'
import { ApiFailure } from '../../session/api-failure.ts'
import { isAnnounced } from '../../session/notify-failure.ts'
import { useRole, useSession } from '../../session/session-store.ts'
import { viewAs } from '../../session/view-as.ts'
import { notify } from '../../ui/notices.ts'
import { useAction } from '../../ui/use-action.ts'
import { AccessMatrix } from './AccessMatrix.tsx'
import { ReviewDialog } from './ReviewDialog.tsx'
import { RoleFactor } from './RoleFactor.tsx'
import { RoleInWords } from './RoleInWords.tsx'
import { RolePeople } from './RolePeople.tsx'
import { mergedRole } from './role-draft.ts'
import classes from './roles.module.css'

interface RoleEditorProps {
  resource: Resource
  row: AnyRow
  isNew: boolean
  /** The initial values of a new role copied from another one. */
  start: AnyRow | undefined
  onCopy: (row: AnyRow) => void
  onDone: () => void
}

/** Edits a role's name, users, and access. Before saving, shows for whom that changes what. */
export function RoleEditor({ resource, row, isNew, start, onCopy, onDone }: RoleEditorProps) {
  const { t } = useTranslation()
  const scope = { resource, role: useRole(), row, isNew }
  const { form, leave, draft } = useRoleForm(scope, start)
  const [isReviewing, review] = useDisclosure(false)
  const isPredefined = row.isSystemDefined === true
  const canSave = useCanWrite(resource)
  const save = useSaveRole(scope, {
    onSaved: () => leave(onDone),
    onProblems: (problems) => {
      review.close()
      form.setErrors(problems)
    },
  })
  const check = () => {
    const sent = valuesToSend(form.values, scope)
    const own = roleProblems(sent, isNew ? undefined : row).map(({ field, code }) => [field, sentenceOf(code)])
    const problems = { ...Object.fromEntries(own), ...problemsOf(form.values, scope) }
    form.setErrors(problems)
    if (Object.keys(problems).length === 0) review.open()
    else form.getInputNode(Object.keys(problems)[0] ?? '')?.focus()
  }
  return (
    <form
      className={formClasses.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        check()
      }}
    >
      <div className={classes.body}>
        {draft && <DraftNote onDiscard={draft.startOver} />}
        {isPredefined && <PredefinedNote canCopy={canSave} onCopy={() => onCopy(row)} />}
        <div className={classes.head}>
          <TextInput
            label={fieldLabel(resource, 'name')}
            required
            maxLength={120}
            disabled={isPredefined || !isWritable('name', scope)}
            data-autofocus={isNew ? true : undefined}
            {...form.getInputProps('name')}
          />
          <RolePeople form={form} scope={scope} />
        </div>
        <RoleFactor form={form} scope={scope} />
        <RoleInWords role={roleFromRow({ ...row, ...form.values })} />
        <AccessMatrix form={form} row={row} isNew={isNew} isFixed={isPredefined || !canSave} />
      </div>
      <footer className={formClasses.footer}>
        {canSave && (
          <Button type="submit" disabled={!isNew && !form.isDirty()}>
            {t('roles.review')}
          </Button>
        )}
        <Button variant="default" onClick={onDone}>
          {t(canSave ? 'formPanel.cancel' : 'formPanel.close')}
        </Button>
        {canSave && !isNew && <ViewAsButton roleId={String(row.id)} isBlocked={form.isDirty()} />}
        {canSave && !isNew && !isPredefined && (
          <DeleteButton resource={resource} row={row} onDeleted={() => leave(onDone)} />
        )}
      </footer>
      {isReviewing && (
        <ReviewDialog
          before={isNew ? undefined : row}
          after={{ ...row, ...form.values }}
          draft={roleFromRow({ ...row, ...form.values })}
          isBusy={save.isPending}
          onSave={() => save.mutate(form.values)}
          onBack={review.close}
        />
      )}
      <LeaveGuard isDirty={() => form.isDirty()} isLeaving={leave.isAllowed} onGiveUp={() => leave(() => {})} />
    </form>
  )
}

/** Manages the form of a role; a new one can begin as the copy of another. */
function useRoleForm(scope: FormScope, start: AnyRow | undefined) {
  const { form, leave, draft, base, takeOver } = useRecordForm(scope)
  const { row, isNew } = scope
  // biome-ignore lint/correctness/useExhaustiveDependencies: a copy is made once, when the form appears
  useEffect(() => {
    if (!start) return
    // Nothing of a role that was begun before, such as its users.
    draft?.startOver()
    form.setValues(start)
  }, [])
  // Access that someone else has changed meanwhile stays theirs, unless it was changed here as well.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another row matters
  useEffect(() => {
    if (row !== base.current && !isNew)
      takeOver(mergedRole({ base: base.current, theirs: row, mine: form.getValues() }))
  }, [row])
  return { form, leave, draft }
}

function PredefinedNote({ canCopy, onCopy }: { canCopy: boolean; onCopy: () => void }) {
  const { t } = useTranslation()
  return (
    <div className={classes.note}>
      <p>{t('roles.predefined')}</p>
      {canCopy && (
        <Button size="compact-sm" variant="default" onClick={onCopy}>
          {t('roles.makeCopy')}
        </Button>
      )}
    </div>
  )
}

/** Views the console as the role. Not offered for the user's own role. */
function ViewAsButton({ roleId, isBlocked }: { roleId: string; isBlocked: boolean }) {
  const { t } = useTranslation()
  const session = useSession()
  const navigate = useNavigate()
  const look = useAction(async () => {
    try {
      await viewAs(roleId)
    } catch (cause) {
      notify({ color: 'error', text: cause instanceof Error ? cause.message : String(cause) })
      throw cause
    }
    await navigate({ to: '/dashboard', search: {} })
  })
  if (!session || session.role.id === roleId || session.ownRole) return null
  return (
    <Tooltip label={t('roles.viewFirst')} disabled={!isBlocked}>
      <Button
        variant="default"
        loading={look.isBusy}
        data-disabled={isBlocked || undefined}
        aria-disabled={isBlocked || undefined}
        onClick={() => !isBlocked && void look.run()}
      >
        {t('roles.viewAs')}
      </Button>
    </Tooltip>
  )
}

interface SaveOptions {
  onSaved: () => void
  onProblems: (problems: Record<string, string>) => void
}

/** Saves the role of a form. */
function useSaveRole(scope: FormScope, { onSaved, onProblems }: SaveOptions) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const { resource, row, isNew } = scope
  return useMutation({
    mutationFn: (values: AnyRow) => {
      const sent = valuesToSend(values, scope)
      const seenAt = typeof row.updatedAt === 'string' ? row.updatedAt : undefined
      if (isNew) return saveRow(resource, { values: sent })
      return saveRow(resource, { id: String(row.id), values: sent, seenAt })
    },
    onSuccess: ({ row: saved }) => {
      queryClient.setQueryData([resource.name, 'row', String(saved.id)], saved)
      void queryClient.invalidateQueries({ queryKey: [resource.name] })
      notify({ color: 'success', text: t(isNew ? 'formPanel.created' : 'formPanel.saved', { title: saved.name }) })
      onSaved()
    },
    onError: (error) => {
      const problems = error instanceof ApiFailure ? problemsFrom(error.problem) : {}
      onProblems(problems)
      const current = error instanceof ApiFailure && error.status === 412 ? error.problem?.current : undefined
      // Shown, to be reviewed again.
      if (current) queryClient.setQueryData([resource.name, 'row', String(row.id)], rowFromJson(current))
      // Problems without a field are shown here.
      const isShown = Object.keys(problems).some((key) => key === 'name' || key === 'userIds')
      if (!isAnnounced(error) && !isShown) notify({ color: 'error', text: Object.values(problems)[0] ?? error.message })
    },
  })
}
