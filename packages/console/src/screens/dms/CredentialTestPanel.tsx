import type { CredentialTest } from '@courtcrier/contract/credential-test.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'
import { credential } from '@courtcrier/contract/resources/credential.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { apiSend } from '../../session/api.ts'
import { CredentialSignInPanel } from './CredentialSignInPanel.tsx'
import { TestPanel } from './TestPanel.tsx'

/** Tests a saved credential, and shows each step with what to do about it. */
export default function CredentialTestPanel({ resource, id }: { resource: Resource; id: string }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const test = useMutation({
    mutationFn: () => apiSend<CredentialTest>('POST', `/api/v1/${resource.name}/${encodeURIComponent(id)}/test`),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [credential.name] }),
  })
  return (
    <>
      <CredentialSignInPanel resource={resource} id={id} test={test.mutate} />
      <TestPanel resource={resource} test={test} words="dms.test" nameOf={(step) => t(`dms.test.step.${step}`)} />
    </>
  )
}
