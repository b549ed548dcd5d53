import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type FormScope, problemsFrom, valuesToSend } from '../../resource/form-values.ts'
import { createRow, updateRow } from '../../session/api.ts'
import { ApiFailure } from '../../session/api-failure.ts'
import { notify } from '../../ui/notices.ts'

interface SaveOptions {
  onSaved: () => void
  onProblems: (problems: Record<string, string>) => void
}

/** Saves the role of a form. */
export function useSaveRole(scope: FormScope, { onSaved, onProblems }: SaveOptions) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const { resource, row, isNew } = scope
  return useMutation({
    mutationFn: (values: AnyRow) => {
      const sent = valuesToSend(values, scope)
      return isNew ? createRow(resource, sent) : updateRow(resource, String(row.id), sent)
    },
    onSuccess: (saved) => {
      queryClient.setQueryData([resource.name, 'row', String(saved.id)], saved)
      void queryClient.invalidateQueries({ queryKey: [resource.name] })
      notify({ color: 'success', text: t(isNew ? 'formPanel.created' : 'formPanel.saved', { title: saved.name }) })
      onSaved()
    },
    onError: (error) => {
      const problems = error instanceof ApiFailure ? problemsFrom(error.problem) : {}
      onProblems(problems)
      // A clash and a server error are announced with the call itself; what is no field of the page is said here.
      const isTold = error instanceof ApiFailure && [401, 409, 500].includes(error.status)
      const isShown = Object.keys(problems).some((key) => key === 'name' || key === 'userIds')
      if (!isTold && !isShown) notify({ color: 'error', text: Object.values(problems)[0] ?? error.message })
    },
  })
}
