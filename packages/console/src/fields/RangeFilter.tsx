import type { Field } from '@courtcrier/contract/fields/field.ts'
import { isRangeFilter } from '@courtcrier/contract/query.ts'
import { Button, TextInput } from '@mantine/core'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { sentenceOf } from '../i18n/problem-sentence.ts'
import { dayOf } from '../ui/format-time.ts'
import { useTypedText } from '../ui/use-typed-text.ts'
import type { FilterProps } from './control.ts'
import classes from './filters.module.css'

/** Filters for rows between two days or two numbers, both included. */
export function RangeFilter({ name, field, filter, onChange }: FilterProps) {
  const { t } = useTranslation()
  const range = filter && isRangeFilter(filter) ? filter : { field: name }
  const isNumber = field.kind === 'number'
  const put = ([from, to]: Ends) =>
    onChange(from || to ? { field: name, ...(from ? { from } : {}), ...(to ? { to } : {}) } : undefined)
  const problemOf = (end: string) => (isNumber ? numberProblem(end, field) : undefined)
  const { text, setText, pass } = useTypedText([range.from ?? '', range.to ?? ''].join(joint), {
    // The server would refuse it, and the table would be gone.
    onPause: (typed) => !endsOf(typed).some(problemOf) && put(endsOf(typed)),
  })
  // Closed right after typing, it still counts.
  useEffect(() => pass, [pass])
  const ends = endsOf(text)
  return (
    <div className={classes.stack}>
      {!isNumber && <p className={classes.hint}>{t('filter.selectTwoDates')}</p>}
      <div className={classes.pair}>
        {ends.map((value, index) => (
          <TextInput
            key={labels[index]}
            label={t(`filter.${labels[index]}`)}
            type={isNumber ? 'text' : 'date'}
            data-autofocus={index === 0 || undefined}
            value={value}
            error={problemOf(value)}
            onBlur={pass}
            onChange={(event) => setText(ends.with(index, event.currentTarget.value).join(joint))}
          />
        ))}
      </div>
      {!isNumber && <Spans onChange={({ from, to }) => put([from, to])} />}
    </div>
  )
}

type Ends = readonly [from: string, to: string]
const labels = ['from', 'to'] as const

function numberProblem(text: string, { integer }: Field): string | undefined {
  if (text.trim() === '') return undefined
  if (!/^\s*-?\d+(\.\d+)?\s*$/.test(text)) return sentenceOf('not_number')
  return integer && text.includes('.') ? sentenceOf('not_integer') : undefined
}

/** Separates both ends while they are typed; neither can contain it. */
const joint = '\n'

function endsOf(text: string): [from: string, to: string] {
  const [from = '', to = ''] = text.split(joint)
  return [from, to]
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
