import { NativeSelect } from '@mantine/core'
import type { InputProps } from '../../fields/control.ts'
import { useAgents } from '../agents/agents-query.ts'

/** Chooses one of the firm's agents, which credentials name. */
export default function AgentInput({ field, value, onChange, placeholder: _, ...rest }: InputProps) {
  const { data } = useAgents()
  const chosen = typeof value === 'string' ? value : ''
  const names = new Set(['', chosen, ...(data?.agents ?? []).map(({ name }) => name)])
  return (
    <NativeSelect
      {...rest}
      description={field.help}
      value={chosen}
      data={[...names]}
      onChange={(event) => onChange(event.currentTarget.value || null)}
    />
  )
}
