import { type AgentWork, mostOfAgentCredential } from '@courtcrier/contract/calls/agent-work.ts'
import { openTurns, type TurnLimits } from '@courtcrier/lib/turns.ts'

/** How much an agent does at a time with all of its credentials, besides what takes long. */
const places = 12

/**
 * A DMS gets as many places as it had if it were the agent's only one, also while it takes long; those that take long
 * leave as many for the others.
 */
const limits: TurnLimits = {
  ...{ mostTogether: mostOfAgentCredential, mostOfSlow: mostOfAgentCredential },
  ...{ mostOfFirm: places, mostOfAllSlow: places / 2 },
}

/** What takes long keeps no place; there is no more of it than of the rest, whatever a server hands out. */
export const mostAtOnce = 2 * places

/** Which credentials an agent may begin something with, so that a DMS that hangs keeps no place from another. */
export interface CredentialTurns {
  /** The credentials with which nothing more may begin, and a signal once that is over for one of them. */
  look: (names: readonly string[]) => { busy: readonly string[]; freed: AbortSignal }
  /** Counts work that has arrived. It is done in any case: the server may not know of turns. */
  begin: (work: Pick<AgentWork, 'credential'>) => CredentialTurn
}

export interface CredentialTurn {
  end: () => void
}

/** Opens an agent's turns: those that the server gives its own copies, with the agent's limits. */
export function openCredentialTurns(): CredentialTurns {
  const turns = openTurns(limits)
  const mayBegin = (name: string) => turns.mayTake(name, agent)
  let isFreed = () => undefined as undefined
  return {
    look: (names) => {
      const busy = names.filter((name) => !mayBegin(name))
      const control = new AbortController()
      isFreed = () => {
        if (busy.some(mayBegin)) control.abort()
      }
      return { busy, freed: control.signal }
    },
    begin: ({ credential }) => {
      const turn = turns.take(credential, agent)
      if (!('end' in turn)) return { end: () => undefined }
      turn.onSlow(() => isFreed())
      return {
        end: () => {
          turn.end()
          isFreed()
        },
      }
    },
  }
}

/** All of it is one firm's. */
const agent = 'agent'
