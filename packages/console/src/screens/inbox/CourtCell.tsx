import rows from './list-rows.module.css'
import type { CourtName } from './use-courts.ts'

/** Shows the court in a box. */
export function CourtCell({ court, className }: { court: CourtName | undefined; className?: string }) {
  return <td className={className}>{court && <CourtAbbr court={court} className={rows.courtBox} />}</td>
}

/** Shows a court's short name, with its full name on hover. */
export function CourtAbbr({ court, className }: { court: CourtName; className?: string | undefined }) {
  return (
    <abbr className={className} title={court.name}>
      {court.label}
    </abbr>
  )
}
