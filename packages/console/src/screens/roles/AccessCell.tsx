import classes from './roles.module.css'

interface AccessCellProps {
  /** What the line's radio buttons have in common. */
  name: string
  label: string
  isChecked: boolean
  isDisabled: boolean
  onChoose: () => void
}

/** One choice of a line; the whole cell takes the pointer. */
export function AccessCell({ name, label, isChecked, isDisabled, onChoose }: AccessCellProps) {
  return (
    <td>
      <label className={classes.hit}>
        <input
          type="radio"
          name={name}
          aria-label={label}
          checked={isChecked}
          disabled={isDisabled}
          onChange={onChoose}
        />
      </label>
    </td>
  )
}
