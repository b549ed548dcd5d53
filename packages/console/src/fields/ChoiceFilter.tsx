import type { FilterProps } from './control.ts'
import classes from './filters.module.css'
import { lateInputs } from './late-inputs.ts'

interface ChoiceFilterProps extends FilterProps {
  choices: readonly { value: string; label: string }[]
}

/** Filters for rows with one of the checked values. */
export function ChoiceFilter({ name, filter, onChange, choices }: ChoiceFilterProps) {
  const { Checkbox } = lateInputs()
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
