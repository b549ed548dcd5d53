import { useEffect, useRef } from 'react'
import classes from './Tick.module.css'

interface TickProps {
  label: string
  isTicked: boolean
  /** Whether only some of its rows are selected. */
  isPartly?: boolean
  /** With `isRange` when the shift key was held. */
  onTick: (isTicked: boolean, isRange: boolean) => void
  tabIndex?: number
  isDisabled?: boolean
}

/**
 * Shows the checkbox of a row. The browser's own: a table has a hundred of them, and each would be a tree of
 * components.
 */
export function Tick({ label, isTicked, isPartly = false, onTick, tabIndex, isDisabled }: TickProps) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // There is no attribute for this.
    if (box.current) box.current.indeterminate = isPartly
  }, [isPartly])
  return (
    <input
      ref={box}
      type="checkbox"
      className={classes.tick}
      aria-label={label}
      tabIndex={tabIndex}
      disabled={isDisabled}
      checked={isTicked}
      onChange={({ currentTarget, nativeEvent }) =>
        onTick(currentTarget.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
      }
    />
  )
}
