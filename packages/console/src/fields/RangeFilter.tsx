import { isRangeFilter } from '@courtcrier/contract/query.ts'
import { Button, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { dayOf } from '../ui/format-time.ts'
import type { FilterProps } from './control.ts'
import classes from './filters.module.css'

/** Filters for rows between two days or two numbers, both included. */
export function RangeFilter({ name, field, filter, onChange }: FilterProps) {
  const { t } = useTranslation()
  const range = filter && isRangeFilter(filter) ? filter : { field: name }
  const type = field.kind === 'number' ? 'text' : 'date'
  const change = (part: { from?: string; to?: string }) => {
    const { from, to } = { ...range, ...part }
    onChange(from || to ? { field: name, ...(from ? { from } : {}), ...(to ? { to } : {}) } : undefined)
  }
  return (
    <div className={classes.stack}>
      {type === 'date' && <p className={classes.hint}>{t('filter.selectTwoDates')}</p>}
      <div className={classes.pair}>
        <TextInput
          label={t('filter.from')}
          type={type}
          data-autofocus
          value={range.from ?? ''}
          onChange={({ currentTarget: { value } }) => change({ from: value })}
        />
        <TextInput
          label={t('filter.to')}
          type={type}
          value={range.to ?? ''}
          onChange={({ currentTarget: { value } }) => change({ to: value })}
        />
      </div>
      {type === 'date' && <Spans onChange={change} />}
    </div>
  )
}

/** Shows the most common ranges. */
function Spans({ onChange }: { onChange: (range: { from: string; to: string }) => void }) {
  const { t } = useTranslation()
  const day = (ago: number) => dayOf(new Date(Date.now() - ago * 86_400_000).toISOString())
  const spans = [
    ['today', 0],
    ['last7', 6],
    ['last30', 29],
  ] as const
  return (
    <div className={classes.spans}>
      {spans.map(([key, ago]) => (
        <Button key={key} size="compact-xs" variant="default" onClick={() => onChange({ from: day(ago), to: day(0) })}>
          {t(`filter.${key}`)}
        </Button>
      ))}
    </div>
  )
}
