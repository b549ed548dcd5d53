import { Checkbox } from '@mantine/core'
import { choosing, valuesIn } from './choosing.ts'
import type { FilterProps } from './control.ts'
import classes from './filters.module.css'

interface ChoiceFilterProps extends FilterProps {
  choices: readonly { value: string; label: string }[]
}

/** Filters for rows with one of the checked values. */
export function ChoiceFilter({ name, filter, onChange, choices }: ChoiceFilterProps) {
  const shown = valuesIn(filter)
  return (
    <div className={classes.choices}>
      {choices.map(({ value, label }, index) => (
        <Checkbox
          key={value}
          label={label}
          data-autofocus={index === 0 || undefined}
          checked={shown.includes(value)}
          onChange={({ currentTarget: { checked } }) => {
            const chosen = checked ? [...shown, value] : shown.filter((known) => known !== value)
            onChange(choosing(name, shown, chosen))
          }}
        />
      ))}
    </div>
  )
}
