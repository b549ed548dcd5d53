import rows from './list-rows.module.css'

interface TitleCellProps {
  title: string
  /** The case's number. */
  number?: string | null
  detail?: string
  /** The tone of the detail. */
  tone?: string
  /** A fact on a line of its own. */
  note?: string
  className?: string
}

/** Shows a row's title on the first line, details on the second and a note below; truncated text is shown on hover. */
export function TitleCell({ title, number, detail, tone, note, className }: TitleCellProps) {
  return (
    <td className={className}>
      <div className={rows.title} title={title}>
        <b>{title}</b> {number && <span className={rows.number}>{number}</span>}
      </div>
      <div className={rows.detail} data-tone={tone} title={detail}>
        {detail}
      </div>
      {note && <div className={rows.note}>{note}</div>}
    </td>
  )
}
