import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { systemEvent } from '@courtcrier/contract/resources/system-event.ts'
import { choiceLabel } from '../../i18n/labels.ts'
import { StatusDot, type Tone } from '../../ui/StatusDot.tsx'

const tones: Readonly<Record<string, Tone>> = {
  INFO: 'neutral',
  AUDIT: 'ok',
  WARNING: 'warn',
  ERROR: 'bad',
  CRITICAL: 'bad',
}

/** Shows an event's severity. */
export default function EventLevel({ row }: { row: AnyRow }) {
  const { level } = systemEvent.fields
  if (typeof row.level !== 'string' || !level) return null
  return <StatusDot tone={tones[row.level] ?? 'neutral'}>{choiceLabel(level, row.level)}</StatusDot>
}
