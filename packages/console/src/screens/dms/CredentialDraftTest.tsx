import { kindsWithSignIn } from '@courtcrier/contract/credential-kinds.ts'
import type { CredentialTest } from '@courtcrier/contract/credential-test.ts'
import type { AnyRow, Resource } from '@courtcrier/contract/resource.ts'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { namedProblems } from '../../resource/form-problems.ts'
import { valuesToSend } from '../../resource/form-values.ts'
import { sendDraft } from '../../session/api.ts'
import { useRole } from '../../session/session-store.ts'
import { TestPanel } from './TestPanel.tsx'

interface CredentialDraftTestProps {
  resource: Resource
  row: AnyRow
  values: AnyRow
  isNew: boolean
}

/** Tests a credential as it is in its form, before it is saved; nothing where only a saved one can be tested. */
export default function CredentialDraftTest({ resource, row, values, isNew }: CredentialDraftTestProps) {
  const { t } = useTranslation()
  const sent = valuesToSend(values, { resource, role: useRole(), row, isNew })
  const test = useMutation({
    mutationFn: (draft: AnyRow) =>
      sendDraft<CredentialTest>(resource, { ...(isNew ? {} : { id: String(row.id) }), values: draft, verb: 'test' }),
  })
  const isChanged = isNew || Object.keys(sent).length > 0
  if (!isChanged || values.useAgent === true || isSignedInTo(resource)) return null
  // What was found out about other values says nothing about these.
  const isCurrent = JSON.stringify(test.variables) === JSON.stringify(sent)
  const shown = {
    isPending: test.isPending,
    data: isCurrent ? test.data : undefined,
    error: isCurrent && test.error ? new Error(namedProblems(test.error, resource)) : null,
    mutate: () => test.mutate(sent),
  }
  return (
    <TestPanel resource={resource} test={shown} words="dms.draftTest" nameOf={(step) => t(`dms.test.step.${step}`)} />
  )
}

/** The pop-up stores its sign-in with the saved credential. */
function isSignedInTo({ name }: Resource): boolean {
  return name !== 'generic_credential' && kindsWithSignIn.some((kind) => kind === name)
}
