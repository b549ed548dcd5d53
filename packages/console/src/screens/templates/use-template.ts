import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { emailTemplate } from '@courtcrier/contract/resources/email-template.ts'
import { type TemplateKind, templateKinds } from '@courtcrier/contract/template-kinds.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sentenceOf } from '../../i18n/problem-sentence.ts'
import { problemsFrom } from '../../resource/form-problems.ts'
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
/** The typed texts of a template. */
export type TemplateText = Exclude<TemplateKey, 'kind'>

/** Returns the template as stored; an empty one for `new`. */
export function useTemplateRow(id: string) {
  return useQuery({
    queryKey: [emailTemplate.name, 'row', id],
    queryFn: async ({ signal }): Promise<AnyRow> =>
      id === newTemplate ? {} : { ...(await getRow(emailTemplate, id, signal)) },
    // Typing must not be lost to someone else's change: the conflict is reported on saving.
    refetchOnWindowFocus: false,
  })
}

/** Manages the input of a template, its problems, and saving it. */
export function useTemplateForm(row: AnyRow, { writable }: { writable: readonly TemplateKey[] }) {
  const { t } = useTranslation()
  const base = useRef(row)
  const [values, setValues] = useState(() => valuesOf(row))
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [isBusy, setBusy] = useState(false)
  const [version, setVersion] = useState(0)
  const changed = writable.filter((key) => values[key] !== valuesOf(base.current)[key])
  const isDirty = changed.length > 0
  // Changes made elsewhere, or undone, are shown unless typing here would be lost.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another row matters
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
  /** Another kind, or texts other than the typed ones: the editor starts over with them. */
  const replace = (given: Partial<TemplateValues>) => {
    setValues((known) => ({ ...known, ...given }))
    setErrors({})
    setVersion((known) => known + 1)
  }
  /** Saves the template and returns its ID; undefined if it could not be saved. */
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
