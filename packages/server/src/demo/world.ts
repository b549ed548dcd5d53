/** The part of the sandbox's world that the demo uses, from `GET /world`. */
export interface DemoWorld {
  firm: { name: string; domain: string; docketingAddress: string }
  people: readonly { id: string; name: string; first: string; last: string; title: string; email: string }[]
  courts: readonly { id: string; name: string }[]
  cases: readonly DemoCase[]
}

export interface DemoCase {
  courtId: string
  docketNumber: string
  courtCaseId: string
  name: string
  natureOfSuit: string
  judge: { name: string }
  filedOn: string
  closedOn?: string
  client: { name: string; number: string }
  matterNumber: string
  matterName?: string
  /** Only for a bankruptcy. */
  chapter?: number
  /** How the firm has recorded it, if not as the court has it. */
  records?: readonly { docketNumber: string; name: string }[]
  attorneyIds: readonly string[]
}

export async function fetchWorld(sandboxUrl: string): Promise<DemoWorld> {
  const answer = await fetch(`${sandboxUrl}/world`)
  if (!answer.ok) throw new Error(`the simulated courts do not list their cases: ${answer.status}`)
  return (await answer.json()) as DemoWorld
}
