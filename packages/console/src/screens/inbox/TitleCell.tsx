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

/** Shows a row's title with its number, details below it and then a note; truncated details are shown on hover. */
export function TitleCell({ title, number, detail, tone, note, className }: TitleCellProps) {
  return (
    <td className={className}>
      <div className={rows.title}>
        <b>
          <bdi>{title}</bdi>
        </b>{' '}
        {number && <span className={rows.number}>{number}</span>}
      </div>
      <div className={rows.detail} data-tone={tone} title={detail}>
        {detail}
      </div>
      {note && <div className={rows.note}>{note}</div>}
    </td>
  )
}
