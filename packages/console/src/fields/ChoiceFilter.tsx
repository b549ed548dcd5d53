import { Checkbox } from '@mantine/core'
import type { FilterProps } from './face.ts'
import classes from './filters.module.css'

interface ChoiceFilterProps extends FilterProps {
  choices: readonly { value: string; label: string }[]
}

/** Rows that have one of the ticked values. */
export function ChoiceFilter({ name, filter, onChange, choices }: ChoiceFilterProps) {
  const chosen = filter && 'in' in filter ? filter.in : []
  return (
    <div className={classes.choices}>
      {choices.map(({ value, label }, index) => (
        <Checkbox
          key={value}
          label={label}
          data-autofocus={index === 0 || undefined}
          checked={chosen.includes(value)}
          onChange={({ currentTarget: { checked } }) => {
            const next = checked ? [...chosen, value] : chosen.filter((known) => known !== value)
            onChange(next.length > 0 ? { field: name, in: next } : undefined)
          }}
        />
      ))}
    </div>
  )
}
