import rows from './list-rows.module.css'

interface TitleCellProps {
  title: string
  /** Of the case. */
  number?: string | null
  detail?: string
  /** What the detail is coloured by. */
  tone?: string
  className?: string
}

/** What a row is on the first line, and more of it on the second; what is cut off is told by pointing at it. */
export function TitleCell({ title, number, detail, tone, className }: TitleCellProps) {
  return (
    <td className={className}>
      <div className={rows.title} title={title}>
        <b>{title}</b> {number && <span className={rows.number}>{number}</span>}
      </div>
      <div className={rows.detail} data-tone={tone} title={detail}>
        {detail}
      </div>
    </td>
  )
}
