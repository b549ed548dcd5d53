/** An agent, as its key says. */
export interface EnrolledAgent {
  firmId: number
  agentId: string
  name: string
  key: { id: string }
}

/** A program that enrolls as an agent, as its token says. */
export interface Enrollment {
  firmId: number
  /** The name that the agent will have. */
  name: string
  key: { id: string }
}
