import { consentProviders, type DelegatedService, isDelegated } from '@courtcrier/contract/mail-sign-in.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'
import type { Mailbox } from '@courtcrier/contract/resources/mailbox.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useCanWrite } from '../../resource/use-can-write.ts'
import { getRow } from '../../session/api.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { formatDateTime } from '../../ui/format-time.ts'
import { translated } from '../../ui/translated.ts'
import dms from '../dms/dms.module.css'
import { useSignIn } from './use-sign-in.ts'
import './text.ts'

const words = 'mailboxes.signIn'

type Consented = Pick<Mailbox, 'signedInAs' | 'signedInAt' | 'signInEndsAt'>

/** Signs in to an account at its service, in a pop-up, and shows who did. Only for accounts that a person signs in to. */
export function SignInPanel({ resource, id }: { resource: Resource; id: string }) {
  const canWrite = useCanWrite(resource)
  const { data } = useQuery({
    queryKey: [resource.name, 'row', id],
    queryFn: ({ signal }) => getRow(resource, id, signal),
  })
  const service = data?.service
  if (!canWrite || !isDelegated(service)) return null
  return <SignIn resource={resource} id={id} service={service} consented={data as unknown as Consented} />
}

interface SignInProps {
  resource: Resource
  id: string
  service: DelegatedService
  consented: Consented
}

function SignIn({ resource, id, service, consented }: SignInProps) {
  const { t } = useTranslation()
  const { begin, isWaiting, result } = useSignIn(resource, id)
  const provider = consentProviders[service]
  return (
    <section className={dms.test} aria-label={t(`${words}.label`)}>
      <div className={dms.testHead}>
        <Button variant={consented.signedInAt ? 'default' : 'filled'} loading={begin.isPending} onClick={begin.start}>
          {t(consented.signedInAt ? `${words}.again` : `${words}.run`, { provider })}
        </Button>
        <span>{t(`${words}.about`, { provider })}</span>
      </div>
      {begin.error && <ErrorState error={begin.error} retry={begin.start} />}
      <div role="status">
        {isWaiting && <p className={dms.testResult}>{t(`${words}.waiting`)}</p>}
        {!isWaiting && result && <p className={dms.testResult}>{translated(result)}</p>}
        {!isWaiting && !result && <p className={dms.testResult}>{whoSignedIn(t, consented)}</p>}
      </div>
    </section>
  )
}

type Translate = ReturnType<typeof useTranslation>['t']

function whoSignedIn(t: Translate, { signedInAs, signedInAt, signInEndsAt }: Consented): string {
  if (!signedInAt) return t(`${words}.none`)
  const time = formatDateTime(signedInAt)
  const who = signedInAs ? t(`${words}.as`, { who: signedInAs, time }) : t(`${words}.at`, { time })
  return signInEndsAt ? `${who} ${t(`${words}.ends`, { time: formatDateTime(signInEndsAt) })}` : who
}
