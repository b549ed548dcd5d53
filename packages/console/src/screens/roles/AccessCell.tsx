import classes from './roles.module.css'

interface AccessCellProps {
  /** The group name of the row's radio buttons. */
  name: string
  label: string
  isChecked: boolean
  isDisabled: boolean
  onChoose: () => void
}

/** Shows one choice of a row; the whole cell is clickable. */
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
