import { isEqualValue, validateValue } from '@courtcrier/contract/input.ts'
import { describeProblem } from '@courtcrier/contract/messages.ts'
import { type AnyRow, fieldAccess } from '@courtcrier/contract/resource.ts'
import { timekeeper } from '@courtcrier/contract/resources/timekeeper.ts'
import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import './text.ts'
import { faceOf } from '../../fields/registry.ts'
import { isWritable, problemsFrom } from '../../resource/form-values.ts'
import { fieldInWords, fieldLabel } from '../../resource/labels.ts'
import { getRow, saveRow } from '../../session/api.ts'
import { ApiFailure } from '../../session/api-failure.ts'
import { offerUndo } from '../../session/offer-undo.ts'
import { useRole } from '../../session/session-store.ts'
import classes from './profile.module.css'

/** Of the own timekeeper, what says how one is told. */
const keys = ['email', 'timekeeperGroupId', 'additionalReceiptEmails'] as const

/** The fields of the own timekeeper that the role may change; a word about it where it may change none. */
export function OwnTimekeeper({ id, onSaved }: { id: string; onSaved: () => void }) {
  const { t } = useTranslation()
  const role = useRole()
  const writable = keys.filter((key) => isWritable(key, { resource: timekeeper, role, isNew: false }))
  const canRead = fieldAccess(timekeeper, 'id', role) !== 'DENY'
  const { data: row } = useQuery({
    queryKey: ['timekeeper', 'own', id],
    queryFn: async ({ signal }): Promise<AnyRow> => ({ ...(await getRow(timekeeper, id, signal)) }),
    enabled: writable.length > 0 && canRead,
  })
  if (writable.length === 0) return <p className={classes.about}>{t('ownDelivery.cannot')}</p>
  return row ? <OwnForm key={String(row.updatedAt)} row={row} keys={writable} onSaved={onSaved} /> : null
}

interface OwnFormProps {
  row: AnyRow
  keys: readonly string[]
  onSaved: () => void
}

function OwnForm({ row, keys: shown, onSaved }: OwnFormProps) {
  const { t } = useTranslation()
  const form = useOwnForm(row, onSaved)
  return (
    <form className={classes.form} noValidate aria-labelledby="own-timekeeper" onSubmit={form.submit}>
      <h3 id="own-timekeeper">{t('ownDelivery.yours')}</h3>
      {shown.map((key) => {
        const field = fieldInWords(timekeeper, key)
        if (!field) return null
        const { Input } = faceOf(field)
        return (
          <Input
            key={key}
            field={field}
            label={fieldLabel(timekeeper, key)}
            value={form.values[key]}
            error={form.problems[key]}
            onChange={(value) => form.change(key, value)}
          />
        )
      })}
      {form.failure && <p role="alert">{form.failure}</p>}
      <Button type="submit" loading={form.isBusy} disabled={!form.isChanged}>
        {t('ownDelivery.save')}
      </Button>
    </form>
  )
}

function useOwnForm(row: AnyRow, onSaved: () => void) {
  const { t } = useTranslation()
  const [edited, setEdited] = useState<AnyRow>({})
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const changed = Object.entries(edited).filter(([key, value]) => !isEqualValue(value, row[key] ?? null))
  const save = useMutation({
    mutationFn: () =>
      saveRow(timekeeper, {
        id: String(row.id),
        values: Object.fromEntries(changed),
        seenAt: String(row.updatedAt),
      }),
    onSuccess: ({ undoId }) => {
      offerUndo({ resource: timekeeper, text: t('ownDelivery.saved'), undoId })
      onSaved()
    },
    onError: (failure) => setProblems(failure instanceof ApiFailure ? problemsFrom(failure.problem) : {}),
  })
  const submit = (event: { preventDefault: () => void }) => {
    event.preventDefault()
    const wrong = changed.flatMap(([key, value]): [string, string][] => {
      const field = fieldInWords(timekeeper, key)
      const result = field && validateValue(field, value)
      return result && 'code' in result ? [[key, describeProblem(result.code)]] : []
    })
    setProblems(Object.fromEntries(wrong))
    if (wrong.length === 0) save.mutate()
  }
  return {
    values: { ...row, ...edited },
    problems,
    change: (key: string, value: unknown) => setEdited({ ...edited, [key]: value }),
    submit,
    isBusy: save.isPending,
    isChanged: changed.length > 0,
    failure: save.error && Object.keys(problems).length === 0 ? save.error.message : undefined,
  }
}
