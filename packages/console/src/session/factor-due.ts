import { getSession, setSession } from './session-store.ts'

/** Marks that the session may do nothing but add a second factor. The guard then leads there. */
export function demandFactor(): void {
  const session = getSession()
  if (session && !session.factorDue?.isOver) setSession({ ...session, factorDue: { isOver: true } })
}

/** Lets the user go on, who has added a second factor or does it later. */
export function settleFactor(): void {
  const session = getSession()
  if (!session) return
  const { factorDue: _, ...settled } = session
  setSession(settled)
}
