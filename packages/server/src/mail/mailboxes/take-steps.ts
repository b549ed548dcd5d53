import { counted } from '@courtcrier/lib/counted.ts'
import { utcMinute } from '@courtcrier/lib/utc-minute.ts'
import { MailboxProblem } from './mailbox-problem.ts'

/** How a step of a test went. */
export interface Outcome {
  state: 'ok' | 'failed' | 'skipped'
  sentence: string
}

export interface Steps<Name extends string> {
  run: Record<Name, () => Promise<Outcome>>
  /** Says why a step failed, and what to do. */
  describe: (error: unknown) => string
  close?: () => void
}

interface Tested<Name extends string> {
  ok: boolean
  steps: (Outcome & { step: Name })[]
  sentence: string
}

/** Takes the steps of a test in order. The first one that fails ends it; one that can't be opened fails with the first. */
export async function takeSteps<Name extends string>(
  names: readonly Name[],
  open: () => Steps<Name>,
): Promise<Tested<Name>> {
  const steps = await stepsOf(names, open)
  const failed = steps.find(({ state }) => state === 'failed')
  return { ok: !failed, steps, sentence: failed?.sentence ?? 'Every step succeeded.' }
}

async function stepsOf<Name extends string>(names: readonly Name[], open: () => Steps<Name>) {
  const taken: (Outcome & { step: Name })[] = []
  let opened: Steps<Name> | undefined
  try {
    opened = open()
    for (const step of names) {
      const hasFailed = taken.some(({ state }) => state === 'failed')
      taken.push({ step, ...(hasFailed ? notTried : await outcomeOf(opened, step)) })
    }
    return taken
  } catch (error) {
    if (!(error instanceof MailboxProblem)) throw error
    const failed: Outcome = { state: 'failed', sentence: error.message }
    return names.map((step, index) => ({ step, ...(index === 0 ? failed : notTried) }))
  } finally {
    opened?.close?.()
  }
}

const notTried: Outcome = { state: 'skipped', sentence: 'Not tried, because an earlier step failed.' }

async function outcomeOf<Name extends string>({ run, describe }: Steps<Name>, step: Name): Promise<Outcome> {
  try {
    return await run[step]()
  } catch (error) {
    return { state: 'failed', sentence: describe(error) }
  }
}

export function folderHas(folder: string, messages: number): Outcome {
  return { state: 'ok', sentence: `The folder "${folder}" has ${counted(messages, 'message')}.` }
}

/** What is said of the messages that a mailbox has, before any is received. */
export function wouldBeReceived({
  count,
  older,
  readFrom,
}: {
  count: number
  older: number
  readFrom: Date | undefined
}): Outcome {
  const left = older === 1 ? '1 older one left as it is' : `${older} older ones left as they are`
  const since = utcMinute(readFrom ?? new Date(0))
  return {
    state: 'ok',
    sentence: `${counted(count, 'message')} since ${since} UTC would be received, and ${left}.`,
  }
}
