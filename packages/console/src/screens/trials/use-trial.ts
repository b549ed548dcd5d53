import type { AnswerOf, BodyOf, Call } from '@courtcrier/contract/calls/call.ts'
import type { NoticeTrial } from '@courtcrier/contract/calls/trials.ts'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { askInSteps } from '../../session/ask.ts'
import { useSettledValue } from '../../ui/use-settled-value.ts'

/** Whether a trial goes on, was stopped by the person, or has ended. */
export type TrialState = 'going' | 'stopped' | 'whole'

interface TrialOptions<C extends Call> {
  call: C
  key: readonly string[]
  draft: BodyOf<C>
  isComplete: boolean
}

interface Found<C extends Call> {
  found: AnswerOf<C>
  state: TrialState
}

const settleMs = 400

/** Tries a draft at every pause in typing, for as long as it takes. */
export function useTrial<C extends Call>({ call, key, draft, isComplete }: TrialOptions<C>) {
  const queryClient = useQueryClient()
  const body = useSettledValue(draft as object, settleMs)
  const stopping = useRef<AbortController>(undefined)
  // Not by the name of what is tried on: each notice that arrives would have it begin again.
  const queryKey = ['trial', ...key, body]
  const run = async ({ signal }: { signal: AbortSignal }): Promise<Found<C>> => {
    const stopper = new AbortController()
    stopping.current = stopper
    let last: AnswerOf<C> | undefined
    const onStep = (found: AnswerOf<C>) => {
      last = found
      if (!signal.aborted && !stopper.signal.aborted)
        queryClient.setQueryData<Found<C>>(queryKey, { found, state: 'going' })
    }
    try {
      const input = { body } as unknown as Parameters<typeof askInSteps<C>>[1]
      const found = await askInSteps(call, input, { signal: AbortSignal.any([signal, stopper.signal]), onStep })
      return { found, state: 'whole' }
    } catch (error) {
      if (!stopper.signal.aborted) throw error
      const before = queryClient.getQueryData<Found<C>>(queryKey)?.found
      return { found: last ?? before ?? (nothing as AnswerOf<C>), state: 'stopped' }
    }
  }
  const trial = useQuery({
    queryKey,
    queryFn: run,
    placeholderData: keepPreviousData,
    enabled: isComplete,
    refetchOnWindowFocus: false,
  })
  /** One that broke off goes on no longer, whatever its last step said. */
  const stateOf = ({ state }: Found<C>): TrialState => {
    if (trial.isFetching) return 'going'
    return state === 'going' ? 'stopped' : state
  }
  return { trial, stateOf, stop: () => stopping.current?.abort() }
}

/** A trial that was stopped before its first step. */
const nothing: NoticeTrial = { caught: [], count: 0, looked: 0 }
