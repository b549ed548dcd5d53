import classes from './DropHint.module.css'

/** Shows around the whole window, while files are dragged over it, that they can be dropped anywhere. */
export function DropHint({ text }: { text: string }) {
  return (
    <div className={classes.frame}>
      <p className={classes.text}>{text}</p>
    </div>
  )
}
