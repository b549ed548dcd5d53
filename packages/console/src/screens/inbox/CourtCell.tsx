import rows from './list-rows.module.css'
import type { CourtName } from './use-courts.ts'

/** The court in a box, which says its name in full. */
export function CourtCell({ court, className }: { court: CourtName | undefined; className?: string }) {
  return (
    <td className={className}>
      {court && (
        <abbr className={rows.courtBox} title={court.name}>
          {court.label}
        </abbr>
      )}
    </td>
  )
}
