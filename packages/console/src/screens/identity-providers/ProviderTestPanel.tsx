import { testProvider } from '@courtcrier/contract/calls/sign-on.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'
import type { IdentityProvider } from '@courtcrier/contract/resources/identity-provider.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { getRow } from '../../session/api.ts'
import { ask } from '../../session/ask.ts'
import { formatDateTime } from '../../ui/format-time.ts'
import { translated } from '../../ui/translated.ts'
import dms from '../dms/dms.module.css'
import { TestFrame } from '../dms/TestFrame.tsx'
import classes from './identity-providers.module.css'
import './text.ts'

const words = 'identityProviders.test'

/** Tests a saved provider by signing in there, and shows the result. */
export function ProviderTestPanel({ resource, id }: { resource: Resource; id: string }) {
  return (
    <TestFrame test={useTest(resource, id)} words={words}>
      <Result resource={resource} id={id} />
    </TestFrame>
  )
}

function useTest(resource: Resource, id: string) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      // Opened at once, because browsers block a window that doesn't follow a click directly.
      const popUp = window.open('about:blank', '_blank', 'popup,width=640,height=760')
      if (!popUp) throw new Error(t(`${words}.blocked`))
      const began = await ask(testProvider, { id }).catch((cause: unknown) => {
        popUp.close()
        throw cause
      })
      if (began.url === null) popUp.close()
      else popUp.location.replace(began.url)
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: [resource.name] }),
  })
}

/** The result is announced when the other window comes back. */
function Result({ resource, id }: { resource: Resource; id: string }) {
  const { t } = useTranslation()
  const { data } = useQuery({
    queryKey: [resource.name, 'row', id],
    queryFn: ({ signal }) => getRow(resource, id, signal),
  })
  if (!data) return null
  const { testedAt, sentence } = data as Partial<IdentityProvider>
  if (!testedAt) return <p className={classes.at}>{t(`${words}.none`)}</p>
  return (
    <>
      <p className={classes.at}>{t(`${words}.at`, { time: formatDateTime(testedAt) })}</p>
      <p className={dms.testResult}>{translated(sentence ?? '')}</p>
    </>
  )
}
