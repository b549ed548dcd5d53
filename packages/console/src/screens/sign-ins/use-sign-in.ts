import type { AnswerOf } from '@courtcrier/contract/calls/call.ts'
import type { readDmsSignIn } from '@courtcrier/contract/calls/dms-sign-in.ts'
import type { readMailSignIn, signInMailbox } from '@courtcrier/contract/calls/mail-sign-in.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiFailure } from '../../session/api-failure.ts'
import { ask } from '../../session/ask.ts'
import { translated } from '../../ui/translated.ts'
import './text.ts'

const words = 'signInElsewhere'

/** How often to ask how a sign-in goes, in milliseconds: the service's pages keep the pop-up from saying it itself. */
const lookMs = 2000

/** The calls of a sign-in at another service. */
export interface SignInSteps {
  begin: () => Promise<AnswerOf<typeof signInMailbox>>
  /** How it went. */
  read: typeof readMailSignIn | typeof readDmsSignIn
  /** Called once it succeeded; the same function each time. */
  onDone: () => void
}

/** Begins a sign-in in a pop-up, and waits for its result, also if the pop-up is closed or opened again. */
export function useSignIn({ begin: ask, read, onDone }: SignInSteps) {
  const begin = useBegin(ask)
  const attempt = begin.data ?? undefined
  const result = useResult(read, attempt)
  const isDone = result?.state === 'done'
  useEffect(() => {
    if (isDone) onDone()
  }, [isDone, onDone])
  return {
    begin: { start: () => begin.mutate(), isPending: begin.isPending, error: begin.error },
    isWaiting: attempt !== undefined && (result === undefined || result.state === 'waiting'),
    result: result?.sentence ?? undefined,
  }
}

function useBegin(begin: SignInSteps['begin']) {
  const { t } = useTranslation()
  return useMutation({
    mutationFn: async () => {
      // Opened at once, because browsers block a window that doesn't follow a click directly.
      const popUp = window.open('about:blank', '_blank', 'popup,width=640,height=760')
      if (!popUp) throw new Error(t(`${words}.blocked`))
      popUp.document.body.textContent = t(`${words}.opening`)
      try {
        const begun = await begin()
        if (begun.url === null) throw new Error(translated(begun.sentence ?? ''))
        popUp.location.replace(begun.url)
        return begun.attempt
      } catch (cause) {
        popUp.close()
        throw cause
      }
    },
  })
}

/** Returns how a sign-in goes; undefined until it is known. */
function useResult(read: SignInSteps['read'], attempt: string | undefined) {
  const { t } = useTranslation()
  const { data } = useQuery({
    queryKey: ['sign-in', attempt],
    enabled: attempt !== undefined,
    queryFn: async ({ signal }) => {
      try {
        return await ask(read, { id: attempt ?? '' }, { signal })
      } catch (failure) {
        if (!(failure instanceof ApiFailure) || failure.status !== 404) throw failure
        return { state: 'failed' as const, sentence: t(`${words}.late`) }
      }
    },
    refetchInterval: ({ state }) => (state.data && state.data.state !== 'waiting' ? false : lookMs),
    refetchIntervalInBackground: true,
  })
  return data
}
