import { describeProblem } from '@courtcrier/contract/messages.ts'
import type { AnyRow, Resource } from '@courtcrier/contract/resource.ts'
import { roleFromRow } from '@courtcrier/contract/resources/user-security-role.ts'
import { roleProblems } from '@courtcrier/contract/role-rules.ts'
import { Button, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { DeleteButton } from '../../resource/DeleteButton.tsx'
import formClasses from '../../resource/form.module.css'
import { isWritable, problemsOf, valuesToSend } from '../../resource/form-values.ts'
import { LeaveGuard } from '../../resource/LeaveGuard.tsx'
import { fieldLabel } from '../../resource/labels.ts'
import { useCanWrite } from '../../resource/use-can-write.ts'
import { useRecordForm } from '../../resource/use-record-form.ts'
import { useRole } from '../../session/session-store.ts'
import { AccessMatrix } from './AccessMatrix.tsx'
import { ReviewDialog } from './ReviewDialog.tsx'
import { RolePeople } from './RolePeople.tsx'
import classes from './roles.module.css'
import { useSaveRole } from './use-save-role.ts'
import { ViewAsButton } from './ViewAsButton.tsx'

interface RoleEditorProps {
  resource: Resource
  row: AnyRow
  isNew: boolean
  /** What a new role begins with, when it is made like another one. */
  start: AnyRow | undefined
  onCopy: (row: AnyRow) => void
  onDone: () => void
}

/** A role's name, its people, and what it may do. Before it is saved it says for whom that changes what. */
export function RoleEditor({ resource, row, isNew, start, onCopy, onDone }: RoleEditorProps) {
  const { t } = useTranslation()
  const scope = { resource, role: useRole(), row, isNew }
  const { form, leave } = useRecordForm(scope)
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: a copy is taken once, when the form appears
  useEffect(() => {
    if (start) form.setValues(start)
  }, [])
  const check = () => {
    const sent = valuesToSend(form.values, scope)
    const own = roleProblems(sent, isNew ? undefined : row).map(({ field, code }) => [field, describeProblem(code)])
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
