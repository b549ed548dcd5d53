import { isEqualValue, validateValue } from '@courtcrier/contract/input.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { timekeeper } from '@courtcrier/contract/resources/timekeeper.ts'
import { Button, Group } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sentenceOf } from '../../i18n/problem-sentence.ts'
import './text.ts'
import { inputOf } from '../../fields/inputs.ts'
import { fieldInWords, fieldLabel } from '../../i18n/labels.ts'
import { problemsFrom } from '../../resource/form-problems.ts'
import { getRow, saveRow } from '../../session/api.ts'
import { ApiFailure, isPassing } from '../../session/api-failure.ts'
import { offerUndo } from '../../session/offer-undo.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/Loading.tsx'
import classes from './profile.module.css'

interface OwnFormProps {
  /** Of the timekeeper. */
  id: string
  keys: readonly string[]
  onSaved: () => void
  onClose: () => void
}

/** Edits these fields of the user's own timekeeper. */
export default function OwnForm({ id, ...props }: OwnFormProps) {
  const {
    data: row,
    error,
    refetch,
  } = useQuery({
    queryKey: ['timekeeper', 'own', id],
    queryFn: async ({ signal }): Promise<AnyRow> => ({ ...(await getRow(timekeeper, id, signal)) }),
  })
  if (error && !(row && isPassing(error))) return <ErrorState error={error} retry={() => void refetch()} />
  return row ? <Fields key={String(row.updatedAt)} row={row} {...props} /> : <LoadingRows count={3} />
}

function Fields({ row, keys, onSaved, onClose }: Omit<OwnFormProps, 'id'> & { row: AnyRow }) {
  const { t } = useTranslation()
  const form = useOwnForm(row, () => {
    onSaved()
    onClose()
  })
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <form className={classes.form} noValidate aria-labelledby="own-timekeeper" onSubmit={form.submit}>
      <h3 id="own-timekeeper" ref={heading} tabIndex={-1}>
        {t('ownDelivery.yours')}
      </h3>
      {keys.map((key) => {
        const field = fieldInWords(timekeeper, key)
        if (!field) return null
        const Input = inputOf(field)
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
      <Group gap={8}>
        <Button type="submit" loading={form.isBusy} disabled={!form.isChanged}>
          {t('ownDelivery.save')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('ownDelivery.cancel')}
        </Button>
      </Group>
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
      return result && 'code' in result ? [[key, sentenceOf(result.code)]] : []
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
