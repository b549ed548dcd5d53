import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../ui/format-time.ts'
import { translated } from '../../ui/translated.ts'
import dms from '../dms/dms.module.css'
import { type SignInSteps, useSignIn } from './use-sign-in.ts'
import './text.ts'

const words = 'signInElsewhere'

interface SignInProps {
  /** The key of its texts: `label` and `about`. */
  of: string
  provider: string
  steps: SignInSteps
  isSignedIn: boolean
  /** Who has signed in so far. */
  state: string
  children?: ReactNode
}

/** Signs in at another service, in a pop-up, and says who did. */
export function SignIn({ of, provider, steps, isSignedIn, state, children }: SignInProps) {
  const { t } = useTranslation()
  const { begin, isWaiting, result } = useSignIn(steps)
  return (
    <section className={dms.test} aria-label={t(`${of}.label`)}>
      <div className={dms.testHead}>
        <Button variant={isSignedIn ? 'default' : 'filled'} loading={begin.isPending} onClick={begin.start}>
          {t(isSignedIn ? `${words}.again` : `${words}.run`, { provider })}
        </Button>
        <span>{t(`${of}.about`, { provider })}</span>
      </div>
      {begin.error && (
        <p role="alert" className={dms.failure}>
          {translated(begin.error.message)}
        </p>
      )}
      <div role="status">
        {isWaiting && <p className={dms.testResult}>{t(`${words}.waiting`)}</p>}
        {!isWaiting && result && <p className={dms.testResult}>{translated(result)}</p>}
        {!isWaiting && !result && <p className={dms.testResult}>{state}</p>}
      </div>
      {children}
    </section>
  )
}

interface SavedSignIn {
  signedInAs: string | null
  signedInAt: string | null
}

/** Returns who has signed in, and when. */
export function whoSignedIn(
  t: ReturnType<typeof useTranslation>['t'],
  { signedInAs, signedInAt }: SavedSignIn,
): string {
  if (!signedInAt) return t(`${words}.none`)
  const time = formatDateTime(signedInAt)
  return signedInAs ? t(`${words}.as`, { who: signedInAs, time }) : t(`${words}.at`, { time })
}
