import { useId } from 'react'
import type { InputProps } from '../../fields/control.ts'
import { LineInput } from '../../fields/LineInput.tsx'
import { useAgents } from '../agents/agents-query.ts'

/** Enters the name of a credential at an agent; those that agents have are suggested. */
export default function AgentCredentialInput(props: InputProps) {
  const { data } = useAgents()
  const id = useId()
  const names = new Set((data?.agents ?? []).flatMap(({ credentials }) => credentials.map(({ name }) => name)))
  return (
    <>
      <LineInput {...props} list={id} />
      <datalist id={id}>
        {[...names].map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  )
}
