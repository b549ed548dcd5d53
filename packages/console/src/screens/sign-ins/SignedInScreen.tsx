import { readDmsSignIn } from '@courtcrier/contract/calls/dms-sign-in.ts'
import { readMailSignIn } from '@courtcrier/contract/calls/mail-sign-in.ts'
import { Button } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiFailure } from '../../session/api-failure.ts'
import { ask } from '../../session/ask.ts'
import { LoadingPage } from '../../ui/Loading.tsx'
import { translated } from '../../ui/translated.ts'
import classes from '../login/login.module.css'
import type { SignInSteps } from './use-sign-in.ts'
import './text.ts'

const words = 'signInElsewhere.popUp'

/** How long a result can be read before its window closes, in milliseconds. */
const closeMs = 4000

/** The end of a sign-in to a mail account. */
export function MailSignedIn() {
  return <SignedIn read={readMailSignIn} />
}

/** The end of a sign-in to a DMS. */
export function DmsSignedIn() {
  return <SignedIn read={readDmsSignIn} />
}

type Read = SignInSteps['read']

/** What a pop-up says when the service has sent it back. A good result closes it; why there is none stays. */
function SignedIn({ read }: { read: Read }) {
  const { t } = useTranslation()
  const { attempt }: { attempt?: string } = useSearch({ strict: false })
  const result = useResult(read, String(attempt ?? ''))
  const isDone = result?.state === 'done'
  useEffect(() => {
    if (!isDone) return undefined
    const timer = window.setTimeout(() => window.close(), closeMs)
    return () => window.clearTimeout(timer)
  }, [isDone])
  if (!result) return <LoadingPage />
  return (
    <div className={classes.form} role={isDone ? 'status' : 'alert'}>
      <h1 className={classes.title}>{t(isDone ? `${words}.done` : `${words}.failed`)}</h1>
      <p className={classes.lead}>{translated(result.sentence)}</p>
      <p className={classes.lead}>{t(`${words}.close`)}</p>
      <Button variant="default" onClick={() => window.close()}>
        {t(`${words}.closeButton`)}
      </Button>
    </div>
  )
}

interface Result {
  state: 'done' | 'failed'
  sentence: string
}

/** Does without the query client of the pages behind the login, none of which is loaded here. */
function useResult(read: Read, attempt: string): Result | undefined {
  const { t } = useTranslation()
  const [result, setResult] = useState<Result>()
  useEffect(() => {
    const stop = new AbortController()
    const failed = (sentence: string) => !stop.signal.aborted && setResult({ state: 'failed', sentence })
    if (attempt === 'late') failed(t(`${words}.late`))
    else
      ask(read, { id: attempt }, { signal: stop.signal }).then(
        ({ state, sentence }) =>
          state === 'done' ? setResult({ state, sentence: sentence ?? '' }) : failed(sentence ?? t(`${words}.late`)),
        (failure: Error) =>
          failed(failure instanceof ApiFailure && failure.status === 404 ? t(`${words}.late`) : failure.message),
      )
    return () => stop.abort()
  }, [read, attempt, t])
  return result
}
