import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { emailTemplate, type TemplateKind, templateKinds } from '@courtcrier/contract/resources/email-template.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { problemsFrom, sentenceOf } from '../../resource/form-values.ts'
import { getRow, saveRow } from '../../session/api.ts'
import { ApiFailure } from '../../session/api-failure.ts'
import { offerUndo } from '../../session/offer-undo.ts'
import { queryClient } from '../../session/query-client.ts'

export const newTemplate = 'new'

export interface TemplateValues {
  kind: TemplateKind
  name: string
  subject: string
  body: string
}
export type TemplateKey = keyof TemplateValues
/** Those that are typed. */
export type TemplateText = Exclude<TemplateKey, 'kind'>

/** The template as the server has it; an empty one for `new`. */
export function useTemplateRow(id: string) {
  return useQuery({
    queryKey: [emailTemplate.name, 'row', id],
    queryFn: async ({ signal }): Promise<AnyRow> =>
      id === newTemplate ? {} : { ...(await getRow(emailTemplate, id, signal)) },
    // What is being typed must not be lost to somebody else's change: that is told when it is saved.
    refetchOnWindowFocus: false,
  })
}

/** What is typed, what is wrong with it, and saving it. */
export function useTemplateForm(row: AnyRow, { writable }: { writable: readonly TemplateKey[] }) {
  const { t } = useTranslation()
  const base = useRef(row)
  const [values, setValues] = useState(() => valuesOf(row))
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [isBusy, setBusy] = useState(false)
  const [version, setVersion] = useState(0)
  const changed = writable.filter((key) => values[key] !== valuesOf(base.current)[key])
  const isDirty = changed.length > 0
  // What was changed elsewhere, or taken back, is shown as long as nothing typed here would be lost by it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another row is a reason
  useEffect(() => {
    if (isDirty || row.updatedAt === base.current.updatedAt) return
    base.current = row
    setValues(valuesOf(row))
    setVersion((known) => known + 1)
  }, [row])
  const change = (key: TemplateText, value: string) => {
    setValues((known) => ({ ...known, [key]: value }))
    setErrors(({ [key]: _, form: __, ...others }) => others)
  }
  /** Another kind, or other texts than were typed: what holds the typed ones begins anew. */
  const replace = (given: Partial<TemplateValues>) => {
    setValues((known) => ({ ...known, ...given }))
    setErrors({})
    setVersion((known) => known + 1)
  }
  /** The id under which it is kept; undefined when it could not be saved. */
  const save = async (): Promise<string | undefined> => {
    if (values.name.trim() === '') {
      setErrors({ name: sentenceOf('required') })
      return undefined
    }
    setBusy(true)
    try {
      return await send()
    } catch (failure) {
      setErrors(errorsOf(failure))
      return undefined
    } finally {
      setBusy(false)
    }
  }
  const send = async (): Promise<string> => {
    const { id, updatedAt } = base.current
    const isNew = id === undefined
    const { row: saved, undoId } = await saveRow(emailTemplate, {
      ...(isNew ? {} : { id: String(id), seenAt: String(updatedAt) }),
      values: Object.fromEntries(changed.map((key) => [key, values[key].trim() === '' ? null : values[key]])),
    })
    base.current = { ...saved }
    queryClient.setQueryData([emailTemplate.name, 'row', saved.id], base.current)
    setErrors({})
    const text = t(isNew ? 'formPanel.created' : 'formPanel.saved', { title: saved.name })
    offerUndo({ resource: emailTemplate, text, undoId })
    return String(saved.id)
  }
  return { values, version, change, replace, errors, save, isBusy, isDirty }
}

function valuesOf(row: AnyRow): TemplateValues {
  const text = (key: TemplateText) => (typeof row[key] === 'string' ? row[key] : '')
  return {
    kind: templateKinds.find((kind) => kind === row.kind) ?? 'FILING',
    name: text('name'),
    subject: text('subject'),
    body: text('body'),
  }
}

function errorsOf(failure: unknown): Record<string, string> {
  const problems = failure instanceof ApiFailure ? problemsFrom(failure.problem) : {}
  if (Object.keys(problems).length > 0) return problems
  return { form: failure instanceof Error ? failure.message : String(failure) }
}
